/* Scans 64 bytes of text at once with AVX2. Each byte is classified, the bounds of numbers are found as bits of a word, and up to
   16 digits of a number are converted together. number_run_avx2.c and core/text/text_lines_avx2.c use these functions. They read
   windows of 64 bytes that contain only complete numbers: a window begins after a token and ends after its last blank. */
#ifndef AP_NUMBER_AVX2_H
#define AP_NUMBER_AVX2_H

#include <string.h>

#include "core/base/bytes.h"

#include <immintrin.h>

#define AVX2   __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define INLINE static inline __attribute__((always_inline)) AVX2

enum {
    AHEAD_BYTES = 4096, /* distance at which input is prefetched into the cache while a block is read */
    BLOCK = 64,
    DIGITS = 16,   /* bytes of a number that are converted at once: digits and possibly a point */
    INT_DIGITS = 9 /* most digits without a point: longer numbers may reach 2^32, where id's reader wraps */
};

/* For each class, a bit for each byte of a window; the lowest bit is the first byte. */
typedef struct byte_classes {
    uint64_t digit, zero, point, minus, blank, cr;
} byte_classes;

INLINE uint64_t mask_of_64_bytes(__m256i low, __m256i high)
{
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

INLINE uint64_t mask_of_equal_bytes(const uint8_t *at, uint8_t byte)
{
    const __m256i wanted = _mm256_set1_epi8((char)byte);
    const __m256i low = _mm256_loadu_si256((const __m256i *)at);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(at + 32));
    return mask_of_64_bytes(_mm256_cmpeq_epi8(low, wanted), _mm256_cmpeq_epi8(high, wanted));
}

/* A set of bytes with different lower halves (4 bits); each byte is stored at the index of its lower half. */
typedef struct byte_set {
    uint8_t at[16];
} byte_set;

