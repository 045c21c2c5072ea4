/* Reads and writes the header of a file: its keys in order, the version and the counts. */
#include <assert.h>
#include <string.h>

#include "validators/md5/md5_stream.h"

enum { JOINTS_OF_BYTES = 255, JOINTS_OF_SIGNED_BYTES = 127, FOUND_BYTES = 48 };

/* Reports blanks and comments before the first keyword. Looks for the keyword without findings; faults inside the comments are
   reported afterwards. */
static void check_version_at_first_byte(ap_md5_stream *stream, const char *word)
{
    ap_lexer probe = stream->text.lexer;
    probe.silent = true;
    const ap_token keyword = ap_lexer_next_token(&probe);
    if (!ap_token_is_bare_word(&stream->text.io, keyword, word))
        return;
    const ap_view input = stream->text.io.input;
    const size_t start = memcmp(input.bytes, "\xef\xbb\xbf", 3) == 0 ? 3 : 0;
    if (keyword.span.offset > start)
        ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, BEFORE_VERSION),
            (ap_span){ start, keyword.span.offset - start }, NULL,
            ap_text_value("MD5Version at the first byte"), ap_byte_count(keyword.span.offset - start),
            "the file must begin with MD5Version, not with %zu byte%s of blanks and comments",
            keyword.span.offset - start, keyword.span.offset - start == 1 ? "" : "s");
}

/* Returns true if the bytes are the word when case is ignored. Callers use this function for bytes that are not exactly the
   word. */
static bool is_word_in_any_case(ap_view found, const char *word)
{
    if (found.size != strlen(word))
        return false;
    for (size_t i = 0; i < found.size; i++) {
        if ((found.bytes[i] | 0x20) != (word[i] | 0x20))
            return false;
    }
    return true;
}

void ap_md5_report_wrong_key(ap_md5_stream *stream, const char *word, const char *path)
{
    ap_text *text = &stream->text;
    ap_token token = ap_text_peek_token(text);
    const bool is_version = strcmp(word, "MD5Version") == 0,
               is_commandline = strcmp(word, "commandline") == 0;
    const size_t rule = is_version ? MD5_VERSION_MISSING : is_commandline ? MD5_COMMANDLINE : MD5_HEADER_KEY;
    if (token.kind == AP_TOKEN_END || token.kind == AP_TOKEN_BROKEN_STRING) {
        ap_text_report_unexpected(text, word);
        return;
    }
    if (rule == MD5_HEADER_KEY && stream->header_key_reported)
        return;
    stream->header_key_reported |= rule == MD5_HEADER_KEY;
    const ap_view found = { text->io.input.bytes + token.span.offset, token.span.length };
    char shown[FOUND_BYTES];
    (void)ap_quote(found, shown, sizeof shown);
    ap_add_finding_at(&text->io, &stream->rules[rule], token.span, path, ap_text_value(word), ap_bytes(found),
        is_version ? "the file must begin with %s, but begins with %s%s"
                   : "the keyword %s is needed here, but %s is found%s",
        word, shown, is_word_in_any_case(found, word) ? ", which has letters in another case" : "");
}

/* Reads or writes a key and its value. Spacing is reported for the whole entry if it takes several lines,
   and at the key if the key is not first on its line. */
static ap_md5_step_after_header_value read_or_write_key(ap_md5_stream *stream, const ap_md5_header_key *key)
{
    ap_text *text = &stream->text;
    (void)ap_text_take_or_put_keyword(text, key->word);
    ap_text_begin_entry_at_last_token(text);
    ap_md5_step_after_header_value step = key->read_or_write(stream, key->path);
    stream->header_end = step == AP_MD5_VALUE_READ ? ap_span_end(ap_text_end_entry(text)) : 0;
    return step;
}

static bool write_keys(ap_md5_stream *stream, const ap_md5_header_key *keys, size_t key_count)
{
    for (size_t i = 0; i < key_count; i++) {
        if (read_or_write_key(stream, &keys[i]) != AP_MD5_VALUE_READ)
            return false;
    }
    return true;
}

bool ap_md5_read_or_write_header(ap_md5_stream *stream, const ap_md5_header_key *keys, size_t key_count)
{
    ap_text *text = &stream->text;
    if (ap_is_writing(&text->io))
        return write_keys(stream, keys, key_count);
    assert(!stream->ended && !stream->resumed && !text->has_next); /* the header is read first */
    check_version_at_first_byte(stream, keys[0].word);
    for (size_t i = 0; i < key_count && !stream->ended;) {
        ap_token token = ap_text_peek_token(text);
        if (!ap_token_is_bare_word(&text->io, token, keys[i].word)) {
            ap_md5_report_wrong_key(stream, keys[i].word, keys[i].path);
            i = ap_md5_skip_to_key_or_section(stream, keys, i, key_count);
            continue;
        }
        stream->resumed = false;
        ap_md5_step_after_header_value step = read_or_write_key(stream, &keys[i]);
        i++;
        if (step == AP_MD5_VALUE_WRONG)
            i = ap_md5_skip_to_key_or_section(stream, keys, i, key_count);
        else if (step == AP_MD5_STOP_READING)
            stream->ended = true;
    }
    return true;
}

