/* Runs of numbers by AVX-512. The grammar is that of number_run_avx2.c. Where numbers begin and end is noted for many
   blocks; then all of these numbers are converted, eight at a time, so that no loop ends with a block. */
#include "core/number/number_run_avx512.h"

#include "core/number/number_run_avx2.h"

#if defined(__x86_64__)

#include "core/number/number_run_block.h"

#define AVX512                                                                                               \
    __attribute__((target("avx2,bmi,bmi2,popcnt,avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,"              \
                          "avx512vbmi2")))
#define WIDE static inline __attribute__((always_inline)) AVX512

enum {
    AT_ONCE = 8,
    STEP = 16, /* places that are noted together */
    NOTED = 512,
    FAR = 0x7000,     /* bytes; with one more block they fit in 15 bits */
    NEGATIVE = 0x8000 /* is added to a number's first byte */
};

/* Where bytes of numbers are, counted from `origin`. A number that has not ended is the last. */
typedef struct avx512_state {
    const uint8_t *origin;
    size_t count; /* of the numbers that have ended */
    uint16_t firsts[NOTED + BLOCK], ends[NOTED + BLOCK];
    uint16_t points[NOTED + BLOCK]; /* the end, where there is none */
} avx512_state;

bool ap_has_avx512_numbers(void)
{
    return ap_has_avx2_numbers() && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw")
           && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512dq")
           && __builtin_cpu_supports("avx512vbmi") && __builtin_cpu_supports("avx512vbmi2");
}

WIDE uint64_t bytes_equal(__m512i bytes, char byte)
{
    return _mm512_cmpeq_epi8_mask(bytes, _mm512_set1_epi8(byte));
}

/* As sort_bytes. */
WIDE kinds sort_block(const uint8_t *at, __m512i between)
{
    ap_look_ahead(at, AHEAD_BYTES);
    const __m512i bytes = _mm512_loadu_si512(at);
    return (kinds){
        .digit = _mm512_cmplt_epu8_mask(_mm512_sub_epi8(bytes, _mm512_set1_epi8('0')), _mm512_set1_epi8(10)),
        .zero = bytes_equal(bytes, '0'),
        .point = bytes_equal(bytes, '.'),
        .minus = bytes_equal(bytes, '-'),
        .blank = _mm512_cmpeq_epi8_mask(_mm512_shuffle_epi8(between, bytes), bytes),
        .cr = bytes_equal(bytes, '\r'),
    };
}

/* The places of a block's bits, a byte each. */
WIDE __m512i places_of(uint64_t bits)
{
    const __m512i each = _mm512_set_epi64(0x3f3e3d3c3b3a3938, 0x3736353433323130, 0x2f2e2d2c2b2a2928,
        0x2726252423222120, 0x1f1e1d1c1b1a1918, 0x1716151413121110, 0x0f0e0d0c0b0a0908, 0x0706050403020100);
    return _mm512_maskz_compress_epi8(bits, each);
}

/* Notes the first STEP places of a block, which begins at `start`. `marked` are those that are negative. */
WIDE void note(uint16_t *at, __m512i places, __m256i start, uint64_t marked)
{
    const __m256i negative = _mm256_set1_epi16((short)NEGATIVE);
    const __m256i all = _mm256_add_epi16(_mm256_cvtepu8_epi16(_mm512_castsi512_si128(places)), start);
    _mm256_storeu_si256((__m256i *)at, _mm256_mask_add_epi16(all, (__mmask16)marked, all, negative));
}

/* Eight numbers on their way. Places are counted from their ends. */
typedef struct eight {
    __m128i size;  /* 16 bits each */
    __m128i point; /* 0: none */
    __m128i sign;  /* the highest of 16 bits */
} eight;

