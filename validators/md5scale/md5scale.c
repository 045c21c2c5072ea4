/* Reads the .md5scale of an animation, a JSON object with scales of joints by frame, and compares it with the animation. */
#include "validators/md5scale/md5scale.h"

#include <assert.h>
#include <string.h>

enum {
    MOST_TOKENS =
        2
        * AP_MD5SCALE_MOST_MEMBERS, /* Q2PRO's limit of JSON tokens: the outer object is one token, each member two */
    MOST_DIGITS = 10,               /* most digits of a frame's number; INT32_MAX has 10 */
    QUOTED_BYTES = 128,
};

typedef enum token_kind {
    TOKEN_END,
    TOKEN_STRING,
    TOKEN_NUMBER,
    TOKEN_BOOLEAN, /* the word `true` or `false` */
    TOKEN_MARK,    /* one of { } : , */
    TOKEN_OTHER
} token_kind;

typedef struct scale_reader {
    const ap_md5anim_stream *stream; /* the animation; NULL: only the syntax is checked */
    ap_md5scale_list *kept;          /* receives the scales; NULL: they are not kept */
    ap_view joint;                   /* the joint of the object that is being read */
    ap_io io;                        /* reader of the .md5scale */
    ap_view input;                   /* the .md5scale */
    size_t at;                       /* offset of the next token */
    size_t tokens;                   /* number of strings, values and opening braces so far */
    token_kind kind;                 /* kind of the next token */
    ap_span span;
} scale_reader;

/* Splitting the text into tokens */

