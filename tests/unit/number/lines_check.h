/* Random lines of parentheses, numbers and words, and functions that read their tokens byte by byte: the reference path for
   reading many lines at once. */
#ifndef LINES_CHECK_H
#define LINES_CHECK_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "core/number/number.h"
#include "tests/unit/number/number_run_check.h"
#include "tests/unit/support/test_choices.h"

enum {
    TEXT_BYTES = 16 * 1024,
    LINES = 40,
    PADDING = 64 /* bytes after the last line, so that AVX2 can load whole blocks */
};

typedef struct lines_text {
    char bytes[TEXT_BYTES];
    size_t used, at; /* `at`: start of the lines, directly after a token */
} lines_text;

static inline void put(lines_text *text, const char *words)
{
    memcpy(text->bytes + text->used, words, strlen(words));
    text->used += strlen(words);
}

static inline void put_gap_within_line(lines_text *text, choices *random)
{
    static const char *const gaps[] = { " ", " ", " ", " ", "  ", "\t", "         " };
    put(text, gaps[random_number_below(random, sizeof gaps / sizeof *gaps)]);
}

static inline void put_line_end(lines_text *text, choices *random)
{
    static const char *const ends[] = { "\n", "\n", "\n", "\r\n", " \n", "\n\n", "\n\t", "\n  \r\n " };
    put(text, ends[random_number_below(random, sizeof ends / sizeof *ends)]);
}

static inline void put_coordinate(lines_text *text, choices *random)
{
    const unsigned whole = random_number_below(random, random_number_below(random, 3) == 0 ? 10000 : 10);
    const unsigned fraction = random_number_below(random, 10000), kind = random_number_below(random, 6);
    char spelled[40];
    if (random_number_below(random, 2) == 0)
        put(text, "-");
    if (random_number_below(random, 400) == 0) {
        char *at = text->bytes + text->used;
        put_tie_or_long_number(random, &at);
        text->used = (size_t)(at - text->bytes);
        return;
    }
    if (kind == 0)
        snprintf(spelled, sizeof spelled, "%u", whole);
    else if (kind == 1)
        snprintf(spelled, sizeof spelled, ".%u", fraction);
    else if (kind == 2)
        snprintf(spelled, sizeof spelled, "%u.", whole);
    else
        snprintf(spelled, sizeof spelled, "%u.%04u%u", whole, fraction, random_number_below(random, 1000));
    put(text, spelled);
}

/* Writes digits and a token before the first line. */
static inline void put_text_before_lines(lines_text *text, choices *random)
{
    text->used = 0;
    for (unsigned i = 16 + random_number_below(random, 64); i > 1; i--)
        put(text, "7");
    put(text, random_number_below(random, 2) == 0 ? "{" : ")");
    text->at = text->used;
}

/* Writes a brace and padding after the last line. In one of three texts, changes one or two bytes of the lines. */
static inline void end_lines_and_sometimes_damage_them(lines_text *text, choices *random)
{
    static const char odd[] = " \n\r\t\0.-0123456789e}{()()\"/\x80+\x01\f";
    put_line_end(text, random);
    const size_t end = text->used;
    put(text, "}");
    for (unsigned i = random_number_below(random, 3) == 0 ? random_number_below(random, PADDING) : PADDING;
         i > 0; i--)
        put(text, i % 9 == 0 ? "\n" : ")");
    for (unsigned i = random_number_below(random, 3) == 0 ? 1 + random_number_below(random, 2) : 0; i > 0;
         i--)
        text->bytes[text->at + random_number_below(random, (unsigned)(end - text->at))] =
            odd[random_number_below(random, sizeof odd - 1)];
}

static inline bool is_control_or_space(uint8_t byte)
{
    return byte > 0 && byte <= 0x20;
}

/* Skips blanks and counts line ends in *line_ends. Returns false at a CR without LF. */
static inline bool skip_blanks_and_count_unless_lone_cr(ap_view text, size_t *at, size_t *line_ends)
{
    const uint8_t *bytes = text.bytes;
    for (*line_ends = 0; *at < text.size && strchr(" \t\n\r", bytes[*at]) != NULL && bytes[*at] != 0; ++*at) {
        *line_ends += bytes[*at] == '\n';
        if (bytes[*at] == '\r' && (*at + 1 == text.size || bytes[*at + 1] != '\n'))
            return false;
    }
    return true;
}

/* Reads blanks, then the token `mark` or a number ('\0'), then a blank. The blanks before the token must contain a line end if
   `new_line`, and no line end otherwise. Clears *fast_must_accept if a fast path may refuse the number. */
static inline bool read_mark_or_number(
    ap_view text, size_t *at, char mark, bool new_line, float *value, bool *fast_must_accept)
{
    const uint8_t *bytes = text.bytes;
    const size_t start = *at;
    size_t lines;
    if (!skip_blanks_and_count_unless_lone_cr(text, at, &lines) || (lines > 0) != new_line || *at == start
        || *at == text.size)
        return false;
    size_t end = *at + 1;
    if (mark != '\0' && bytes[*at] != (uint8_t)mark)
        return false;
    while (mark == '\0' && end < text.size && !is_control_or_space(bytes[end])
           && strchr("(){}", bytes[end]) == NULL)
        end++;
    if (mark == '\0') {
        const ap_number number = ap_parse_float((ap_view){ bytes + *at, end - *at });
        if (number.fault != AP_NUMBER_FINE || number.has_exponent)
            return false;
        *value = number.value;
        *fast_must_accept &= must_fast_path_accept(bytes + *at, end - *at);
    }
    *at = end;
    return end < text.size && is_control_or_space(bytes[end]);
}

#endif