/* The 16 bytes before each second end, four of them. */
WIDE __m512i bytes_before(const uint8_t *origin, const uint16_t *ends)
{
    const uint8_t *before = origin - DIGITS;
    const __m256i low =
        _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(before + ends[0]))),
            _mm_loadu_si128((const __m128i *)(before + ends[2])), 1);
    const __m256i high =
        _mm256_inserti128_si256(_mm256_castsi128_si256(_mm_loadu_si128((const __m128i *)(before + ends[4]))),
            _mm_loadu_si128((const __m128i *)(before + ends[6])), 1);
    return _mm512_inserti64x4(_mm512_castsi256_si512(low), high, 1);
}

/* The numbers that each 4 of 16 digits make. A byte of a lane that is not after `gap` moves one on, over the
   point; those before `first` are of no digit then. */
WIDE __m512i fours_of(__m512i bytes, __m512i gap, __m512i first)
{
    const __m512i each =
        _mm512_broadcast_i32x4(_mm_setr_epi8(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15));
    const __m512i from =
        _mm512_mask_sub_epi8(each, _mm512_cmple_epi8_mask(each, gap), each, _mm512_set1_epi8(1));
    const __m512i values = _mm512_and_si512(bytes, _mm512_set1_epi8(0x0f));
    const __m512i digits = _mm512_maskz_shuffle_epi8(_mm512_cmpge_epi8_mask(each, first), values, from);
    const __m512i pairs = _mm512_maddubs_epi16(digits, _mm512_set1_epi16(10 | 1 << 8));
    return _mm512_madd_epi16(pairs, _mm512_set1_epi32(100 | 1 << 16));
}

/* A byte of a 128 bit vector for each lane: the `at`-th, and each fourth from there on. */
WIDE __m512i lanes_of(__m128i bytes, int at)
{
    const __m512i lane = _mm512_set_epi64(0x0c0c0c0c0c0c0c0c, 0x0c0c0c0c0c0c0c0c, 0x0808080808080808,
        0x0808080808080808, 0x0404040404040404, 0x0404040404040404, 0, 0);
    return _mm512_permutexvar_epi8(
        _mm512_add_epi8(lane, _mm512_set1_epi8((char)at)), _mm512_castsi128_si512(bytes));
}

/* The up to 16 digits of each number, as one number of 64 bits. */
WIDE __m512i digits_of(const uint8_t *origin, const uint16_t *ends, const eight *e)
{
    const __m128i lane = _mm_set1_epi16(DIGITS);
    const __mmask8 pointed = _mm_test_epi16_mask(e->point, e->point);
    const __m128i start = _mm_sub_epi16(lane, e->size);
    const __m128i first = _mm_mask_add_epi16(start, pointed, start, _mm_set1_epi16(1));
    const __m128i gap = _mm_mask_sub_epi16(_mm_set1_epi16(0xff), pointed, lane, e->point);
    const __m128i both = _mm_or_si128(first, _mm_slli_epi16(gap, 8));
    const __m512i even = fours_of(bytes_before(origin, ends), lanes_of(both, 1), lanes_of(both, 0));
    const __m512i odd = fours_of(bytes_before(origin, ends + 1), lanes_of(both, 3), lanes_of(both, 2));
    const __m512i halves =
        _mm512_madd_epi16(_mm512_packus_epi32(even, odd), _mm512_set1_epi32(10000 | 1 << 16));
    return _mm512_add_epi64(
        _mm512_mul_epu32(halves, _mm512_set1_epi64(100000000)), _mm512_srli_epi64(halves, 32));
}

/* Divides by the power of ten that a point says. */
WIDE __m512d divide(__m512i digits, __m128i point)
{
    const __m512d low = _mm512_setr_pd(1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7);
    const __m512d high = _mm512_setr_pd(1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15);
    const __m512i power = _mm512_cvtepu16_epi64(_mm_subs_epu16(point, _mm_set1_epi16(1)));
    return _mm512_div_pd(_mm512_cvtepu64_pd(digits), _mm512_permutex2var_pd(low, power, high));
}

/* As convert_group: sets bits of *doubt where rounding twice need not be rounding once. With a point there are no
   more than 15 digits, and without one no more than INT_DIGITS: a double has them all. */
