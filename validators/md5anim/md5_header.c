#include <string.h>

#include "validators/md5anim/md5_foreign.h"
#include "validators/md5anim/md5_reader.h"

enum { LONGEST_COMMANDLINE = 1023, JOINTS_OF_BYTES = 255, JOINTS_OF_SIGNED_BYTES = 127, FOUND_BYTES = 48 };

/* Whether there is no token at all: nothing but blanks and comments that end. */
static bool is_blank_throughout(const ap_md5_reader *reader)
{
    ap_lexer look = reader->text.lexer;
    look.silent = true;
    return ap_lexer_next(&look).kind == AP_TOKEN_END && !look.in_open_comment;
}

static bool has_mark(ap_view input, const char *mark)
{
    return input.size >= strlen(mark) && memcmp(input.bytes, mark, strlen(mark)) == 0;
}

/* Moves behind a byte order mark. False where nothing behind it is to be read. */
static bool pass_mark(ap_md5_reader *reader)
{
    ap_io *io = &reader->text.io;
    const ap_rule *rule = &reader->rules[MD5_ENCODING];
    if (has_mark(io->input, "\xff\xfe") || has_mark(io->input, "\xfe\xff"))
        return ap_report_at(io, rule, (ap_span){ 0, 2 }, NULL, ap_words("ASCII or UTF-8"), ap_words("UTF-16"),
            "the file is UTF-16, which no reader takes; save it as UTF-8 without a byte order mark");
    const size_t mark = has_mark(io->input, "\xef\xbb\xbf") ? 3 : 0;
    reader->text.lexer.at = mark;
    if (ap_md5_is_foreign(reader, mark))
        return false;
    if (mark > 0)
        ap_report_at(io, rule, (ap_span){ 0, mark }, NULL, ap_words("text without a byte order mark"),
            ap_words("a UTF-8 byte order mark"),
            "the file begins with a UTF-8 byte order mark; save it without one");
    return true;
}

void ap_md5_begin(ap_md5_reader *reader, ap_view input, ap_findings *findings, const ap_md5_grammar *grammar)
{
    memset(reader, 0, sizeof *reader);
    reader->grammar = grammar;
    reader->rules = grammar->rules;
    reader->sections = grammar->sections;
    reader->joints_name = grammar->joints_name;
    ap_text_init(&reader->text, input, 0, findings, grammar->text_rules);
    reader->joints.sound = true;
    reader->ended = !pass_mark(reader);
    if (!reader->ended && is_blank_throughout(reader)) {
        ap_report_at(&reader->text.io, grammar->text_rules->truncated, (ap_span){ input.size, 0 }, NULL,
            ap_words("MD5Version"), ap_words("the end of the file"),
            input.size == 0 ? "the file is empty" : "the file holds nothing but blanks and comments");
        reader->ended = true;
    }
}

void ap_md5_end(ap_md5_reader *reader)
{
    if (!reader->foreign && !ap_md5_judge_merge(reader))
        ap_text_tell_commas(&reader->text);
}

int ap_md5_section(ap_md5_reader *reader)
{
    ap_token token = ap_text_peek(&reader->text);
    for (int i = 0; reader->sections[i] != NULL; i++) {
        if (ap_token_is(&reader->text.io, token, reader->sections[i]))
            return i;
    }
    return -1;
}

void ap_md5_recover(ap_md5_reader *reader)
{
    ap_text *text = &reader->text;
    text->lexer.silent = true;
    while (ap_md5_section(reader) < 0) {
        ap_token token = ap_text_peek(text);
        if (token.kind == AP_TOKEN_END || ap_token_is(&text->io, token, "MD5Version")) {
            reader->ended = true;
            break;
        }
        text->has_next = false;
    }
    text->lexer.silent = false;
    reader->resumed = true;
}

void ap_md5_break(ap_md5_reader *reader, const char *expected)
{
    ap_text_unexpected(&reader->text, expected);
    ap_md5_recover(reader);
}