void ap_md5_check_empty_line_after_header(ap_md5_stream *stream)
{
    const ap_token keyword = ap_text_peek_token(&stream->text);
    const uint8_t *bytes = stream->text.io.input.bytes;
    if (stream->header_end == 0 || stream->resumed || keyword.span.offset != stream->header_end + 1)
        return;
    if (bytes[stream->header_end] == '\n' || bytes[stream->header_end] == '\r')
        ap_text_report_spacing_once(&stream->text, AP_SPACING_NO_LINE, keyword.span);
}

/* Values of the header */

static ap_md5_step_after_header_value step_after_write(bool written)
{
    return written ? AP_MD5_VALUE_READ : AP_MD5_STOP_READING;
}

static bool write_first_comment_of_style(ap_text *text)
{
    const char *words = text->style == NULL ? NULL : text->style->first_comment;
    return words == NULL
           || ap_text_put_comment_if_writing(text, (ap_view){ (const uint8_t *)words, strlen(words) });
}

typedef struct known_version {
    const char *version;
    /* the row applies to .md5mesh only; false: the row applies to all formats that have no row of their
       own */
    bool only_for_meshes;
    bool has_other_body; /* the rest of a file of this version is unlike version 10 and cannot be checked */
    const char *description; /* continues the message, after the version */
} known_version;

/* Returns the row of the version that the token names, if it is a known version other than 10; otherwise
   NULL. */
static const known_version *find_other_known_version(const ap_md5_stream *stream, ap_token token)
{
    static const known_version versions[] = {
        { "6", false, true, " 6 is the format of the Doom 3 alpha, with a different grammar" },
        { "11", true, true,
            " 11 is Enemy Territory: Quake Wars; its meshes have additional flags and colours" },
        { "11", false, false, " 11 is Enemy Territory: Quake Wars" },
        { "12", true, true, " 12 is Storm Engine 2; its meshes have additional normals and tangents" },
        { "12", false, false, " 12 is Storm Engine 2, which differs only in this number" },
    };
    const bool of_mesh = stream->grammar->kind == AP_MD5_MESH;
    for (size_t i = 0; i < sizeof versions / sizeof *versions; i++) {
        if (ap_token_is_bare_word(&stream->text.io, token, versions[i].version)
            && (!versions[i].only_for_meshes || of_mesh))
            return &versions[i];
    }
    return NULL;
}

ap_md5_step_after_header_value ap_md5_read_or_write_version(ap_md5_stream *stream, const char *path)
{
    ap_text *text = &stream->text;
    ap_text_integer version = { .value = 10 };
    if (ap_is_writing(&text->io))
        return step_after_write(
            ap_text_int(text, path, &version, AP_ROLE_VERSION) && write_first_comment_of_style(text));
    ap_token token = ap_text_peek_token(text);
    if (token.kind == AP_TOKEN_END || token.kind == AP_TOKEN_BROKEN_STRING) {
        ap_text_report_unexpected(text, "10");
        return AP_MD5_VALUE_WRONG;
    }
    bool is_keyword = ap_text_is_keyword(text, token);
    if (!is_keyword) {
        (void)ap_text_take_token(text);
        ap_text_pass_field(text, path, token.span, AP_ROLE_VERSION);
    }
    if (ap_token_is_bare_word(&text->io, token, "10")) {
        stream->version = "10";
        return AP_MD5_VALUE_READ;
    }
    const known_version *known = find_other_known_version(stream, token);
    stream->version = known == NULL ? NULL : known->version;
    ap_add_finding_at(&text->io, AP_MD5_RULE(stream, VERSION), token.span, path, ap_text_value("10"),
        ap_bytes((ap_view){ text->io.input.bytes + token.span.offset, token.span.length }), ":%s",
        known == NULL ? "" : known->description);
    if (known != NULL && known->has_other_body) {
        if (!ap_is_structure_only(&text->io))
            text->io.findings->unfinished++; /* the file counts as incompletely checked, as after a
                                                malformed file, because the rest is not read */
        return AP_MD5_STOP_READING;
    }
    return is_keyword ? AP_MD5_VALUE_WRONG
                      : AP_MD5_VALUE_READ; /* a keyword instead of the value is the next key, or
                                                       begins a section */
}

