/* The part of core/number/float_spell.h that finds the digits of four numbers at once. */
#ifndef AP_FLOAT_SPELL_AVX2_H
#define AP_FLOAT_SPELL_AVX2_H

#include "core/number/float_spell.h"

/* As `whole`: ap_float_text has to spell the number. */
#define AP_NOT_SPELLED UINT64_MAX

/* In `behind`: one digit more, a 1, is before the eight. */
#define AP_NINTH_DIGIT (UINT64_C(1) << 60)

/* The exponents of float32 from 2^-30 to 2^24, and by exponent the decimal places of what is behind the point: so many
   that the distance to the next float32 is at least one of the last place, and less than ten. Of the digits, the last
   stands at the last place; all up to eight places are there with fewer. */
enum { AP_LEAST_SPELLED = 127 - 30 };
#define AP_SPELLED_PLACES                                                                                    \
    P(16), P(16), P(16), P(16), P(15), P(15), P(15), P(14), P(14), P(14), P(13), P(13), P(13), P(13), P(12), \
        P(12), P(12), P(11), P(11), P(11), P(10), P(10), P(10), P(10), P(9), P(9), P(9), P(8), P(8), P(8),   \
        P(7), P(7), P(7), P(7), P(6), P(6), P(6), P(5), P(5), P(5), P(4), P(4), P(4), P(4), P(3), P(3),      \
        P(3), P(2), P(2), P(2), P(1), P(1), P(1), P(0)

/* As ap_spell_floats, of a multiple of AP_SPELLED_TOGETHER. Only where ap_has_avx2_numbers is true. */
void ap_spell_avx2(const float *values, size_t count, ap_spelled *spelled);

#endif
