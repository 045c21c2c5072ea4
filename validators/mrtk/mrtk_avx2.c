#include "validators/mrtk/mrtk_avx2.h"

#include "core/base/bytes.h"
#include "validators/mrtk/mrtk.h"

#if defined(__x86_64__)

#include <immintrin.h>

#define AVX2 __attribute__((target("avx2")))

enum {
    MAGNITUDE = 0x7fffffff,
    LARGEST = 0x7f7fffff, /* finite */
    INFINITE = 0x7f800000,
    OFF = 32, /* a shift that leaves nothing */
    AHEAD_BYTES = 8192
};

bool ap_mrtk_has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

static inline AVX2 __m256 floats_at(const uint8_t *at)
{
    return _mm256_castsi256_ps(_mm256_loadu_si256((const __m256i *)at));
}

static AVX2 bool none_above(__m256i most, __m256i limit)
{
    const __m256i same = _mm256_cmpeq_epi32(_mm256_max_epu32(most, limit), limit);
    return _mm256_movemask_epi8(same) == -1;
}

/* A key and the next one's time fill a vector: time, value, two tangents, two weights, mode. */
AVX2 size_t ap_mrtk_long_keys_avx2(const uint8_t *keys, size_t count)
{
    const __m256i judged = _mm256_setr_epi32(MAGNITUDE, MAGNITUDE, MAGNITUDE, MAGNITUDE, 0, 0, -1, 0);
    const __m256i limits = _mm256_setr_epi32(LARGEST, LARGEST, INFINITE, INFINITE, 0, 0, 3, 0);
    const __m256i mode_bits =
        _mm256_setr_epi32(OFF, OFF, OFF, OFF, 31, 30, OFF, OFF); /* moves each to the sign */
    const __m256 zero = _mm256_setzero_ps(), one = _mm256_set1_ps(1);
    __m256i most = _mm256_setzero_si256();
    __m256 disorder = zero, weights = zero, before;
    before = count > 1 ? floats_at(keys) : zero;
    size_t i = 1;
    for (; i + 1 < count; i++) {
        const uint8_t *key = keys + i * AP_MRTK_LONG_KEY_BYTES;
        const __m256i bits = _mm256_loadu_si256((const __m256i *)key);
        const __m256 key_floats = _mm256_castsi256_ps(bits);
        ap_look_ahead(key, AHEAD_BYTES);
        const __m256i mode = _mm256_set1_epi32(ap_load_i32(key + 24, false));
        const __m256 needed = _mm256_castsi256_ps(_mm256_sllv_epi32(mode, mode_bits));
        const __m256 clamped = _mm256_min_ps(_mm256_max_ps(key_floats, zero), one); /* NaN becomes 0 */
        const __m256 outside = _mm256_cmp_ps(clamped, key_floats, _CMP_NEQ_UQ);
        most = _mm256_max_epu32(most, _mm256_and_si256(bits, judged));
        weights = _mm256_or_ps(weights, _mm256_and_ps(outside, needed));
        disorder = _mm256_or_ps(disorder, _mm256_cmp_ps(key_floats, before, _CMP_NGT_UQ));
        before = key_floats;
    }
    const bool clean = none_above(most, limits) && _mm256_movemask_ps(weights) == 0
                       && (_mm256_movemask_ps(disorder) & 1) == 0;
    return clean ? i : 0;
}

/* Four keys fill a vector: time, value, time, value … */
AVX2 size_t ap_mrtk_short_keys_avx2(const uint8_t *keys, size_t count)
{
    const __m256i magnitude = _mm256_set1_epi32(MAGNITUDE);
    __m256i most = _mm256_setzero_si256();
    __m256 disorder = _mm256_setzero_ps();
    size_t i = 1;
    for (; i + 4 < count; i += 4) {
        const uint8_t *key = keys + i * AP_MRTK_SHORT_KEY_BYTES;
        const __m256i bits = _mm256_loadu_si256((const __m256i *)key);
        const __m256 before = floats_at(key - AP_MRTK_SHORT_KEY_BYTES);
        ap_look_ahead(key, AHEAD_BYTES);
        most = _mm256_max_epu32(most, _mm256_and_si256(bits, magnitude));
        disorder = _mm256_or_ps(disorder, _mm256_cmp_ps(_mm256_castsi256_ps(bits), before, _CMP_NGT_UQ));
    }
    const bool clean =
        none_above(most, _mm256_set1_epi32(LARGEST)) && (_mm256_movemask_ps(disorder) & 0x55) == 0;
    return clean ? i : 0;
}

/* Four keys' values: of each 64 bits, the upper half. */
static inline AVX2 __m256d values_of(__m256 keys)
{
    const __m256i picked = _mm256_setr_epi32(1, 3, 5, 7, 1, 3, 5, 7);
    return _mm256_cvtps_pd(_mm256_castps256_ps128(_mm256_permutevar8x32_ps(keys, picked)));
}

enum { OF_VALUES = 0xaa /* of eight floats, those of four keys that are values */ };

/* More than what a sum of four products of components of vectors of length 1 is off by in float32. */
#define FLOAT32_ERROR 1e-6

static inline AVX2 bool times_differ(__m256 different)
{
    return _mm256_testz_si256(_mm256_castps_si256(different), _mm256_set1_epi64x(UINT32_MAX)) == 0;
}