/* Where the comment or the line end at byte `at` ends; `at` itself for any other byte. */
static size_t comment_or_line_end(ap_view input, size_t at)
{
    const uint8_t *bytes = input.bytes;
    if (bytes[at] == '\n')
        return at + 1;
    if (bytes[at] == '\r')
        return bytes[at + 1] == '\n' ? at + 2 : at + 1;
    if (bytes[at] != '/')
        return at;
    bool block = bytes[at + 1] == '*';
    for (size_t end = at + 2;; end++) {
        if (block && bytes[end] == '*' && bytes[end + 1] == '/')
            return end + 2;
        if (!block && (bytes[end] == '\n' || bytes[end] == '\r'))
            return end;
    }
}

/* The first comment or line end in front of the keyword. What stands there ends before the keyword does. */
static void judge_before_version(ap_md5_reader *reader, ap_token keyword)
{
    ap_view input = reader->text.io.input;
    size_t at = input.bytes[0] == 0xef ? 3 : 0;
    for (; at < keyword.span.offset; at++) {
        size_t end = comment_or_line_end(input, at);
        if (end == at)
            continue;
        ap_report_at(&reader->text.io, &reader->rules[MD5_BEFORE_VERSION], (ap_span){ at, end - at }, NULL,
            ap_words("MD5Version on the first line"), ap_none(),
            "a comment or a line stands before MD5Version");
        return;
    }
}

/* Looks, in silence, for key number `from` or a later one; returns its number, or key_count at a section
   or at the end. */
static size_t find_key(ap_md5_reader *reader, const ap_md5_key *keys, size_t from, size_t key_count)
{
    ap_text *text = &reader->text;
    size_t found = key_count;
    text->lexer.silent = true;
    while (ap_md5_section(reader) < 0) {
        ap_token token = ap_text_peek(text);
        for (size_t i = from; i < key_count && found == key_count; i++) {
            if (ap_token_is(&text->io, token, keys[i].word))
                found = i;
        }
        if (found < key_count)
            break;
        if (token.kind == AP_TOKEN_END || ap_token_is(&text->io, token, "MD5Version")) {
            reader->ended = true;
            break;
        }
        text->has_next = false;
    }
    text->lexer.silent = false;
    reader->resumed = true;
    return found;
}

/* Whether the bytes are the word but for the case of letters. */
static bool differs_in_case(ap_view found, const char *word)
{
    if (found.size != strlen(word))
        return false;
    for (size_t i = 0; i < found.size; i++) {
        if ((found.bytes[i] | 0x20) != (word[i] | 0x20))
            return false;
    }
    return true;
}

void ap_md5_wrong_key(ap_md5_reader *reader, const char *word, const char *path)
{
    ap_text *text = &reader->text;
    ap_token token = ap_text_peek(text);
    const bool is_version = strcmp(word, "MD5Version") == 0,
               is_commandline = strcmp(word, "commandline") == 0;
    const size_t rule = is_version ? MD5_VERSION_MISSING : is_commandline ? MD5_COMMANDLINE : MD5_HEADER_KEY;
    if (token.kind == AP_TOKEN_END || token.kind == AP_TOKEN_BROKEN_STRING) {
        ap_text_unexpected(text, word);
        return;
    }
    if (rule == MD5_HEADER_KEY && reader->header_key_said)
        return;
    reader->header_key_said |= rule == MD5_HEADER_KEY;
    const ap_view found = { text->io.input.bytes + token.span.offset, token.span.length };
    char shown[FOUND_BYTES];
    (void)ap_quote(found, shown, sizeof shown);
    ap_report_at(&text->io, &reader->rules[rule], token.span, path, ap_words(word), ap_bytes(found),
        "%s %s is needed here, but %s is found%s",
        is_version ? "the file must begin with MD5Version:" : "the keyword", word, shown,
        differs_in_case(found, word) ? "; its letters are in another case" : "");
}

/* A key and its value: an entry that is reported whole when it takes several lines, and at its key when
   that is not first on its line. */
