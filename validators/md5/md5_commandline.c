/* Reads the commandline of the header, and checks for text that some readers take for keywords. */
#include <string.h>

#include "validators/md5/md5_stream.h"

enum { LONGEST_COMMANDLINE = 1023 };

/* Returns true if the next token is a string; otherwise reports that token. */
static bool expect_string(ap_md5_stream *stream, const char *path)
{
    ap_text *text = &stream->text;
    ap_token token = ap_text_peek_token(text);
    ap_view found = { text->io.input.bytes + token.span.offset, token.span.length };
    if (token.kind == AP_TOKEN_END || token.kind == AP_TOKEN_BROKEN_STRING) {
        ap_text_report_unexpected(text, "a quoted string");
        return false;
    }
    if (token.kind != AP_TOKEN_STRING) {
        ap_add_finding_at(&text->io, AP_MD5_RULE(stream, COMMANDLINE), token.span, path,
            ap_text_value("a quoted string"), ap_bytes(found), ": the quotes may be empty");
        return false;
    }
    return true;
}

static bool is_word_byte(uint8_t byte)
{
    return (uint8_t)((byte | 0x20) - 'a') < 26 || (uint8_t)(byte - '0') < 10 || byte == '_';
}

/* Returns true if the text has the word as a whole: no letter, digit or underscore comes directly before or after it. Any
   character may follow a word such as "mesh {", which ends in another character. */
static bool has_word(ap_view text, const char *word)
{
    const size_t length = strlen(word);
    for (size_t at = 0; at + length <= text.size; at++) {
        const uint8_t *found = memmem(text.bytes + at, text.size - at, word, length);
        if (found == NULL)
            return false;
        at = (size_t)(found - text.bytes);
        const bool begins = at == 0 || !is_word_byte(found[-1]);
        if (begins
            && (at + length == text.size || !is_word_byte((uint8_t)word[length - 1])
                || !is_word_byte(found[length])))
            return true;
    }
    return false;
}

static void check_commandline(ap_md5_stream *stream, ap_token string)
{
    ap_io *io = &stream->text.io;
    const ap_view text = stream->commandline;
    const ap_rule *rule = AP_MD5_RULE(stream, COMMANDLINE_TEXT);
    if (string.touches)
        ap_text_report_spacing_once(&stream->text, AP_SPACING_KEY_STRING, string.span);
    if (text.size > LONGEST_COMMANDLINE)
        ap_add_finding(io, AP_MD5_RULE(stream, COMMANDLINE_LONG),
            ap_value_with_prefix("at most", ap_byte_count(LONGEST_COMMANDLINE)), ap_byte_count(text.size),
            ":");
    if (text.size > 0 && text.bytes[text.size - 1] == '\\') {
        ap_add_finding(io, rule, ap_text_value("a string without a backslash at its end"), ap_no_value(),
            " ends in a backslash, which some readers take as an escape of the quote");
        return;
    }
    for (const char *const *word = stream->grammar->commandline_words; word != NULL && *word != NULL;
         word++) {
        if (has_word(text, *word)) {
            ap_add_finding(io, rule, ap_text_value("a string without keywords"), ap_text_value(*word),
                " has the word %s, which some readers find in this string instead of in the file", *word);
            return;
        }
    }
}

ap_md5_step_after_header_value ap_md5_read_or_write_commandline(ap_md5_stream *stream, const char *path)
{
    ap_text *text = &stream->text;
    const bool writing = ap_is_writing(&text->io);
    if (!writing && !expect_string(stream, path))
        return AP_MD5_VALUE_WRONG;
    if (!ap_text_string(text, path, &stream->commandline))
        return AP_MD5_VALUE_WRONG;
    if (!writing)
        check_commandline(stream, text->next);
    return AP_MD5_VALUE_READ;
}
