/* Finds the digits of four float32 at once: the AVX2 implementation of core/number/float_spell.h. */
#ifndef AP_FLOAT_SPELL_AVX2_H
#define AP_FLOAT_SPELL_AVX2_H

#include "core/number/float_spell.h"

/* value of ap_digits_of_float.integer for a number that only ap_float_text can write */
#define AP_NOT_SPELLED UINT64_MAX

/* bit of ap_digits_of_float.fraction: set if a ninth digit, which is 1, precedes the eight digits in its bytes */
#define AP_NINTH_DIGIT (UINT64_C(1) << 60)

/* Decimal places after the point for each float32 exponent from 2^-30 to 2^23. Their number is chosen so that the distance to the
   next float32 is at least one unit of the last place and less than ten. The lowest digit of `fraction` is that of the last
   place, so that a number with fewer than eight places has fewer than eight digits in `fraction`. */
enum { AP_LEAST_SPELLED_EXPONENT = 127 - 30 };
#define AP_SPELLED_PLACES                                                                                    \
    P(16), P(16), P(16), P(16), P(15), P(15), P(15), P(14), P(14), P(14), P(13), P(13), P(13), P(13), P(12), \
        P(12), P(12), P(11), P(11), P(11), P(10), P(10), P(10), P(10), P(9), P(9), P(9), P(8), P(8), P(8),   \
        P(7), P(7), P(7), P(7), P(6), P(6), P(6), P(5), P(5), P(5), P(4), P(4), P(4), P(4), P(3), P(3),      \
        P(3), P(2), P(2), P(2), P(1), P(1), P(1), P(0)

/* Does what ap_find_float_digits_if_avx2 does, for a multiple of AP_SPELLED_TOGETHER. Call it only if ap_can_use_avx2
   is true. */
void ap_find_float_digits_avx2(const float *values, size_t count, ap_digits_of_float *spelled);

#endif
