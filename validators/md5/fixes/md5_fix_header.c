/* Fixes the header after MD5Version and its number: writes each key once, in the format's order and spelling. */
#include <assert.h>
#include <stdio.h>

#include "core/base/same_bytes.h"
#include "validators/md5/fixes/md5_fix_tools.h"
#include "validators/md5/fixes/md5_fixes.h"

enum { MOST_KEYS = 8, NUMBER_BYTES = 24 };

typedef struct header_reader {
    const ap_fix_job *job;
    const ap_md5_header_keys *header;
    ap_token_reader tokens;
    size_t count;
    ap_span values[MOST_KEYS]; /* per key: span of the value; length 0 if the value was not found */
    bool bare;                 /* the commandline in the file has no quotes */
    ap_span all;               /* span from the first key to the last value */
    const char *refused;       /* the reason if the header cannot be fixed; otherwise NULL */
} header_reader;

static ap_view text_of_current_token(const header_reader *w)
{
    return ap_fix_input_at(w->job, w->tokens.token.span);
}

/* Returns the index of the key that the current token spells, ignoring case; w->count if it is not a key. */
static size_t find_key(const header_reader *w)
{
    size_t key = 0;
    while (key < w->count && !ap_is_word_in_any_case(text_of_current_token(w), w->header->keys[key]))
        key++;
    return key;
}

/* Returns the offset of the first line feed or carriage return at or after `at`; the size of the input if none follows. */
static size_t find_line_end(ap_view input, size_t at)
{
    while (at < input.size && input.bytes[at] != '\n' && input.bytes[at] != '\r')
        at++;
    return at;
}

/* Reads a commandline without quotes: from the current token on to the end of the line. Moves the lexer to that end, and sets
   w->refused if the text has a quote. `key_span` is the span of the key. If the line of the key ends before the current token,
   returns a span of length 0 and does not move the lexer. */
static ap_span read_unquoted_commandline(header_reader *w, ap_span key_span)
{
    const ap_view input = w->job->input;
    const size_t from = w->tokens.token.span.offset;
    const size_t end = find_line_end(input, ap_span_end(key_span));
    if (end < from)
        return (ap_span){ ap_span_end(key_span), 0 };
    if (memchr(input.bytes + from, '"', end - from) != NULL)
        w->refused = "the commandline has a quote inside but none around it, so its text is unknown";
    ap_lexer_init(&w->tokens.lexer, &w->tokens.io, w->tokens.lexer.rules, end);
    w->tokens.lexer.silent = true;
    return (ap_span){ from, end - from };
}

/* Reads the value of the current key: the next token, or for a commandline without quotes the rest of the line. Makes the token
   after the value the current one; returns false if no token follows. Sets w->refused if the key has no value, or has
   another value earlier in the header. */
static bool read_value_and_next_token(header_reader *w, size_t key)
{
    const ap_span word = w->tokens.token.span;
    bool more = ap_read_next_token(&w->tokens);
    ap_span value = w->tokens.token.span;
    const bool bare = more && key == 0 && w->tokens.token.kind == AP_TOKEN_WORD;
    if (bare) {
        value = read_unquoted_commandline(w, word);
        w->bare = true;
    } else if (!more || w->tokens.token.kind != (key == 0 ? AP_TOKEN_STRING : AP_TOKEN_WORD)
               || find_key(w) < w->count) {
        w->refused = "a key of the header has no value";
    }
    if (w->values[key].length > 0
        && !ap_same_bytes(ap_fix_input_at(w->job, w->values[key]), ap_fix_input_at(w->job, value)))
        w->refused = "a key of the header has two values";
    if (w->all.length == 0)
        w->all.offset = word.offset;
    w->values[key] = value;
    w->all.length = ap_span_end(value) - w->all.offset;
    return bare && value.length == 0 ? more : ap_read_next_token(&w->tokens);
}

/* Skips MD5Version and its number, and reads the keys and values up to the keyword of the first section. Stops and sets
   w->refused at a word that is not a key, or at a key without one clear value. */
