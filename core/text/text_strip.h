/* Reads the parts of one line by comparing bytes, without making a token of each word. text_fast.c uses these functions, and so
   do formats with special lines. */
#ifndef AP_TEXT_STRIP_H
#define AP_TEXT_STRIP_H

#include <string.h>

#include "core/finding/suppression.h"
#include "core/text/text_io.h"

enum { AP_STRIP_INTEGER_DIGITS = 9 /* most digits of an integer: every number of 9 digits fits int32 */ };

/* A position in a line. `at`: the next byte; `last_safe`: the last position at which a number may be read without a check for the
   end of the input. */
typedef struct ap_text_scanner {
    const uint8_t *at, *last_safe;
} ap_text_scanner;

/* Begins at the reader's current position. Returns false if too few bytes are left. The caller checks that the reader is right
   after a token, or has peeked a token, and that no field must be passed to a listener. */
static inline bool ap_scanner_begin(const ap_text *text, ap_text_scanner *s)
{
    const ap_view input = text->io.input;
    if (input.size - text->lexer.at <= AP_FAST_NUMBER_BYTES)
        return false;
    s->at = input.bytes + text->lexer.at;
    s->last_safe = input.bytes + input.size - AP_FAST_NUMBER_BYTES;
    return true;
}

static inline bool ap_is_space_or_tab(uint8_t byte)
{
    return byte == ' ' || byte == '\t';
}

/* Moves past blanks on the line. Returns true if there was at least one blank and enough bytes for a token are left. */
static inline bool ap_scanner_skip_gap(ap_text_scanner *s)
{
    const uint8_t *start = s->at;
    while (s->at < s->last_safe && ap_is_space_or_tab(*s->at))
        s->at++;
    return s->at > start && s->at < s->last_safe;
}

static inline size_t ap_scanner_offset(const ap_text *text, const uint8_t *at)
{
    return (size_t)(at - text->io.input.bytes);
}

/* Reads -?(0|[1-9][0-9]*) of up to AP_STRIP_INTEGER_DIGITS digits. Returns false, without moving, at other text or if no blank
   follows. */
static inline bool ap_scanner_read_int(ap_text_scanner *s, int32_t *value)
{
    const bool negative = *s->at == '-';
    const uint8_t *digits = s->at + negative, *at = digits;
    int32_t magnitude = 0;
    for (; (uint8_t)(*at - '0') < 10 && at - digits < AP_STRIP_INTEGER_DIGITS; at++)
        magnitude = 10 * magnitude + (*at - '0');
    if (at == digits || (*digits == '0' && at - digits > 1) || !ap_is_blank_other_than_nul(*at))
        return false;
    *value = negative ? -magnitude : magnitude;
    s->at = at;
    return true;
}

/* Moves to the next LF, CR, form feed or NUL, or to the last safe position. */
static inline void ap_scanner_skip_comment_unrecorded(ap_text_scanner *s)
{
    while (s->at < s->last_safe && *s->at != '\n' && *s->at != '\r' && *s->at != '\f' && *s->at != '\0')
        s->at++;
}

/* Moves past blanks and // comments to the next token or block comment. Returns false if no line ends before it, at a comment
   that touches the previous token, and at a NUL, a CR without LF or an unusual blank. */
static inline bool ap_scanner_skip_to_next_line(const ap_text *text, ap_text_scanner *s)
{
    bool line_ended = false;
    if (*s->at == '/') /* a comment that touches the previous token is left to the lexer */
        return false;
    for (; s->at < s->last_safe; s->at++) {
        if (*s->at == '/' && s->at[1] == '/') {
            if (ap_may_be_suppression(s->at, (size_t)(s->last_safe - s->at)))
                ap_record_if_suppression(text->io.findings, text->io.input, ap_scanner_offset(text, s->at));
            ap_scanner_skip_comment_unrecorded(s);
        }
        if (*s->at > 0x20)
            return line_ended;
        if (!ap_is_usual_blank(*s->at) || (*s->at == '\r' && s->at[1] != '\n'))
            return false;
        line_ended |= *s->at == '\n';
    }
    return false;
}

/* Moves past the `length` letters of `word`. Returns false, without moving, at other letters or if no space or tab follows. */
static inline bool ap_scanner_match_word(ap_text_scanner *s, const char *word, size_t length)
{
    if (memcmp(s->at, word, length) != 0 || !ap_is_space_or_tab(s->at[length]))
        return false;
    s->at += length;
    return true;
}

/* Moves past blanks and the byte `mark`. Returns false at another byte, or if no blank follows the byte. */
static inline bool ap_scanner_match_byte(ap_text_scanner *s, uint8_t mark)
{
    return ap_scanner_skip_gap(s) && *s->at == mark && ap_is_blank_other_than_nul(*++s->at);
}

/* Move past blanks, then read an integer or a number of plain spelling. Return false at anything else. */
static inline bool ap_scanner_next_int(ap_text_scanner *s, int32_t *value)
{
    return ap_scanner_skip_gap(s) && ap_scanner_read_int(s, value);
}

static inline bool ap_scanner_next_float(ap_text_scanner *s, float *value)
{
    return ap_scanner_skip_gap(s) && ap_scan_float(&s->at, value);
}

#endif
