/* 64 bytes of text at once, by AVX2: sorted into kinds, the bounds of numbers are bits of a word, and the up
   to 16 digits of a number are converted together. For number_run_avx2.c and number_rows_avx2.c, each of
   which adds what may be between the numbers. */
#ifndef AP_NUMBER_AVX2_H
#define AP_NUMBER_AVX2_H

#include <string.h>

#include "core/base/bytes.h"
#include "core/number/number.h"
#include "core/number/number_run.h"

#include <immintrin.h>

#define AVX2   __attribute__((target("avx2,bmi,bmi2,popcnt")))
#define INLINE static inline __attribute__((always_inline)) AVX2

enum {
    BLOCK = 64,
    DIGITS = 16,   /* converted at once, a point among them */
    INT_DIGITS = 9 /* without a point: more may be 2^32, from where on id's reader has another number */
};

/* A bit for each byte of a block, the first byte's lowest. */
typedef struct kinds {
    uint64_t digit, zero, point, minus, blank, cr;
} kinds;

/* What the next block must know of this one: each is 0 or 1, of the block's last byte. */
typedef struct carries {
    uint64_t number;   /* belongs to a number */
    uint64_t minus;    /* is a minus */
    uint64_t zero;     /* is the first digit, and 0 */
    uint64_t digit;    /* is a digit */
    uint64_t bare;     /* is a point without a digit before it */
    uint64_t fraction; /* is a point, or a digit after one */
    uint64_t cr;
} carries;

INLINE uint64_t bits_of(__m256i low, __m256i high)
{
    return (uint32_t)_mm256_movemask_epi8(low) | (uint64_t)(uint32_t)_mm256_movemask_epi8(high) << 32;
}

INLINE uint64_t bits_equal(const uint8_t *at, uint8_t byte)
{
    const __m256i wanted = _mm256_set1_epi8((char)byte);
    const __m256i low = _mm256_loadu_si256((const __m256i *)at);
    const __m256i high = _mm256_loadu_si256((const __m256i *)(at + 32));
    return bits_of(_mm256_cmpeq_epi8(low, wanted), _mm256_cmpeq_epi8(high, wanted));
}

/* Bits of the bytes from `first` to first + more. */
INLINE uint64_t bits_between(const uint8_t *at, uint8_t first, uint8_t more)
{
    const __m256i lowest = _mm256_set1_epi8((char)first), most = _mm256_set1_epi8((char)more);
    const __m256i low = _mm256_sub_epi8(_mm256_loadu_si256((const __m256i *)at), lowest);
    const __m256i high = _mm256_sub_epi8(_mm256_loadu_si256((const __m256i *)(at + 32)), lowest);
    return bits_of(_mm256_cmpeq_epi8(_mm256_min_epu8(low, most), low),
        _mm256_cmpeq_epi8(_mm256_min_epu8(high, most), high));
}

INLINE kinds sort_bytes(const uint8_t *at)
{
    const uint64_t cr = bits_equal(at, '\r');
    return (kinds){
        .digit = bits_between(at, '0', 9),
        .zero = bits_equal(at, '0'),
        .point = bits_equal(at, '.'),
        .minus = bits_equal(at, '-'),
        .blank = bits_equal(at, ' ') | bits_between(at, '\t', '\n' - '\t') | cr,
        .cr = cr,
    };
}

INLINE void cut(kinds *k, uint64_t kept)
{
    k->digit &= kept;
    k->zero &= kept;
    k->point &= kept;
    k->minus &= kept;
    k->cr &= kept;
}

INLINE uint64_t behind(uint64_t bits, uint64_t carried)
{
    return bits << 1 | carried;
}

/* Bits at what no number, and no run of them, may have: a minus or a point at the wrong place, or without a
   digit, a zero before another digit, CR without LF (`lf`). The carries become those of the next block.
   *firsts has a bit at each number's first byte after the sign. */