static ap_md5_header_step read_key(ap_md5_reader *reader, const ap_md5_key *key)
{
    ap_text *text = &reader->text;
    (void)ap_text_keyword(text, key->word);
    ap_text_entry_continue(text);
    ap_md5_header_step step = key->read(reader, key->path);
    if (step == AP_MD5_READ)
        (void)ap_text_entry_end(text);
    return step;
}

static bool write_keys(ap_md5_reader *reader, const ap_md5_key *keys, size_t key_count)
{
    for (size_t i = 0; i < key_count; i++) {
        if (read_key(reader, &keys[i]) != AP_MD5_READ)
            return false;
    }
    return true;
}

bool ap_md5_header(ap_md5_reader *reader, const ap_md5_key *keys, size_t key_count)
{
    ap_text *text = &reader->text;
    if (ap_is_writing(&text->io))
        return write_keys(reader, keys, key_count);
    for (size_t i = 0; i < key_count && !reader->ended;) {
        ap_token token = ap_text_peek(text);
        if (!ap_token_is(&text->io, token, keys[i].word)) {
            ap_md5_wrong_key(reader, keys[i].word, keys[i].path);
            i = find_key(reader, keys, i, key_count);
            continue;
        }
        if (i == 0 && !reader->resumed)
            judge_before_version(reader, token);
        reader->resumed = false;
        ap_md5_header_step step = read_key(reader, &keys[i]);
        i++;
        if (step == AP_MD5_WRONG)
            i = find_key(reader, keys, i, key_count);
        else if (step == AP_MD5_STOP)
            reader->ended = true;
    }
    return true;
}

/* The values */

static ap_md5_header_step step_of(bool written)
{
    return written ? AP_MD5_READ : AP_MD5_STOP;
}

static bool first_comment(ap_text *text)
{
    const char *words = text->style == NULL ? NULL : text->style->first_comment;
    return words == NULL || ap_text_put_comment(text, (ap_view){ (const uint8_t *)words, strlen(words) });
}

ap_md5_header_step ap_md5_version(ap_md5_reader *reader, const char *path)
{
    ap_text *text = &reader->text;
    ap_text_integer version = { .value = 10 };
    if (ap_is_writing(&text->io))
        return step_of(ap_text_int(text, path, &version, AP_ROLE_VERSION) && first_comment(text));
    ap_token token = ap_text_peek(text);
    if (token.kind == AP_TOKEN_END || token.kind == AP_TOKEN_BROKEN_STRING) {
        ap_text_unexpected(text, "10");
        return AP_MD5_WRONG;
    }
    bool is_keyword = ap_text_is_keyword(text, token);
    if (!is_keyword) {
        (void)ap_text_take(text);
        ap_text_field(text, path, token.span, AP_ROLE_VERSION);
    }
    if (ap_token_is(&text->io, token, "10")) {
        reader->version = "10";
        return AP_MD5_READ;
    }
    bool is_alpha = ap_token_is(&text->io, token, "6");
    reader->version = is_alpha                              ? "6"
                      : ap_token_is(&text->io, token, "11") ? "11"
                      : ap_token_is(&text->io, token, "12") ? "12"
                                                            : NULL;
    const char *known = is_alpha ? " 6 is the Doom 3 alpha's format, another grammar"
                        : ap_token_is(&text->io, token, "11") ? " 11 is Enemy Territory: Quake Wars"
                        : ap_token_is(&text->io, token, "12")
                            ? " 12 is Storm Engine 2, whose body is the same"
                            : "";
    ap_report_at(&text->io, &reader->rules[MD5_VERSION], token.span, path, ap_words("10"),
        ap_bytes((ap_view){ text->io.input.bytes + token.span.offset, token.span.length }), ":%s", known);
    if (is_alpha)
        return AP_MD5_STOP;
    return is_keyword ? AP_MD5_WRONG : AP_MD5_READ; /* a keyword there is the next key's, or a section's */
}

