/* Random texts of numbers, valid and broken, read by each fast path and number by number. */
#ifndef NUMBER_RUN_CHECK_H
#define NUMBER_RUN_CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/number/number.h"
#include "core/number/number_run.h"
#include "tests/unit/support/test_choices.h"

enum { RUN_NUMBERS = 80, RUN_TEXT_BYTES = 4000, RUN_SPELLING_BYTES = 60 };

typedef struct run_text {
    char bytes[RUN_TEXT_BYTES];
    size_t used, at; /* `at`: start of the run */
    size_t numbers;  /* number of numbers in the text */
} run_text;

/* A run as the reference path reads it, number by number. */
typedef struct expected_run {
    bool plain;            /* only plain numbers, blanks and the brace */
    bool fast_must_accept; /* a fast path must not refuse the run: few digits, no ties */
    size_t at, number_end, count;
    float values[RUN_NUMBERS + 8];
} expected_run;

static inline void put_digits(choices *random, char **at, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        *(*at)++ = (char)('0' + random_number_below(random, 10));
}

/* Writes an unusual number: a tie between two float32, many digits, or a power of two. */
static inline void put_tie_or_long_number(choices *random, char **at)
{
    char text[200];
    const uint32_t bits = (uint32_t)next_random_number(random) % 0x7f800000;
    double value = (double)ap_float_of_bits(bits);
    if (random_number_below(random, 2) == 0)
        value = (value + (double)ap_float_of_bits(bits + 1)) / 2;
    int length;
    switch (random_number_below(random, 4)) {
    case 0:
        length = snprintf(text, sizeof text, "%.*f", (int)random_number_below(random, 20), fmod(value, 1e6));
        break;
    case 1:
        length = snprintf(text, sizeof text, "%u", 16777216U + 2 * random_number_below(random, 1U << 30) + 1);
        break;
    case 2:
        length = snprintf(text, sizeof text, "%.17g", 1 + ldexp(random_number_below(random, 1U << 25), -24));
        break;
    default:
        length = snprintf(text, sizeof text, "%.*f", (int)random_number_below(random, 12),
            ldexp(1, (int)random_number_below(random, 60)));
        break;
    }
    length = length < RUN_SPELLING_BYTES - 2 ? length : RUN_SPELLING_BYTES - 2;
    memcpy(*at, text, (size_t)length);
    *at += length;
}

static inline void put_number(choices *random, char **at)
{
    const unsigned kind = random_number_below(random, 16), whole = 1 + random_number_below(random, 3);
    if (random_number_below(random, 2) == 0)
        *(*at)++ = '-';
    if (kind == 0) {
        put_tie_or_long_number(random, at);
        return;
    }
    if (kind > 2) { /* a number of another kind begins with its point */
        *(*at)++ = (char)('0' + random_number_below(random, 10));
        if ((*at)[-1] != '0')
            put_digits(random, at, whole - 1);
    }
    if (kind > 3)
        *(*at)++ = '.';
    else if (kind < 3)
        *(*at)++ = '.';
    if (kind < 3 || kind > 4)
        put_digits(random, at, 1 + random_number_below(random, kind == 5 ? 18 : 10));
}

static inline void put_blanks(choices *random, char **at, bool crlf)
{
    static const char blanks[] = "\t\n\x20";
    do {
        const unsigned kind = random_number_below(random, 12);
        if (kind == 0 && crlf)
            *(*at)++ = '\r';
        *(*at)++ = kind == 0   ? '\n'
                   : kind == 1 ? blanks[random_number_below(random, sizeof blanks - 1)]
                               : ' ';
    } while (random_number_below(random, 12) == 0);
}

/* Writes a run, its brace and bytes after it; in every second text one byte of the run is replaced. */
static inline void write_random_run_sometimes_damaged(run_text *text, choices *random)
{
    static const char odd[] = " \n\r\t\0.-0123456789e}{(/\x80\x01\f\x1f+\"";
    const bool crlf = random_number_below(random, 3) == 0;
    char *at = text->bytes;
    text->at = random_number_below(random, 40);
    memset(at, random_number_below(random, 2) == 0 ? '7' : '-', text->at);
    at += text->at;
    if (text->at > 0)
        at[-1] = '{';
    text->numbers = random_number_below(random, RUN_NUMBERS);
    for (size_t i = 0; i < text->numbers && at - text->bytes < RUN_TEXT_BYTES - 400; i++) {
        put_blanks(random, &at, crlf);
        put_number(random, &at);
    }
    if (random_number_below(random, 2) == 0)
        put_blanks(random, &at, crlf);
    char *end = at;
    *at++ = '}';
    const size_t after = random_number_below(random, 3) == 0 ? random_number_below(random, 80) : 120;
    memset(at, random_number_below(random, 2) == 0 ? '1' : ' ', after);
    text->used = (size_t)(at - text->bytes) + after;
    if (random_number_below(random, 2) == 0 && end > text->bytes + text->at)
        text->bytes[text->at + random_number_below(random, (unsigned)(end - text->bytes - (long)text->at))] =
            odd[random_number_below(random, sizeof odd - 1)];
}

static inline bool is_number_byte(uint8_t byte)
{
    return (byte >= '0' && byte <= '9') || byte == '.' || byte == '-';
}