INLINE uint64_t faults(const kinds *k, uint64_t lf, carries *c, uint64_t *firsts)
{
    const uint64_t number = k->digit | k->point | k->minus;
    const uint64_t starts = number & ~behind(number, c->number);
    const uint64_t behind_minus = behind(k->minus, c->minus);
    const uint64_t first = (starts & ~k->minus) | behind_minus;
    const uint64_t zero = first & k->zero;
    const uint64_t bare = k->point & ~behind(k->digit, c->digit);
    const uint64_t in_fraction = behind(k->point, c->fraction);
    unsigned long long sum;
    const uint64_t overflow = __builtin_add_overflow(k->digit, in_fraction & k->digit, &sum);
    const uint64_t fraction_end = (sum | in_fraction) & ~k->digit;
    uint64_t bad = (k->minus & ~starts) | (behind_minus & ~(k->digit | k->point));
    bad |= (behind(zero, c->zero) & k->digit) | (behind(bare, c->bare) & ~k->digit);
    bad |= (fraction_end & k->point) | (behind(k->cr, c->cr) & ~lf);
    *c = (carries){ .number = number >> 63,
        .minus = k->minus >> 63,
        .zero = zero >> 63,
        .digit = k->digit >> 63,
        .bare = bare >> 63,
        .fraction = k->point >> 63 | overflow,
        .cr = k->cr >> 63 };
    *firsts = first;
    return bad;
}

/* Keeps the last n of 16 bytes, from DIGITS - n on: the rest become 0. */
static const uint8_t keep[2 * DIGITS] = {
    [DIGITS] = 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff
};

/* Row `p` closes the gap of a point that is the p-th byte from the end; row 0 is for no point. */
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

static const double divisors[DIGITS + 1] = { 1, 1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11,
    1e12, 1e13, 1e14, 1e15 };

enum { GROUP = 4, WAITING = 2 * BLOCK };

/* Numbers whose digits are known, on their way to float32 in groups. */
typedef struct batch {
    uint64_t halves[WAITING]; /* the first 8 of 16 digits in the low half, the last 8 in the high one */
    double divisor[WAITING];
    uint8_t before[WAITING]; /* the byte before the first digit or point: maybe a minus */
    size_t count;
} batch;

/* Takes the digits of `size` bytes that end at `end`, with a point that is the `point`-th byte from the end
   (0: none), into place `i`. 16 bytes before `end` must be readable, and one before the number. */
INLINE void take(batch *b, size_t i, const uint8_t *end, size_t size, size_t point)
{
    __m128i v = _mm_loadu_si128((const __m128i *)(end - DIGITS));
    v = _mm_sub_epi8(v, _mm_set1_epi8('0'));
    v = _mm_and_si128(v, _mm_loadu_si128((const __m128i *)(keep + size)));
    v = _mm_shuffle_epi8(v, _mm_loadu_si128((const __m128i *)close_gap[point]));
    v = _mm_maddubs_epi16(v, _mm_set1_epi16(10 | 1 << 8));
    v = _mm_madd_epi16(v, _mm_set1_epi32(100 | 1 << 16));
    v = _mm_packus_epi32(v, v);
    v = _mm_madd_epi16(v, _mm_set1_epi32(10000 | 1 << 16));
    _mm_storel_epi64((__m128i *)&b->halves[i], v);
    b->divisor[i] = divisors[point];
    b->before[i] = end[-(ptrdiff_t)size - 1];
}

/* Four numbers as float32. Sets bits of *doubt when rounding to double and then to float32 need not be the
   same as rounding once. With so few digits no number is subnormal. */
INLINE __m128 convert_group(const batch *b, size_t i, __m256i *doubt)
{
    const __m256i two_52 = _mm256_set1_epi64x(0x4330000000000000); /* as a double: the digits go below it */
    const __m256i half = _mm256_set1_epi64x(1 << 28), dropped = _mm256_set1_epi64x((1 << 29) - 1);
    const __m256i halves = _mm256_loadu_si256((const __m256i *)&b->halves[i]);
    const __m256i digits = _mm256_add_epi64(
        _mm256_mul_epu32(halves, _mm256_set1_epi64x(100000000)), _mm256_srli_epi64(halves, 32));
    const __m256d whole =
        _mm256_sub_pd(_mm256_castsi256_pd(_mm256_or_si256(digits, two_52)), _mm256_castsi256_pd(two_52));
    const __m256d magnitude = _mm256_div_pd(whole, _mm256_loadu_pd(&b->divisor[i]));
    const __m256i bits = _mm256_and_si256(_mm256_castpd_si256(magnitude), dropped);
    *doubt = _mm256_or_si256(*doubt, _mm256_cmpeq_epi64(bits, half));
    *doubt = _mm256_or_si256(*doubt, _mm256_srli_epi64(digits, 52));
    uint32_t before;
    memcpy(&before, &b->before[i], sizeof before);
    const __m128i bytes = _mm_cvtepu8_epi32(_mm_cvtsi32_si128((int)before));
    const __m128i sign = _mm_slli_epi32(_mm_cmpeq_epi32(bytes, _mm_set1_epi32('-')), 31);
    return _mm_or_ps(_mm256_cvtpd_ps(magnitude), _mm_castsi128_ps(sign));
}