void ap_md5_correct_and_report_header_counts(ap_md5_stream *stream)
{
    if (stream->grammar->correct_counts != NULL)
        stream->grammar->correct_counts(stream);
}

static bool is_in_range(const ap_text_integer *value, const ap_md5_integer_limits *bounds)
{
    return value->value >= bounds->least && value->value <= bounds->greatest;
}

/* Returns true if the file is too small for as many entries as the count says. */
static bool count_exceeds_file(
    const ap_io *io, const ap_text_integer *value, const ap_md5_integer_limits *bounds)
{
    return bounds->entry_bytes > 0
           && ap_saturating_product((uint64_t)value->value, bounds->entry_bytes) > io->input.size;
}

static void report_value_out_of_range(ap_md5_stream *stream, const char *path, const ap_text_integer *value,
    const ap_md5_integer_limits *bounds)
{
    const bool is_less = value->value < bounds->least;
    ap_add_finding_at(&stream->text.io, bounds->range, value->span, path,
        ap_value_with_prefix(
            is_less ? "at least" : "at most", ap_integer(is_less ? bounds->least : bounds->greatest)),
        ap_integer(value->value), ": %s", bounds->why);
}

/* Returns true if a count of the header was read and no section follows: the file was cut off, and has fewer entries than the
   count says. */
static bool is_cut_off_in_header(const ap_md5_stream *stream)
{
    ap_lexer probe = stream->text.lexer;
    probe.silent = true;
    while (stream->text.io.path.depth == 0) {
        const ap_token token = ap_lexer_next_token(&probe);
        if (token.kind == AP_TOKEN_END)
            return true;
        if (ap_md5_section_number_of_token(stream, token) >= 0)
            return false;
    }
    return false;
}

static void report_count_beyond_size(ap_md5_stream *stream, const char *path, const ap_text_integer *value,
    const ap_md5_integer_limits *bounds)
{
    const size_t size = stream->text.io.input.size, most = size / bounds->entry_bytes;
    ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, COUNT_EXCEEDS_FILE), value->span, path,
        ap_value_with_prefix("at most", ap_size(most)), ap_integer(value->value),
        "; a file of %zu bytes has room for %zu at most%s", size, most,
        is_cut_off_in_header(stream) ? ", and this one is cut off: it ends inside its header" : "");
}

void ap_md5_check_count(
    ap_md5_stream *stream, const char *path, ap_text_integer *value, const ap_md5_integer_limits *bounds)
{
    const ap_io *io = &stream->text.io;
    if (!value->known || (is_in_range(value, bounds) && !count_exceeds_file(io, value, bounds)))
        return;
    ap_md5_correct_and_report_header_counts(stream);
    if (!is_in_range(value, bounds))
        report_value_out_of_range(stream, path, value, bounds);
    else if (count_exceeds_file(io, value, bounds))
        report_count_beyond_size(stream, path, value, bounds);
    else
        return;
    value->known = false;
}

ap_md5_step_after_header_value ap_md5_read_or_write_count(
    ap_md5_stream *stream, const char *path, ap_text_integer *value, const ap_md5_integer_limits *bounds)
{
    if (!ap_text_int(&stream->text, path, value, bounds->entry_bytes > 0 ? AP_ROLE_COUNT : AP_ROLE_NUMBER))
        return AP_MD5_VALUE_WRONG;
    if (!ap_is_writing(&stream->text.io))
        ap_md5_check_count(stream, path, value, bounds);
    return AP_MD5_VALUE_READ;
}

ap_md5_step_after_header_value ap_md5_read_or_write_joint_count(
    ap_md5_stream *stream, const char *path, size_t entry_bytes)
{
    const ap_md5_integer_limits bounds = { 1, INT32_MAX, AP_MD5_RULE(stream, JOINT_COUNT_RANGE),
        "an animated model needs at least one joint", entry_bytes };
    return ap_md5_read_or_write_count(stream, path, &stream->joint_count, &bounds);
}

void ap_md5_check_joint_count_fits_8_bits(ap_md5_stream *stream)
{
    const ap_text_integer *count = &stream->joint_count;
    const int limit = count->value > JOINTS_OF_BYTES ? JOINTS_OF_BYTES : JOINTS_OF_SIGNED_BYTES;
    if (!ap_is_writing(&stream->text.io) && count->known && count->value > limit)
        ap_add_finding_at(&stream->text.io, AP_MD5_RULE(stream, JOINT_LIMIT), count->span, "num_joints",
            ap_value_with_prefix("at most", ap_integer(limit)), ap_integer(count->value),
            "; readers that store joint numbers in 8 bits accept at most %d", limit);
}