WIDE __m256 convert_eight(const uint8_t *origin, const uint16_t *ends, const eight *e, __mmask8 *doubt)
{
    const __m512i half = _mm512_set1_epi64(1 << 28), dropped = _mm512_set1_epi64((1 << 29) - 1);
    const __m512i digits = digits_of(origin, ends, e);
    const __m512d number = divide(digits, e->point);
    const __m512i bits = _mm512_and_si512(_mm512_castpd_si512(number), dropped);
    *doubt |= _mm512_cmpeq_epi64_mask(bits, half);
    const __m256i sign = _mm256_slli_epi32(_mm256_cvtepu16_epi32(e->sign), 16);
    return _mm256_xor_ps(_mm512_cvtpd_ps(number), _mm256_castsi256_ps(sign));
}

/* Numbers of more than DIGITS bytes, of the eight from place `i` on. */
AVX512 static bool take_longs(const avx512_state *s, size_t i, uint32_t longs, float *values)
{
    for (; longs != 0; longs &= longs - 1) {
        const size_t n = i + (size_t)__builtin_ctz(longs);
        const uint8_t *first = s->origin + (s->firsts[n] & ~NEGATIVE);
        if (!scan_long(first, s->origin + s->ends[n], &values[n]))
            return false;
    }
    return true;
}

/* Converts eight numbers from place `i` on, and stores those that there are. What comes of a long one is
   replaced. */
WIDE bool store_eight(const avx512_state *s, size_t i, float *values, __mmask8 *doubt)
{
    const size_t left = s->count - i;
    const __mmask8 stored = (__mmask8)(left < AT_ONCE ? (1U << left) - 1 : 0xff);
    const __m128i high = _mm_set1_epi16((short)NEGATIVE);
    const __m128i ends = _mm_loadu_si128((const __m128i *)(s->ends + i));
    const __m128i firsts = _mm_mask_loadu_epi16(ends, stored, s->firsts + i);
    const __m128i points = _mm_mask_loadu_epi16(ends, stored, s->points + i);
    const __m128i far = _mm_sub_epi16(ends, firsts);
    const eight e = { _mm_andnot_si128(high, far), _mm_sub_epi16(ends, points), _mm_and_si128(high, far) };
    const __mmask8 integers =
        _mm_mask_cmpgt_epu16_mask(_mm_testn_epi16_mask(e.point, e.point), e.size, _mm_set1_epi16(INT_DIGITS));
    const __mmask8 longs = _mm_cmpgt_epu16_mask(e.size, _mm_set1_epi16(DIGITS));
    if (integers != 0)
        return false;
    _mm256_mask_storeu_ps(values + i, stored, convert_eight(s->origin, s->ends + i, &e, doubt));
    return longs == 0 || take_longs(s, i, longs, values);
}

/* Converts all numbers that have ended, and counts them. */
AVX512 static bool convert_noted(ap_number_run *run, avx512_state *s)
{
    const size_t count = s->count;
    __mmask8 doubt = 0;
    if (count == 0)
        return true;
    float *values = run->values + run->count;
    _mm_storeu_si128((__m128i *)(s->ends + count), _mm_set1_epi16((short)s->ends[count - 1]));
    for (size_t i = 0; i < count; i += AT_ONCE)
        if (!store_eight(s, i, values, &doubt))
            return false;
    run->count += count;
    run->number_end = (size_t)(s->origin - run->input.bytes) + s->ends[count - 1];
    return doubt == 0;
}

/* Whether a number has begun, its first byte after the sign being noted, and has not ended; 1 or 0. */
WIDE uint64_t is_pending(const carries *c)
{
    return c->number & ~c->minus;
}

/* That first byte. */
WIDE const uint8_t *pending(const avx512_state *s)
{
    return s->origin + (s->firsts[s->count] & ~NEGATIVE);
}