/* Converts all that wait. False when one of them is not exact for sure. */
INLINE bool flush(batch *b, float *values)
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

/* What has been seen so far, between one block and the next. */
typedef struct avx2_state {
    carries carried;
    const uint8_t *first, *point; /* of a number that began in an earlier block; NULL: none */
    batch waiting;                /* the last numbers of the run */
} avx2_state;

/* A number of more than DIGITS bytes. What waits is converted before it. */
AVX2 static bool take_long(ap_number_run *run, avx2_state *state, const uint8_t *first, const uint8_t *end)
{
    const uint8_t *at = first - (first[-1] == '-');
    const size_t count = state->waiting.count;
    if (!flush(&state->waiting, run->values + run->count))
        return false;
    run->count += count;
    return ap_scan_float(&at, &run->values[run->count++]) && at == end;
}

/* The same inside a block; *count numbers of it wait. */
INLINE bool take_long_behind(
    ap_number_run *run, avx2_state *state, size_t *count, const uint8_t *first, const uint8_t *end)
{
    state->waiting.count = *count;
    const bool fine = take_long(run, state, first, end);
    *count = state->waiting.count;
    return fine;
}

/* The number that began before a block, when it ends there. Takes its bits away. */
INLINE bool end_pending(
    ap_number_run *run, avx2_state *state, const uint8_t *block, uint64_t *points, uint64_t *ends)
{
    const uint8_t *first = state->first, *end = block + _tzcnt_u64(*ends);
    const uint64_t before = _bzhi_u64(*points, (uint32_t)(end - block));
    const uint8_t *point = before != 0 ? block + _tzcnt_u64(before) : state->point;
    *points ^= before;
    *ends = _blsr_u64(*ends);
    state->first = state->point = NULL;
    if (end - first > DIGITS)
        return take_long(run, state, first, end);
    if (point == NULL && end - first > INT_DIGITS)
        return false;
    take(&state->waiting, state->waiting.count++, end, (size_t)(end - first),
        point == NULL ? 0 : (size_t)(end - point));
    return true;
}

/* The numbers that end in a block. False when one of them is not read exactly here. */
INLINE bool take_block(ap_number_run *run, avx2_state *state, uint64_t firsts, uint64_t points, uint64_t ends)
{
    const uint8_t *block = run->input.bytes + run->at;
    bool fine = true;
    if (state->first != NULL && ends != 0)
        fine = end_pending(run, state, block, &points, &ends);
    size_t count =
        state->waiting.count; /* what is stored in the batch could be it, for all the compiler knows */
    for (; ends != 0; ends = _blsr_u64(ends), firsts = _blsr_u64(firsts)) {
        const uint64_t end = _tzcnt_u64(ends), first = _tzcnt_u64(firsts);
        const uint64_t before = _bzhi_u64(points, (uint32_t)end);
        points ^= before;
        fine &= (before != 0) | (end - first <= INT_DIGITS);
        if (__builtin_expect(end - first <= DIGITS, 1))
            take(&state->waiting, count++, block + end, end - first,
                before != 0 ? end - _tzcnt_u64(before) : 0);
        else
            fine &= take_long_behind(run, state, &count, block + first, block + end);
    }
    state->waiting.count = count;
    if (firsts != 0)
        state->first = block + _tzcnt_u64(firsts);
    if (points != 0)
        state->point = block + _tzcnt_u64(points);
    return fine;
}

/* Converts what waits, and counts it. Where there is no room, nothing waits, and `values` may be NULL. */
INLINE bool settle(ap_number_run *run, avx2_state *state)
{
    const size_t count = state->waiting.count;
    if (count == 0)
        return true;
    const bool fine = flush(&state->waiting, run->values + run->count);
    run->count += count;
    return fine;
}

/* How reading a block went. FULL: nothing of it was taken, it may hold more numbers than there is room
   for. */
typedef enum block_end { BLOCK_PASSED, BLOCK_STOPPED, BLOCK_FULL, BLOCK_ODD } block_end;

#endif