/* Whether a string is next; reported otherwise. */
static bool commandline_follows(ap_md5_reader *reader, const char *path)
{
    ap_text *text = &reader->text;
    ap_token token = ap_text_peek(text);
    ap_view found = { text->io.input.bytes + token.span.offset, token.span.length };
    if (token.kind == AP_TOKEN_END || token.kind == AP_TOKEN_BROKEN_STRING) {
        ap_text_unexpected(text, "a quoted string");
        return false;
    }
    if (token.kind != AP_TOKEN_STRING) {
        ap_report_at(&text->io, &reader->rules[MD5_COMMANDLINE], token.span, path,
            ap_words("a quoted string"), ap_bytes(found), ": the quotes may be empty");
        return false;
    }
    return true;
}

ap_md5_header_step ap_md5_commandline(ap_md5_reader *reader, const char *path)
{
    ap_text *text = &reader->text;
    if (!ap_is_writing(&text->io) && !commandline_follows(reader, path))
        return AP_MD5_WRONG;
    if (!ap_text_string(text, path, &reader->commandline))
        return AP_MD5_WRONG;
    size_t bytes = reader->commandline.size;
    if (bytes > LONGEST_COMMANDLINE)
        ap_report(&text->io, &reader->rules[MD5_COMMANDLINE_LONG],
            ap_that("at most", ap_byte_count(LONGEST_COMMANDLINE)), ap_byte_count(bytes),
            " has %zu bytes; one reader has room for %d alone", bytes, LONGEST_COMMANDLINE);
    return AP_MD5_READ;
}

static void judge_range(ap_md5_reader *reader, ap_text_integer *value, const ap_md5_bounds *bounds)
{
    ap_value found = ap_integer(value->value);
    if (value->value < bounds->least)
        ap_report(
            &reader->text.io, bounds->range, ap_that("at least", ap_integer(bounds->least)), found, ":");
    else if (value->value > bounds->greatest)
        ap_report(
            &reader->text.io, bounds->range, ap_that("at most", ap_integer(bounds->greatest)), found, ":");
    else
        return;
    value->known = false;
}

ap_md5_header_step ap_md5_count(
    ap_md5_reader *reader, const char *path, ap_text_integer *value, const ap_md5_bounds *bounds)
{
    ap_io *io = &reader->text.io;
    if (!ap_text_int(&reader->text, path, value, bounds->entry_bytes > 0 ? AP_ROLE_COUNT : AP_ROLE_NUMBER))
        return AP_MD5_WRONG;
    if (ap_is_writing(io))
        return AP_MD5_READ;
    if (value->known)
        judge_range(reader, value, bounds);
    size_t needed = value->known ? ap_product((size_t)value->value, bounds->entry_bytes) : 0;
    if (bounds->entry_bytes > 0 && needed > io->input.size) {
        ap_report(io, &reader->rules[MD5_COUNT_EXCEEDS_FILE],
            ap_that("at most", ap_size(io->input.size / bounds->entry_bytes)), ap_integer(value->value),
            "; a file of %zu bytes has room for %zu at most", io->input.size,
            io->input.size / bounds->entry_bytes);
        value->known = false;
    }
    return AP_MD5_READ;
}

ap_md5_header_step ap_md5_joint_count(ap_md5_reader *reader, const char *path, size_t entry_bytes)
{
    ap_text_integer *count = &reader->joint_count;
    const ap_md5_bounds bounds = { 1, INT32_MAX, &reader->rules[MD5_JOINT_COUNT_RANGE], entry_bytes };
    ap_md5_header_step step = ap_md5_count(reader, path, count, &bounds);
    int limit = count->value > JOINTS_OF_BYTES ? JOINTS_OF_BYTES : JOINTS_OF_SIGNED_BYTES;
    if (step == AP_MD5_READ && count->known && count->value > limit)
        ap_report(&reader->text.io, &reader->rules[MD5_JOINT_LIMIT], ap_that("at most", ap_integer(limit)),
            ap_integer(count->value), "; a reader that keeps joints in 8 bits takes %d at most", limit);
    return step;
}