static void read_header_or_refuse(header_reader *w)
{
    bool more =
        ap_read_next_token(&w->tokens) && ap_read_next_token(&w->tokens) && ap_read_next_token(&w->tokens);
    while (more && w->refused == NULL
           && !ap_token_is_bare_word(&w->tokens.io, w->tokens.token, w->header->section)) {
        const size_t key = find_key(w);
        if (key < w->count)
            more = read_value_and_next_token(w, key);
        else
            w->refused = "the header has a word that is not one of its keys";
    }
    if (w->refused == NULL && (!more || w->all.length == 0))
        w->refused = "the end of the header cannot be determined";
}

static void append_text(ap_view text, uint8_t *out, size_t *used)
{
    if (out != NULL)
        memcpy(out + *used, text.bytes, text.size);
    *used += text.size;
}

/* Writes a commandline that had no quotes. Single quotes around it are dropped, because readers do not
   take them for quotes. */
static void append_in_double_not_single_quotes(ap_view text, uint8_t *out, size_t *used)
{
    const bool single = text.size >= 2 && text.bytes[0] == '\'' && text.bytes[text.size - 1] == '\'';
    append_text(ap_view_of_string("\""), out, used);
    append_text((ap_view){ text.bytes + single, text.size - 2 * (size_t)single }, out, used);
    append_text(ap_view_of_string("\""), out, used);
}

/* Returns the line end of the file's first line: "\r\n" or "\n", which is also the result if the file has no line end. */
static const char *first_line_end(ap_view input)
{
    const uint8_t *end = memchr(input.bytes, '\n', input.size);
    return end != NULL && end > input.bytes && end[-1] == '\r' ? "\r\n" : "\n";
}

/* Writes the header to `out`, unless `out` is NULL. Returns the size of the header in bytes. Sets w->refused if a
   value is missing and cannot be derived. */
static size_t write_header_or_refuse(header_reader *w, uint8_t *out)
{
    size_t used = 0, value = 0;
    char number[NUMBER_BYTES];
    for (size_t key = 0; key < w->count && w->refused == NULL; key++) {
        if (key > 0)
            append_text(ap_view_of_string(first_line_end(w->job->input)), out, &used);
        append_text(ap_view_of_string(w->header->keys[key]), out, &used);
        append_text(ap_view_of_string(" "), out, &used);
        if (key == 0 && w->bare) {
            append_in_double_not_single_quotes(ap_fix_input_at(w->job, w->values[key]), out, &used);
        } else if (w->values[key].length > 0) {
            append_text(ap_fix_input_at(w->job, w->values[key]), out, &used);
        } else if (key == 0) {
            append_text(ap_view_of_string("\"\""), out, &used);
        } else if (w->header->derive_value(w->job, key, &value)) {
            snprintf(number, sizeof number, "%zu", value);
            append_text(ap_view_of_string(number), out, &used);
        } else {
            w->refused = "a key of the header is missing, and its value cannot be derived";
        }
    }
    return used;
}

static bool has_comment_in_span(const ap_fix_job *job, ap_span span)
{
    ap_token_reader walk;
    size_t end = 0;
    ap_begin_reading_tokens(&walk, job, ap_fix_input_at(job, span));
    for (bool more = true; more; end = ap_span_end(walk.token.span)) {
        more = ap_read_next_token(&walk);
        if (memchr(job->input.bytes + span.offset + end, '/', walk.token.span.offset - end) != NULL)
            return true;
    }
    return false;
}

void ap_md5_fix_header(const ap_fix_job *job, const ap_finding *finding, ap_fix *fix)
{
    const ap_md5_header_keys *header = job->with;
    header_reader walk = { .job = job, .header = header };
    (void)finding;
    while (header->keys[walk.count] != NULL)
        walk.count++;
    assert(walk.count <= MOST_KEYS);
    ap_begin_reading_tokens(&walk.tokens, job, job->input);
    read_header_or_refuse(&walk);
    const size_t size = write_header_or_refuse(&walk, NULL);
    uint8_t *out = ap_alloc(job->arena, size);
    fix->refused = walk.refused;
    if (out == NULL || fix->refused != NULL)
        return;
    fix->refused = "comments would be lost: --unsafe removes them";
    if (!job->unsafe && has_comment_in_span(job, walk.all))
        return;
    (void)write_header_or_refuse(&walk, out);
    *fix = (ap_fix){ .span = walk.all, .text = { out, size } };
}
