/* Finds the shortest decimals of float32 by arithmetic in doubles, four numbers at once. A float32 below
   2^24, multiplied by a power of ten that makes its distance to the next float32 less than ten, is a double
   except for one rounding error of less than DOUBT. If that error could change the result, ap_float_text
   writes the number. Formatting and the round trip of .md5anim take half the time that they take with
   ap_float_text alone. */
#include "core/number/float_spell_avx2.h"

#if defined(__x86_64__)

#include <immintrin.h>

#include "core/base/bytes.h"

#define AVX2   __attribute__((target("avx2")))
#define INLINE static inline __attribute__((always_inline)) AVX2

static const double DOUBT = 1e-6;

#define P(n) 1e##n
/* scale 0: the number is left to ap_float_text */
static const double scales[256] = { [0] = 1, [AP_LEAST_SPELLED_EXPONENT] = AP_SPELLED_PLACES };
#undef P

INLINE __m256d round_to_nearest(__m256d x)
{
    return _mm256_round_pd(x, _MM_FROUND_TO_NEAREST_INT | _MM_FROUND_NO_EXC);
}

INLINE __m256d truncate_to_integer(__m256d x)
{
    return _mm256_round_pd(x, _MM_FROUND_TO_ZERO | _MM_FROUND_NO_EXC);
}

INLINE __m256d magnitude_of(__m256d x)
{
    return _mm256_andnot_pd(_mm256_set1_pd(-0.0), x);
}

/* Compares four pairs of numbers. A lane of the result is true if the two numbers of the lane are too close to compare reliably.
   */
INLINE __m256d are_close(__m256d one, __m256d other)
{
    return _mm256_cmp_pd(magnitude_of(_mm256_sub_pd(one, other)), _mm256_set1_pd(DOUBT), _CMP_LT_OQ);
}

/* Finds the shortest decimals of numbers that are not negative, in units of their last place; if several decimals are shortest,
   the nearest of them. A lane of *doubt is true if its decimal may be wrong, as for a scale of 0 and for a subnormal number. */
INLINE __m256d find_shortest_decimals(__m256d value, __m256d scale, __m256d *doubt)
{
    const __m256d none = _mm256_setzero_pd(),
                  fraction = _mm256_castsi256_pd(_mm256_set1_epi64x(0xfffffffffffff));
    const __m256d product = _mm256_mul_pd(value, scale), nearest = round_to_nearest(product);
    /* greatest power of two that is not above the number */
    const __m256d power = _mm256_andnot_pd(fraction, value);
    /* half of the interval that rounds to the number */
    const __m256d half = _mm256_mul_pd(_mm256_mul_pd(power, _mm256_set1_pd(0x1p-24)), scale);
    const __m256d tens = round_to_nearest(_mm256_mul_pd(product, _mm256_set1_pd(0.1)));
    const __m256d shorter = _mm256_mul_pd(tens, _mm256_set1_pd(10));
    const __m256d away = magnitude_of(_mm256_sub_pd(product, shorter));
    /* At a power of two the interval below the number is narrower. */
    const __m256d uneven =
        _mm256_and_pd(_mm256_cmp_pd(power, value, _CMP_EQ_OQ), _mm256_cmp_pd(away, none, _CMP_NEQ_OQ));
    const __m256d close = _mm256_or_pd(
        are_close(away, half), are_close(magnitude_of(_mm256_sub_pd(product, nearest)), _mm256_set1_pd(0.5)));
    *doubt = _mm256_and_pd(_mm256_or_pd(uneven, close), _mm256_cmp_pd(value, none, _CMP_NEQ_OQ));
    return _mm256_blendv_pd(nearest, shorter, _mm256_cmp_pd(away, half, _CMP_LE_OQ));
}

/* Finds the eight digits of each of four numbers, as ap_split_eight_digits does for one number. */
INLINE __m256i eight_digits(__m128i numbers)
{
    const __m256i number = _mm256_cvtepu32_epi64(numbers);
    const __m256i fours = _mm256_srli_epi64(_mm256_mul_epu32(number, _mm256_set1_epi64x(3518437209)), 45);
    const __m256i rest = _mm256_sub_epi32(number, _mm256_mul_epu32(fours, _mm256_set1_epi64x(10000)));
    __m256i all = _mm256_or_si256(fours, _mm256_slli_epi64(rest, 32));
    const __m256i hundreds = _mm256_srli_epi16(_mm256_mulhi_epu16(all, _mm256_set1_epi16(5243)), 3);
    all = _mm256_sub_epi16(all, _mm256_madd_epi16(hundreds, _mm256_set1_epi32(100)));
    all = _mm256_or_si256(hundreds, _mm256_slli_epi32(all, 16));
    const __m256i tens = _mm256_mulhi_epu16(all, _mm256_set1_epi16(6554));
    all = _mm256_sub_epi16(all, _mm256_maddubs_epi16(tens, _mm256_set1_epi16(10)));
    return _mm256_or_si256(tens, _mm256_slli_epi16(all, 8));
}

INLINE void store_pairs(ap_digits_of_float *spelled, __m256i whole, __m256i fraction)
{
    const __m256i even = _mm256_unpacklo_epi64(whole, fraction), odd = _mm256_unpackhi_epi64(whole, fraction);
    _mm_storeu_si128((__m128i *)&spelled[0], _mm256_castsi256_si128(even));
    _mm_storeu_si128((__m128i *)&spelled[1], _mm256_castsi256_si128(odd));
    _mm_storeu_si128((__m128i *)&spelled[2], _mm256_extracti128_si256(even, 1));
    _mm_storeu_si128((__m128i *)&spelled[3], _mm256_extracti128_si256(odd, 1));
}

INLINE double scale_of(float value)
{
    return scales[ap_bits_of_float(value) >> 23 & 0xff];
}

INLINE void spell_four(const float *values, ap_digits_of_float *spelled)
{
    const __m256d value = magnitude_of(_mm256_cvtps_pd(_mm_loadu_ps(values))),
                  whole = truncate_to_integer(value);
    const __m256d scale =
        _mm256_set_pd(scale_of(values[3]), scale_of(values[2]), scale_of(values[1]), scale_of(values[0]));
    __m256d doubt;
    const __m256d decimal = find_shortest_decimals(value, scale, &doubt);
    const __m128i fraction = _mm256_cvttpd_epi32(_mm256_sub_pd(decimal, _mm256_mul_pd(whole, scale)));
    const __m128i nine = _mm_cmpgt_epi32(fraction, _mm_set1_epi32(99999999));
    const __m128i eight = _mm_sub_epi32(fraction, _mm_and_si128(nine, _mm_set1_epi32(100000000)));
    const __m256i ninth =
        _mm256_and_si256(_mm256_cvtepi32_epi64(nine), _mm256_set1_epi64x((int64_t)AP_NINTH_DIGIT));
    store_pairs(spelled,
        _mm256_or_si256(eight_digits(_mm256_cvttpd_epi32(whole)), _mm256_castpd_si256(doubt)),
        _mm256_or_si256(eight_digits(eight), ninth));
}

AVX2 void ap_find_float_digits_avx2(const float *values, size_t count, ap_digits_of_float *spelled)
{
    for (size_t i = 0; i < count; i += AP_SPELLED_TOGETHER)
        spell_four(values + i, spelled + i);
}

#else

void ap_find_float_digits_avx2(const float *values, size_t count, ap_digits_of_float *spelled)
{
    (void)values;
    (void)count;
    (void)spelled;
}

#endif
