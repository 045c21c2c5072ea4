/* Writes many float32 in one call, with the text that ap_float_text gives each number. */
#ifndef AP_FLOAT_SPELL_H
#define AP_FLOAT_SPELL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "core/number/float_text.h"

/* The digits of a number, a byte for each, the first digit in the lowest byte. float_spell_avx2.h lists
   special values. */
typedef struct ap_digits_of_float {
    uint64_t integer, fraction; /* digits before the point; digits after the point */
} ap_digits_of_float;

enum { AP_SPELLED_TOGETHER = 4 };

/* Finds the digits of finite numbers. `spelled` must have room for `count`, rounded up to a multiple of AP_SPELLED_TOGETHER.
   Without AVX2, and if `no_simd` (for tests), leaves all numbers to ap_float_text: ap_put_floats_by_digits then writes the
   same text, more slowly. */
void ap_find_float_digits_if_avx2(
    const float *values, size_t count, bool no_simd, ap_digits_of_float *spelled);

/* Writes the numbers as ap_float_text does, given the digits that ap_find_float_digits_if_avx2 found. A space separates
   two numbers, after a comma if `commas`. `text` must have room for 2 + AP_FLOAT_TEXT_BYTES bytes for each
   number, and the whole room may be overwritten. Returns the end of the last number. */
char *ap_put_floats_by_digits(
    const float *values, const ap_digits_of_float *spelled, size_t count, bool commas, char *text);

#endif
