#include "validators/memg/obj/obj_number.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>

#include "core/number/double_number.h"

/* The digits of 2^1024 - 2^970, halfway between the greatest double and the next power of two: numbers from
   here on round to infinity. The first of the 309 digits is that of 10^308. */
static const char first_infinite[] =
    "17976931348623158079372897140530341507993413271003782693617377898044496829276475094664901797758720709633"
    "02864166928879109465555478519404026306574886715058206819089020007083836762738548458177115317644757302700"
    "69855571366959622842914819860834936475292719074168444365510704342711559699508093042880177904174497792";

enum {
    GREATEST_EXPONENT = 308,
    LEAST_POWER = -1000, /* limit for the power of ten, far below that of the smallest double */
    USED_DIGITS = 40,
    NUMBER_BYTES = 64
};

#define EXPONENT_BOUND                                                                                       \
    (INT64_C(1) << 60) /* used for all exponents from 10 x 2^56 on; exponents in real files have fewer
                          digits */

static bool is_digit(uint8_t byte)
{
    return byte >= '0' && byte <= '9';
}

static size_t sign_bytes(ap_view word, size_t at)
{
    return at < word.size && (word.bytes[at] == '+' || word.bytes[at] == '-') ? 1 : 0;
}

/* The digits and the point before the exponent. */
typedef struct mantissa_digits {
    size_t end; /* offset after the last digit or the point */
    size_t digits;
    size_t first;  /* offset of the first digit other than 0; `end` if all digits are 0 */
    int64_t power; /* power of ten that the digit at `first` is multiplied by */
} mantissa_digits;

static mantissa_digits read_mantissa(ap_view word, size_t at)
{
    mantissa_digits read = { .end = at };
    bool found = false;
    size_t point = word.size; /* offset of the point; word.size before the point is found */
    size_t first = 0;
    for (; read.end < word.size; read.end++) {
        const uint8_t byte = word.bytes[read.end];
        if (byte == '.' && point == word.size) {
            point = read.end;
            continue;
        }
        if (!is_digit(byte))
            break;
        read.digits++;
        if (byte != '0' && !found) {
            found = true;
            first = read.end;
        }
    }
    read.first = found ? first : read.end;
    if (point == word.size)
        point = read.end;
    read.power =
        read.first < point ? (int64_t)(point - read.first) - 1 : (int64_t)point - (int64_t)read.first;
    return read;
}

/* Reads the exponent from `at` to the end of the word: `e`, an optional sign and digits. An empty rest is the
   exponent 0. Returns false for anything else. */
static bool read_exponent(ap_view word, size_t at, int64_t *exponent)
{
    *exponent = 0;
    if (at == word.size)
        return true;
    if ((word.bytes[at] | 0x20) != 'e')
        return false;
    at++;
    const bool negative = at < word.size && word.bytes[at] == '-';
    at += sign_bytes(word, at);
    if (at == word.size)
        return false;
    for (; at < word.size && is_digit(word.bytes[at]); at++)
        *exponent =
            *exponent < EXPONENT_BOUND / 16 ? *exponent * 10 + (word.bytes[at] - '0') : EXPONENT_BOUND;
    if (negative)
        *exponent = -*exponent;
    return at == word.size;
}

/* Returns true if the digits, starting at 10^308, are less than first_infinite. */
static bool is_below_infinity(ap_view word, const mantissa_digits *digits)
{
    const char *limit = first_infinite;
    for (size_t at = digits->first; at < digits->end && *limit != '\0'; at++) {
        if (word.bytes[at] == '.')
            continue;
        if (word.bytes[at] != (uint8_t)*limit)
            return word.bytes[at] < (uint8_t)*limit;
        limit++;
    }
    return *limit != '\0'; /* the digits equal the limit's first digits; the limit does not end in 0, so a
                              shorter number is less */
}

bool ap_obj_is_number(ap_view word)
{
    int64_t exponent;
    const mantissa_digits read = read_mantissa(word, sign_bytes(word, 0));
    if (read.digits == 0 || !read_exponent(word, read.end, &exponent))
        return false;
    if (read.first == read.end)
        return true; /* the number is zero, whatever its exponent */
    const int64_t power = read.power + exponent;
    return power < GREATEST_EXPONENT || (power == GREATEST_EXPONENT && is_below_infinity(word, &read));
}

/* Returns the value of a number without its sign. Passes its digits to strtod as an integer times a power of ten, without a
   decimal point, so that the locale does not matter. */
static double number_of_digits(ap_view word, const mantissa_digits *read, int64_t exponent)
{
    char text[NUMBER_BYTES];
    size_t digits = 0;
    for (size_t at = read->first; at < read->end && digits < USED_DIGITS; at++) {
        if (word.bytes[at] != '.')
            text[digits++] = (char)word.bytes[at];
    }
    int64_t power = read->power + exponent - (int64_t)digits + 1;
    power = power < LEAST_POWER ? LEAST_POWER : power;
    snprintf(text + digits, sizeof text - digits, "e%d", (int)power);
    return digits == 0 ? 0 : strtod(text, NULL);
}

double ap_obj_parse_number(ap_view word)
{
    double value = 0;
    int64_t exponent;
    const size_t plus = word.bytes[0] == '+' ? 1 : 0;
    if (ap_scan_double((ap_view){ word.bytes + plus, word.size - plus }, &value))
        return value;
    const mantissa_digits read = read_mantissa(word, sign_bytes(word, 0));
    if (read_exponent(word, read.end, &exponent))
        value = number_of_digits(word, &read, exponent);
    return word.bytes[0] == '-' ? -value : value;
}

/* Reads an index at *at and moves *at past it. Returns false if there are no digits. */
static bool read_index(ap_view word, size_t *at, ap_obj_index *index)
{
    const uint64_t bound = UINT64_C(1) << 60;
    index->at = *at;
    index->negative = *at < word.size && word.bytes[*at] == '-';
    index->magnitude = 0;
    *at += sign_bytes(word, *at);
    const size_t start = *at;
    for (; *at < word.size && is_digit(word.bytes[*at]); ++*at) {
        const uint64_t digit = (uint64_t)(word.bytes[*at] - '0');
        index->magnitude = index->magnitude < bound / 16 ? index->magnitude * 10 + digit : bound;
    }
    index->bytes = *at - index->at;
    return *at > start;
}

bool ap_obj_read_reference(ap_view word, ap_obj_reference *reference)
{
    size_t at = 0;
    reference->form = 0;
    for (unsigned kind = AP_OBJ_VERTEX; kind < AP_OBJ_KINDS; kind++) {
        const bool left_out = kind == AP_OBJ_TEXTURE && at < word.size && word.bytes[at] == '/';
        if (!left_out) {
            if (!read_index(word, &at, &reference->indices[kind]))
                return false;
            reference->form |= 1U << kind;
        }
        if (at == word.size)
            return true;
        if (word.bytes[at] != '/')
            return false;
        at++;
    }
    return false;
}