/* Returns false if a fast path may refuse the number: its double is a tie between two float32, or it has too many digits. */
static inline bool must_fast_path_accept(const uint8_t *bytes, size_t size)
{
    char text[RUN_TEXT_BYTES];
    memcpy(text, bytes, size);
    text[size] = '\0';
    const uint64_t bits = ap_bits_of_double(strtod(text, NULL));
    const char *point = strchr(text, '.');
    const size_t whole = point == NULL ? size : (size_t)(point - text);
    return (bits & 0x1fffffff) != 0x10000000 && size <= 15 && whole <= 7;
}

static inline expected_run expected_result_of_run(const uint8_t *bytes, size_t size, size_t at)
{
    expected_run truth = { .plain = true, .fast_must_accept = true, .number_end = at };
    for (;;) {
        for (; at < size && bytes[at] <= 0x20 && truth.plain; at++)
            truth.plain = bytes[at] == '\r' ? at + 1 < size && bytes[at + 1] == '\n'
                                            : bytes[at] == ' ' || bytes[at] == '\t' || bytes[at] == '\n';
        if (at == size || !truth.plain || bytes[at] == '}')
            break;
        const size_t first = at;
        while (at < size && is_number_byte(bytes[at]))
            at++;
        const ap_number number = ap_parse_float((ap_view){ bytes + first, at - first });
        truth.plain = number.fault == AP_NUMBER_FINE && at < size && (bytes[at] <= 0x20 || bytes[at] == '}')
                      && truth.count < RUN_NUMBERS;
        if (!truth.plain)
            break;
        truth.fast_must_accept &= must_fast_path_accept(bytes + first, at - first);
        truth.number_end = at;
        truth.values[truth.count++] = number.value;
    }
    truth.at = at;
    truth.plain &= at < size;
    return truth;
}

/* Reads the run once. Returns a text that says what was read wrongly, or NULL. */
static inline const char *fault_of_reading_once(const expected_run *truth, ap_number_run *run, bool no_simd)
{
    const size_t stored = truth->count < run->room ? truth->count : run->room;
    const uint32_t canary = 0xdeadbeef;
    memset(run->values, 0xff,
        run->room * sizeof *run->values); /* so that values of an earlier reading are overwritten */
    memcpy(&run->values[run->room], &canary, sizeof canary);
    const bool read = ap_read_number_run(run, '}', no_simd);
    if (memcmp(&run->values[run->room], &canary, sizeof canary) != 0)
        return "a value is stored past the end of the array";
    if (!read)
        return truth->plain && truth->fast_must_accept ? "the fast path must not refuse a plain run" : NULL;
    if (!truth->plain)
        return "the fast path must refuse a malformed run";
    if (run->at != truth->at || run->number_end != truth->number_end || run->count != truth->count)
        return "the run has the wrong end or count";
    return memcmp(run->values, truth->values, stored * sizeof *run->values) == 0
               ? NULL
               : "the run has a wrong value";
}

/* Replaces some spaces by commas. Returns false if the text has a comma already. */
static inline bool replace_spaces_unless_commas_exist(uint8_t *bytes, size_t size, size_t at, choices *random)
{
    if (memchr(bytes, ',', size) != NULL)
        return false;
    for (size_t i = at; i < size; i++)
        bytes[i] = bytes[i] == ' ' && random_number_below(random, 2) == 0 ? ',' : bytes[i];
    return true;
}

/* Reads the text with and without AVX2, then with commas. Memory has exactly the text's size. Returns what is wrong, or NULL. */
static inline const char *fault_of_reading_run(const run_text *text, choices *random)
{
    float values[RUN_NUMBERS + 16];
    uint8_t *bytes = malloc(text->used);
    memcpy(bytes, text->bytes, text->used);
    const expected_run truth = expected_result_of_run(bytes, text->used, text->at);
    const size_t more = random_number_below(random, 4);
    const size_t room = more == 3 ? random_number_below(random, RUN_NUMBERS) : truth.count + more;
    const char *fault = NULL;
    for (int i = 0; i < 4 && fault == NULL; i++) {
        const bool commas = i >= 2;
        if (i == 2 && !replace_spaces_unless_commas_exist(bytes, text->used, text->at, random))
            break;
        ap_number_run run = {
            .input = { bytes, text->used }, .at = text->at, .values = values, .room = room, .commas = commas
        };
        fault = fault_of_reading_once(&truth, &run, i % 2 == 0);
    }
    free(bytes);
    return fault;
}

/* Returns the fault that ap_parse_float must give a number that strtof reads. */
static inline ap_number_fault expected_number_fault(const char *text)
{
    const bool negative = *text == '-';
    if (strncmp(text + negative, "0e", 2) == 0)
        return AP_NUMBER_MALFORMED;
    if (strpbrk(text, ".e") == NULL && fabs(strtod(text, NULL)) >= 0x1p32)
        return AP_NUMBER_WRAPS;
    return isinf(strtof(text, NULL)) ? AP_NUMBER_OUT_OF_RANGE : AP_NUMBER_FINE;
}

/* Returns true if ap_parse_float reads the number as strtof does. */
static inline bool is_number_read_like_strtof(const char *text)
{
    const ap_number number = ap_parse_float((ap_view){ (const uint8_t *)text, strlen(text) });
    const float expected = strtof(text, NULL);
    const ap_number_fault fault = expected_number_fault(text);
    return fault != AP_NUMBER_FINE ? number.fault == fault
                                   : number.fault == AP_NUMBER_FINE
                                         && ap_bits_of_float(number.value) == ap_bits_of_float(expected);
}

#endif
