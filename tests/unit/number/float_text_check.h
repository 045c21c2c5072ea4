/* Checks the text of ap_float_text with the C library only. Shared by a unit test and the sweep over all numbers. */
#ifndef FLOAT_TEXT_CHECK_H
#define FLOAT_TEXT_CHECK_H

#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/number/float_text.h"

/* Returns true if the text reads back to exactly this float32. */
static inline bool float_text_reads_as(const char *text, float value)
{
    return ap_bits_of_float(strtof(text, NULL)) == ap_bits_of_float(value);
}

/* Copies the digits of a number without sign, point, exponent, and leading and trailing zeros. Returns their number. */
static inline size_t float_text_digits(const char *text, char digits[64])
{
    size_t count = 0;
    for (; *text != '\0' && *text != 'e'; text++) {
        if (*text >= (count == 0 ? '1' : '0') && *text <= '9')
            digits[count++] = *text;
    }
    while (count > 0 && digits[count - 1] == '0')
        count--;
    digits[count] = '\0';
    return count;
}

/* Returns true if the text has the form -?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?, from 2^32 on with ".0" appended, and from 2^64 on
   [1-9](\.[0-9]*[1-9])?e[1-9][0-9]. */
static inline bool float_text_has_form_of_magnitude(const char *text, float magnitude)
{
    const bool exponent = magnitude >= 0x1p64F, large = magnitude >= 0x1p32F && !exponent;
    text += *text == '-';
    const size_t whole = strspn(text, "0123456789");
    if (whole == 0 || (whole > 1 && (*text == '0' || exponent)))
        return false;
    text += whole;
    if (large || *text == '\0')
        return large ? strcmp(text, ".0") == 0 : !exponent;
    if (*text == '.') {
        const size_t fraction = strspn(text + 1, "0123456789");
        if (fraction == 0 || text[fraction] == '0')
            return false;
        text += 1 + fraction;
    }
    return exponent ? *text == 'e' && text[1] != '0' && strspn(text + 1, "0123456789") == 2 && text[3] == '\0'
                    : *text == '\0';
}

/* Returns what is wrong with the text of a finite number, or NULL. At powers of two the interval of a float32 is uneven: the
   nearest decimal of a length may be outside the interval although another decimal of that length is inside. There only reading
   back is checked. */
static inline const char *float_text_fault(float value)
{
    char text[AP_FLOAT_TEXT_BYTES + 1], digits[64], other[64], nearest[64];
    const bool uneven = (ap_bits_of_float(value) & 0x7fffff) == 0;
    const size_t size = ap_float_text(value, text);
    if (size >= AP_FLOAT_TEXT_BYTES)
        return "too long";
    text[size] = '\0';
    if (!float_text_has_form_of_magnitude(text, fabsf(value)))
        return "not a plain decimal";
    if (!float_text_reads_as(text, value))
        return "another number";
    const size_t count = float_text_digits(text, digits);
    if (count > 1) {
        snprintf(other, sizeof other, "%.*e", (int)count - 2, (double)value);
        if (float_text_reads_as(other, value))
            return "not the shortest";
    }
    if (count == 0 || uneven)
        return NULL;
    snprintf(other, sizeof other, "%.*e", (int)count - 1, (double)value);
    float_text_digits(other, nearest);
    return strpbrk(text, ".e") == NULL || strcmp(nearest, digits) == 0 ? NULL : "not the nearest";
}

#endif