/* Converts what is noted, and keeps only a number that has not ended. False, too, where that is very long. */
AVX512 static bool start_over(ap_number_run *run, avx512_state *s, bool kept)
{
    const uint8_t *at = run->input.bytes + run->at, *origin = kept ? pending(s) : at;
    if (!convert_noted(run, s))
        return false;
    if (kept) { /* it has no point yet, perhaps; then another is noted in this one's place */
        s->firsts[0] = s->firsts[s->count] & NEGATIVE;
        s->points[0] = (uint16_t)(s->points[s->count] - (origin - s->origin));
    }
    s->count = 0;
    s->origin = origin;
    return at - origin < FAR;
}

/* The block at run->at. */
WIDE block_end read_block(
    ap_number_run *run, uint8_t stop, __m512i between, carries *carried, avx512_state *s)
{
    const uint8_t *block = run->input.bytes + run->at;
    const __m256i start = _mm256_set1_epi16((short)(block - s->origin));
    uint16_t *firsts = s->firsts + s->count + is_pending(carried), *ends = s->ends + s->count;
    uint16_t *points = s->points + s->count + carried->fraction;
    run_block b = { .k = sort_block(block, between) };
    const block_end end = judge_block(run, stop, s->count, carried, &b);
    if (end == BLOCK_ODD || end == BLOCK_FULL)
        return end;
    uint64_t negative = _pext_u64(b.found.negative, b.found.firsts);
    __m512i first = places_of(b.found.firsts), last = places_of(b.ends);
    __m512i point = places_of(b.k.point | (b.ends & ~b.found.fraction_ends));
    size_t count = (size_t)_mm_popcnt_u64(b.ends);
    s->count += count;
    run->at += b.size;
    for (;;) {
        note(firsts, first, start, negative);
        note(points, point, start, 0);
        note(ends, last, start, 0);
        if (__builtin_expect(count < STEP, 1))
            break;
        count -= STEP;
        firsts += STEP, points += STEP, ends += STEP;
        negative >>= STEP;
        first = _mm512_alignr_epi64(first, first, 2);
        point = _mm512_alignr_epi64(point, point, 2);
        last = _mm512_alignr_epi64(last, last, 2);
    }
    return end;
}

/* Reads blocks as long as their numbers can be noted. No function is called here, so that constants stay in
   registers. */
WIDE block_end read_blocks(ap_number_run *run, uint8_t stop, carries *carried, avx512_state *s)
{
    const byte_set *set = run->commas ? &blanks_and_commas : &blanks;
    const __m512i between = _mm512_broadcast_i32x4(_mm_loadu_si128((const __m128i *)set->at));
    const size_t far = (size_t)(s->origin - run->input.bytes) + FAR, last = run->input.size - BLOCK;
    const size_t most = last < far ? last : far;
    block_end end = BLOCK_PASSED;
    while (end == BLOCK_PASSED && run->at <= most && s->count < NOTED)
        end = read_block(run, stop, between, carried, s);
    return end;
}

AVX512 bool ap_read_numbers_avx512(ap_number_run *run, uint8_t stop)
{
    avx512_state s; /* its places are noted before they are looked at */
    carries carried = { .number = 0 };
    block_end end = BLOCK_PASSED;
    if (!may_begin(run))
        return true;
    s.origin = run->input.bytes + run->at;
    s.count = 0;
    while (end == BLOCK_PASSED && run->input.size - run->at >= BLOCK) {
        end = read_blocks(run, stop, &carried, &s);
        if (end == BLOCK_ODD || (end == BLOCK_PASSED && !start_over(run, &s, is_pending(&carried) != 0)))
            return false;
    }
    if (end == BLOCK_PASSED || end == BLOCK_FULL)
        run->at = resume_at(run, &carried, is_pending(&carried) != 0 ? pending(&s) : NULL);
    return convert_noted(run, &s);
}

#else

bool ap_has_avx512_numbers(void)
{
    return false;
}

bool ap_read_numbers_avx512(ap_number_run *run, uint8_t stop)
{
    return ap_read_numbers_avx2(run, stop);
}

#endif