/* Whether four vectors are surely of length 1: the sum of their squares is near 1 even if float32 has made it nearer. */
static inline AVX2 bool units_in_float32(__m256 squares)
{
    const __m256 least = _mm256_set1_ps((float)(1 - AP_MRTK_SURELY_UNIT + FLOAT32_ERROR));
    const __m256 most = _mm256_set1_ps((float)(1 + AP_MRTK_SURELY_UNIT - FLOAT32_ERROR));
    const __m256 within =
        _mm256_and_ps(_mm256_cmp_ps(squares, least, _CMP_GE_OQ), _mm256_cmp_ps(squares, most, _CMP_LE_OQ));
    return (_mm256_movemask_ps(within) & OF_VALUES) == OF_VALUES;
}

static inline AVX2 size_t units(const uint8_t *const keys[4], size_t parts, size_t first, size_t count,
    const uint32_t reference[4], ap_mrtk_seen *seen)
{
    __m256 signs[4], differing = _mm256_setzero_ps(), apart = _mm256_setzero_ps();
    for (size_t c = 0; c < parts; c++)
        signs[c] = _mm256_castsi256_ps(_mm256_set1_epi32((int32_t)reference[c]));
    size_t done = 0;
    for (; count - first - done >= 4; done += 4) {
        const size_t at = (first + done) * AP_MRTK_SHORT_KEY_BYTES;
        const __m256 x = floats_at(keys[0] + at);
        __m256 squares = _mm256_setzero_ps();
        for (size_t c = 0; c < parts; c++) {
            const __m256 four = floats_at(keys[c] + at);
            squares = _mm256_add_ps(squares, _mm256_mul_ps(four, four));
            differing = _mm256_or_ps(differing, _mm256_xor_ps(four, signs[c]));
            apart = _mm256_or_ps(apart, _mm256_xor_ps(four, x));
        }
        if (!units_in_float32(squares))
            break;
    }
    seen->signs |= (_mm256_movemask_ps(differing) & OF_VALUES) == 0 ? 0 : UINT32_C(1) << 31;
    seen->times |= (uint32_t)times_differ(apart);
    return done;
}

AVX2 size_t ap_mrtk_units_avx2(const uint8_t *const keys[4], size_t parts, size_t first, size_t count,
    const uint32_t reference[4], ap_mrtk_seen *seen)
{
    return parts == 4 ? units(keys, 4, first, count, reference, seen)
                      : units(keys, 3, first, count, reference, seen);
}

static inline AVX2 __m256 dots_in_float32(const uint8_t *const keys[4], size_t at)
{
    __m256 dots = _mm256_setzero_ps();
    for (size_t c = 0; c < 4; c++) {
        const __m256 four = floats_at(keys[c] + at),
                     before = floats_at(keys[c] + at - AP_MRTK_SHORT_KEY_BYTES);
        dots = _mm256_add_ps(dots, _mm256_mul_ps(four, before));
    }
    return dots;
}

AVX2 bool ap_mrtk_surely_no_flips_avx2(const uint8_t *const keys[4], size_t first, size_t count)
{
    const __m256 least = _mm256_set1_ps((float)FLOAT32_ERROR);
    __m256 sure = _mm256_castsi256_ps(_mm256_set1_epi32(-1));
    size_t key = first;
    for (; count - key >= 4; key += 4) {
        const __m256 dots = dots_in_float32(keys, key * AP_MRTK_SHORT_KEY_BYTES);
        sure = _mm256_and_ps(sure, _mm256_cmp_ps(dots, least, _CMP_GE_OQ));
    }
    return key == count && (_mm256_movemask_ps(sure) & OF_VALUES) == OF_VALUES;
}

/* A component that is not a number makes a dot product that is none, which is left to the walk. */
AVX2 size_t ap_mrtk_no_flips_avx2(const uint8_t *const keys[4], size_t first, size_t count)
{
    const __m256d zero = _mm256_setzero_pd();
    size_t done = 0;
    for (; count - first - done >= 4; done += 4) {
        const size_t at = (first + done) * AP_MRTK_SHORT_KEY_BYTES;
        __m256d dot = zero;
        for (size_t c = 0; c < 4; c++) {
            const __m256d before = values_of(floats_at(keys[c] + at - AP_MRTK_SHORT_KEY_BYTES));
            dot = _mm256_add_pd(dot, _mm256_mul_pd(values_of(floats_at(keys[c] + at)), before));
        }
        if (_mm256_movemask_pd(_mm256_cmp_pd(dot, zero, _CMP_GE_OQ)) != 0xf)
            break;
    }
    return done;
}

#else

bool ap_mrtk_has_avx2(void)
{
    return false;
}

size_t ap_mrtk_long_keys_avx2(const uint8_t *keys, size_t count)
{
    (void)keys;
    (void)count;
    return 1;
}

size_t ap_mrtk_short_keys_avx2(const uint8_t *keys, size_t count)
{
    (void)keys;
    (void)count;
    return 1;
}

size_t ap_mrtk_units_avx2(const uint8_t *const keys[4], size_t parts, size_t first, size_t count,
    const uint32_t reference[4], ap_mrtk_seen *seen)
{
    (void)keys;
    (void)parts;
    (void)first;
    (void)count;
    (void)reference;
    (void)seen;
    return 0;
}

size_t ap_mrtk_no_flips_avx2(const uint8_t *const keys[4], size_t first, size_t count)
{
    (void)keys;
    (void)first;
    (void)count;
    return 0;
}

bool ap_mrtk_surely_no_flips_avx2(const uint8_t *const keys[4], size_t first, size_t count)
{
    (void)keys;
    (void)first;
    (void)count;
    return false;
}

#endif