static bool is_blank(uint8_t byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

static bool is_end_of_word(uint8_t byte)
{
    return is_blank(byte) || byte == '\v' || byte == '\f' || (byte != 0 && strchr("{}[]:,\"", byte) != NULL);
}

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

static size_t skip_digits(ap_view text, size_t at)
{
    while (at < text.size && is_digit(text.bytes[at]))
        at++;
    return at;
}

/* Returns true if the word is a number of JSON: no leading zero, no sign "+", digits on both sides of a point. */
static bool is_number(ap_view word)
{
    size_t at = word.bytes[0] == '-';
    const size_t first = at;
    at = skip_digits(word, at);
    if (at == first || (word.bytes[first] == '0' && at > first + 1))
        return false;
    if (at < word.size && word.bytes[at] == '.') {
        const size_t fraction = at + 1;
        at = skip_digits(word, fraction);
        if (at == fraction)
            return false;
    }
    if (at < word.size && (word.bytes[at] == 'e' || word.bytes[at] == 'E')) {
        at++;
        at += at < word.size && (word.bytes[at] == '+' || word.bytes[at] == '-');
        const size_t exponent = at;
        at = skip_digits(word, exponent);
        if (at == exponent)
            return false;
    }
    return at == word.size;
}

/* Returns the number of bytes of the escape sequence with its backslash at `at`; 0 if JSON has no such escape sequence. */
static size_t escape_bytes(ap_view text, size_t at)
{
    static const char hexadecimal[] = "0123456789abcdefABCDEF";
    const uint8_t letter = at + 1 < text.size ? text.bytes[at + 1] : 0;
    if (letter == 0 || strchr("\"\\/bfnrtu", letter) == NULL)
        return 0;
    for (size_t i = 2; letter == 'u' && i < 6; i++) {
        if (at + i >= text.size || text.bytes[at + i] == 0 || strchr(hexadecimal, text.bytes[at + i]) == NULL)
            return 0;
    }
    return letter == 'u' ? 6 : 2;
}

/* Returns the offset after the JSON string that begins at `at`; 0 if the string is not valid. */
static size_t end_of_valid_string(ap_view text, size_t at)
{
    for (at++; at < text.size && text.bytes[at] >= ' '; at++) {
        if (text.bytes[at] == '"')
            return at + 1;
        if (text.bytes[at] != '\\')
            continue;
        const size_t bytes = escape_bytes(text, at);
        if (bytes == 0)
            return 0;
        at += bytes - 1;
    }
    return 0;
}

/* Returns the offset at which reading continues after an invalid string: after its second quote, or at the
   end of the line. */
static size_t end_of_broken_string(ap_view text, size_t at)
{
    for (at++; at < text.size && text.bytes[at] != '\r' && text.bytes[at] != '\n'; at++) {
        if (text.bytes[at] == '"')
            return at + 1;
    }
    return at;
}

static bool is_word(ap_view word, const char *text)
{
    return word.size == strlen(text) && memcmp(word.bytes, text, word.size) == 0;
}

/* Finds the next token. */
static void read_next_token(scale_reader *reader)
{
    const ap_view text = reader->input;
    while (reader->at < text.size && is_blank(text.bytes[reader->at]))
        reader->at++;
    const size_t at = reader->at;
    size_t end = at;
    reader->kind = TOKEN_END;
    if (at < text.size && text.bytes[at] == '"') {
        end = end_of_valid_string(text, at);
        reader->kind = end > 0 ? TOKEN_STRING : TOKEN_OTHER;
        end = end > 0 ? end : end_of_broken_string(text, at);
    } else if (at < text.size && is_end_of_word(text.bytes[at])) {
        end = at + 1;
        reader->kind = strchr("{}:,", text.bytes[at]) != NULL ? TOKEN_MARK : TOKEN_OTHER;
    } else if (at < text.size) {
        while (end < text.size && !is_end_of_word(text.bytes[end]))
            end++;
        const ap_view word = { text.bytes + at, end - at };
        reader->kind = is_number(word)                                   ? TOKEN_NUMBER
                       : is_word(word, "true") || is_word(word, "false") ? TOKEN_BOOLEAN
                                                                         : TOKEN_OTHER;
    }
    reader->span = (ap_span){ at, end - at };
}

/* Reading the object */

static ap_view text_of_span(const scale_reader *reader, ap_span span)
{
    return (ap_view){ reader->input.bytes + span.offset, span.length };
}

static bool is_next_mark(const scale_reader *reader, char mark)
{
    return reader->kind == TOKEN_MARK && reader->input.bytes[reader->at] == (uint8_t)mark;
}

/* Reports that the next token was found where `wanted` was expected. Returns false. */
static bool report_unexpected_token(scale_reader *reader, const char *wanted)
{
    const ap_value found = reader->kind == TOKEN_END ? ap_text_value("the end of the file")
                                                     : ap_bytes(text_of_span(reader, reader->span));
    const bool full = reader->tokens == MOST_TOKENS && reader->kind != TOKEN_END;
    ap_add_finding_at(&reader->io, AP_MD5ANIM_RULE(SCALE_SYNTAX), reader->span, NULL, ap_text_value(wanted),
        found,
        full ? "the file has %s here, or has more than %d tokens: Q2PRO ignores all of its scales"
             : "the file does not have %s here: Q2PRO ignores all of its scales",
        wanted, MOST_TOKENS);
    return false;
}

static bool expect_mark(scale_reader *reader, char mark, const char *wanted)
{
    const bool counts = mark == '{';
    if (!is_next_mark(reader, mark) || (counts && reader->tokens == MOST_TOKENS))
        return report_unexpected_token(reader, wanted);
    reader->tokens += counts;
    reader->at++;
    read_next_token(reader);
    return true;
}

static bool expect_token(scale_reader *reader, token_kind kind, const char *wanted)
{
    if (reader->kind != kind || reader->tokens == MOST_TOKENS)
        return report_unexpected_token(reader, wanted);
    reader->tokens++;
    reader->at += reader->span.length;
    read_next_token(reader);
    return true;
}

/* Returns true if the key is the number of a frame of the animation: without sign, leading zero or escape. */
static bool is_frame_number(const scale_reader *reader, ap_view key)
{
    int64_t frame = 0;
    if (key.size == 0 || key.size > MOST_DIGITS || skip_digits(key, 0) != key.size
        || (key.bytes[0] == '0' && key.size > 1))
        return false;
    for (size_t i = 0; i < key.size; i++)
        frame = 10 * frame + (key.bytes[i] - '0');
    return frame < reader->stream->frame_count.value;
}

/* Keeps the member with this key. Its value is the next token. */
static void store_member(scale_reader *reader, ap_view key)
{
    ap_md5scale_list *kept = reader->kept;
    if (kept == NULL)
        return;
    assert(kept->count < AP_MD5SCALE_MOST_MEMBERS); /* each has two of the tokens that MOST_TOKENS limits */
    kept->items[kept->count++] =
        (ap_md5scale_joint_key_value){ reader->joint, key, text_of_span(reader, reader->span) };
}

/* Reads a member of a joint's object: the scale of the joint in a frame, or the switch that applies the scales to positions too.
   Returns false after a mistake in the syntax. */
static bool read_joint_member(scale_reader *reader, ap_view key, ap_span span)
{
    store_member(reader, key);
    if (is_word(key, "scale_positions"))
        return expect_token(reader, TOKEN_BOOLEAN, "true or false");
    if (reader->stream != NULL && !is_frame_number(reader, key)) {
        const size_t frames = (size_t)reader->stream->frame_count.value;
        char name[QUOTED_BYTES];
        ap_quote(key, name, sizeof name);
        ap_add_finding_at(&reader->io, AP_MD5ANIM_RULE(SCALE_FRAME), span, NULL,
            ap_text_value("the number of a frame, or scale_positions"), ap_bytes(key),
            "the key %s is not a frame of the animation, which has %zu %s, numbered from 0: Q2PRO ignores "
            "the scale, or scales "
            "frame 0",
            name, frames, frames == 1 ? "frame" : "frames");
    }
    return expect_token(reader, TOKEN_NUMBER, "a number");
}

static bool read_joint(scale_reader *reader, ap_view key, ap_span span);

/* Reads an object: if `inner`, the object of one joint, with its members; otherwise the outer object, with the joints. Returns
   false after a mistake in the syntax. */
static bool read_object(scale_reader *reader, bool inner)
{
    if (!expect_mark(reader, '{', "a {"))
        return false;
    while (!is_next_mark(reader, '}')) {
        const ap_span span = reader->span;
        if (!expect_token(reader, TOKEN_STRING, inner ? "a frame in quotes" : "the name of a joint in quotes")
            || !expect_mark(reader, ':', "a colon"))
            return false;
        const ap_view key = text_of_span(reader, (ap_span){ span.offset + 1, span.length - 2 });
        if (!(inner ? read_joint_member : read_joint)(reader, key, span))
            return false;
        if (is_next_mark(reader, '}'))
            break;
        if (!expect_mark(reader, ',', "a comma or }"))
            return false;
        if (is_next_mark(reader, '}'))
            return report_unexpected_token(reader, "another member after the comma");
    }
    return expect_mark(reader, '}', "a }");
}

static bool read_joint(scale_reader *reader, ap_view key, ap_span span)
{
    reader->joint = key;
    if (reader->stream != NULL && !ap_md5_has_joint_named(&reader->stream->base, key)) {
        char name[QUOTED_BYTES];
        ap_quote(key, name, sizeof name);
        ap_add_finding_at(&reader->io, AP_MD5ANIM_RULE(SCALE_JOINT), span, NULL,
            ap_text_value("a joint of the animation"), ap_bytes(key),
            "the animation has no joint %s: Q2PRO ignores the scales of this joint", name);
    }
    return read_object(reader, true);
}

/* Reads the whole file. Returns false after a mistake in the syntax. */
static bool read_file(scale_reader *reader)
{
    read_next_token(reader);
    if (!read_object(reader, false))
        return false;
    return reader->kind == TOKEN_END || report_unexpected_token(reader, "its end");
}

void ap_md5scale_check_companion(const ap_md5anim_stream *stream, const ap_companion_use *use)
{
    const ap_findings *own = stream->base.text.io.findings;
    scale_reader reader = { .stream = stream };
    if (use == NULL || own->faults > 0 || own->arena->failed)
        return;
    reader.input = *(const ap_view *)use->model;
    ap_io_init(&reader.io, reader.input, use->findings, use->findings->arena, NULL);
    (void)read_file(&reader);
}

bool ap_md5scale_read(ap_view input, ap_findings *findings, ap_md5scale_list *scale)
{
    scale_reader reader = { .input = input, .kept = scale };
    *scale = (ap_md5scale_list){ .items = ap_alloc_array(
                                     findings->arena, AP_MD5SCALE_MOST_MEMBERS, sizeof *scale->items) };
    if (scale->items == NULL)
        return false;
    ap_io_init(&reader.io, input, findings, findings->arena, NULL);
    return read_file(&reader) && !findings->arena->failed;
}

/* Implements ap_companion.parse: keeps only the text, because joints and frames can be checked only together with the
   animation. */
static const void *keep_text_of_scale_file(ap_view input, ap_findings *findings)
{
    ap_view *kept = ap_alloc(findings->arena, sizeof *kept);
    if (kept != NULL)
        *kept = input;
    return kept;
}

const ap_companion ap_md5scale = {
    .name = "md5scale", .extension = ".md5scale", .parse = keep_text_of_scale_file
};