static const byte_set blanks = { { ' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, 0, '\r' } };
static const byte_set blanks_and_commas = { { ' ', 0, 0, 0, 0, 0, 0, 0, 0, '\t', '\n', 0, ',', '\r' } };
static const byte_set number_bytes = { { '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 0, 0, 0, '-',
    '.' } };

INLINE uint64_t mask_of_bytes_in_set(const uint8_t *at, const byte_set *set)
{
    const __m256i wanted = _mm256_broadcastsi128_si256(_mm_loadu_si128((const __m128i *)set->at));
    const __m256i low = _mm256_loadu_si256((const __m256i *)at);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(at + 32));
    return mask_of_64_bytes(_mm256_cmpeq_epi8(_mm256_shuffle_epi8(wanted, low), low),
        _mm256_cmpeq_epi8(_mm256_shuffle_epi8(wanted, high), high));
}

INLINE byte_classes classify_bytes(const uint8_t *at, const byte_set *between)
{
    ap_prefetch_byte(at, AHEAD_BYTES);
    const uint64_t number = mask_of_bytes_in_set(at, &number_bytes), point = mask_of_equal_bytes(at, '.'),
                   minus = mask_of_equal_bytes(at, '-');
    return (byte_classes){
        .digit = number & ~(point | minus),
        .zero = mask_of_equal_bytes(at, '0'),
        .point = point,
        .minus = minus,
        .blank = mask_of_bytes_in_set(at, between),
        .cr = mask_of_equal_bytes(at, '\r'),
    };
}

INLINE void clear_other_bits(byte_classes *k, uint64_t kept)
{
    k->digit &= kept;
    k->zero &= kept;
    k->point &= kept;
    k->minus &= kept;
    k->cr &= kept;
}

/* Returns a word with a bit for each byte of a window: set for the first byte of each number, not counting its sign. */
INLINE uint64_t first_bytes_of_numbers(const byte_classes *k)
{
    const uint64_t number = k->digit | k->point | k->minus;
    return (number & ~(number << 1) & ~k->minus) | k->minus << 1;
}

/* Returns a word with a bit for each byte of a window: set at or right after a byte that no number or run of numbers may have: a
   minus or a point at a wrong position or without a digit, a zero before another digit, and a CR without LF. `lf` has a bit for
   each LF. */
INLINE uint64_t mask_of_faults(const byte_classes *k, uint64_t lf)
{
    const uint64_t number = k->digit | k->point | k->minus;
    const uint64_t zero = first_bytes_of_numbers(k) & k->zero, bare = k->point & ~(k->digit << 1);
    const uint64_t in_fraction = k->point << 1;
    const uint64_t fraction_end = ((k->digit + (in_fraction & k->digit)) | in_fraction) & ~k->digit;
    return (k->minus & number << 1) | (k->minus << 1 & ~(k->digit | k->point)) | (zero << 1 & k->digit)
           | (bare << 1 & ~k->digit) | (fraction_end & k->point) | (k->cr << 1 & ~lf);
}

/* The mask at index n keeps the values of the digits in the last n of 16 bytes, and clears the other bytes. */
static const uint8_t digit_masks[2 * DIGITS] = { 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0x0f, 0x0f,
    0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f, 0x0f };

/* Row `p` removes a point at the p-th byte from the end of 16 bytes, as a shuffle; row 0 changes nothing. */
#define ROW(a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p)                                                  \
    {                                                                                                        \
        a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p                                                       \
    }
static const uint8_t close_gap[DIGITS + 1][DIGITS] = {
    ROW(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    ROW(128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14),
    ROW(128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15),
    ROW(128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15),
    ROW(128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15),
    ROW(128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 13, 14, 15),
    ROW(128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 11, 12, 13, 14, 15),
    ROW(128, 0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12, 13, 14, 15),
    ROW(128, 0, 1, 2, 3, 4, 5, 6, 7, 9, 10, 11, 12, 13, 14, 15),
    ROW(128, 0, 1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15),
    ROW(128, 0, 1, 2, 3, 4, 5, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    ROW(128, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    ROW(128, 0, 1, 2, 3, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    ROW(128, 0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    ROW(128, 0, 1, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    ROW(128, 0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
    ROW(128, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15),
};
#undef ROW

/* Divisors by sign (row 1: negative numbers) and by the number of bytes from the point to the end of the number. */
static const double divisors[2][2 * DIGITS] = {
    { 1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15 },
    { -1, -1, -1e1, -1e2, -1e3, -1e4, -1e5, -1e6, -1e7, -1e8, -1e9, -1e10, -1e11, -1e12, -1e13, -1e14,
        -1e15 },
};

enum { GROUP = 4, WAITING = 2 * BLOCK };

/* Numbers with known digits that are later converted to float32, in groups of four. */
typedef struct digit_batch {
    uint64_t
        halves[WAITING]; /* the first 8 of 16 digits in the lower half, the last 8 digits in the upper half */
    double divisor[WAITING];
    size_t count;
} digit_batch;

/* Converts 16 digits to four numbers of four digits each; the result holds the four numbers twice. */
INLINE __m128i four_digits(__m128i digits)
{
    const __m128i pairs = _mm_maddubs_epi16(digits, _mm_set1_epi16(10 | 1 << 8));
    const __m128i fours = _mm_madd_epi16(pairs, _mm_set1_epi32(100 | 1 << 16));
    return _mm_packus_epi32(fours, fours);
}

/* Stores a number as entry `i` of the batch: its digits and its point are the `size` bytes before `end`. The point is the
   `point`-th byte from the end (0: no point); `negative` is 1 after a minus, otherwise 0. The 16 bytes before
   `end` must be readable. */
INLINE void add_to_batch(
    digit_batch *b, size_t i, const uint8_t *end, size_t size, size_t point, size_t negative)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(end - DIGITS));
    v = _mm_and_si128(v, _mm_loadu_si128((const __m128i *)(digit_masks + size)));
    v = _mm_shuffle_epi8(v, _mm_loadu_si128((const __m128i *)close_gap[point]));
    v = _mm_madd_epi16(four_digits(v), _mm_set1_epi32(10000 | 1 << 16));
    _mm_storel_epi64((__m128i *)&b->halves[i], v);
    b->divisor[i] = divisors[negative][point];
}

/* Converts four numbers to float32. Sets bits of *doubt if rounding to double and then to float32 may differ from rounding once,
   or if the digits exceed 52 bits. Numbers of at most 16 digits are never subnormal. */
INLINE __m128 convert_group(const digit_batch *b, size_t i, __m256i *doubt)
{
    /* bits of the double 2^52: with the digits in its low bits, subtracting 2^52 gives the number */
    const __m256i two_52 = _mm256_set1_epi64x(0x4330000000000000);
    const __m256i half = _mm256_set1_epi64x(1 << 28), dropped = _mm256_set1_epi64x((1 << 29) - 1);
    const __m256i halves = _mm256_loadu_si256((const __m256i *)&b->halves[i]);
    const __m256i digits = _mm256_add_epi64(
        _mm256_mul_epu32(halves, _mm256_set1_epi64x(100000000)), _mm256_srli_epi64(halves, 32));
    const __m256d whole =
        _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(digits, two_52)), _mm256_castsi256_pd(two_52));
    const __m256d number = _mm256_div_pd(whole, _mm256_loadu_pd(&b->divisor[i]));
    const __m256i bits = _mm256_and_si256(_mm256_castpd_si256(number), dropped);
    *doubt = _mm256_or_si256(*doubt, _mm256_cmpeq_epi64(bits, half));
    *doubt = _mm256_or_si256(*doubt, _mm256_srli_epi64(digits, 52));
    return _mm256_cvtpd_ps(number);
}

/* Converts all numbers of the batch and empties it. Returns false if a result may not be the nearest float32. */
INLINE bool convert_batch(digit_batch *b, float *values)
{
    __m256i doubt = _mm256_setzero_si256();
    size_t i = 0;
    for (; i + GROUP <= b->count; i += GROUP)
        _mm_storeu_ps(values + i, convert_group(b, i, &doubt));
    if (i < b->count) {
        float rest[GROUP];
        for (size_t fill = b->count; fill < i + GROUP; fill++) {
            b->halves[fill] = 0;
            b->divisor[fill] = 1;
        }
        _mm_storeu_ps(rest, convert_group(b, i, &doubt));
        memcpy(values + i, rest, (b->count - i) * sizeof *rest);
    }
    b->count = 0;
    return _mm256_testz_si256(doubt, doubt) != 0;
}

#endif
