/* SHA-256 by the instructions of x86: two rounds at once, and four words of the schedule. */
#include "corpus/cases/sha256_blocks.h"

#if defined(__x86_64__)

#include <cpuid.h>
#include <immintrin.h>
#include <stdatomic.h>

#define SHA __attribute__((target("sha,sse4.1")))

/* Asked once: a virtual machine may take as long to answer as a block takes. Compilers before clang 19 do not know this
   feature by name. */
bool ap_has_sha256(void)
{
    static atomic_int answer; /* 0: not asked yet; 1: no; 2: yes */
    int known = atomic_load_explicit(&answer, memory_order_relaxed);
    if (known == 0) {
        unsigned a, b = 0, c, d;
        const bool has = __get_cpuid_count(7, 0, &a, &b, &c, &d) != 0 && (b & bit_SHA) != 0;
        known = has && __builtin_cpu_supports("sse4.1") ? 2 : 1;
        atomic_store_explicit(&answer, known, memory_order_relaxed);
    }
    return known == 2;
}

/* The state as the instructions want it, highest word first. */
typedef struct halves {
    __m128i abef, cdgh;
} halves;

static inline SHA __m128i load(const void *at)
{
    return _mm_loadu_si128(at);
}

static inline SHA __m128i words_at(const uint8_t *block, size_t first)
{
    const __m128i turned = _mm_setr_epi8(3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8, 15, 14, 13, 12);
    return _mm_shuffle_epi8(load(block + 4 * first), turned);
}

static inline SHA void four_rounds(halves *s, __m128i words, size_t round)
{
    const __m128i sums = _mm_add_epi32(words, load(ap_sha256_constants + round));
    s->cdgh = _mm_sha256rnds2_epu32(s->cdgh, s->abef, sums);
    s->abef = _mm_sha256rnds2_epu32(s->abef, s->cdgh, _mm_shuffle_epi32(sums, 0x0e));
}

/* The four words of the schedule after the sixteen of a to d. */
static inline SHA __m128i next_words(__m128i a, __m128i b, __m128i c, __m128i d)
{
    const __m128i sums = _mm_add_epi32(_mm_sha256msg1_epu32(a, b), _mm_alignr_epi8(d, c, 4));
    return _mm_sha256msg2_epu32(sums, d);
}

static inline SHA void mix_block(halves *s, const uint8_t *block)
{
    const halves before = *s;
    __m128i a = words_at(block, 0), b = words_at(block, 4), c = words_at(block, 8), d = words_at(block, 12);
    for (size_t round = 0;; round += 16) {
        four_rounds(s, a, round);
        four_rounds(s, b, round + 4);
        four_rounds(s, c, round + 8);
        four_rounds(s, d, round + 12);
        if (round + 16 == AP_SHA256_ROUNDS)
            break;
        a = next_words(a, b, c, d);
        b = next_words(b, c, d, a);
        c = next_words(c, d, a, b);
        d = next_words(d, a, b, c);
    }
    s->abef = _mm_add_epi32(s->abef, before.abef);
    s->cdgh = _mm_add_epi32(s->cdgh, before.cdgh);
}

SHA void ap_sha256_mix_x86(uint32_t state[AP_SHA256_WORDS], const uint8_t *blocks, size_t count)
{
    const __m128i badc = _mm_shuffle_epi32(load(state), 0xb1),
                  efgh = _mm_shuffle_epi32(load(state + 4), 0x1b);
    halves s = { _mm_alignr_epi8(badc, efgh, 8), _mm_blend_epi16(efgh, badc, 0xf0) };
    for (size_t i = 0; i < count; i++)
        mix_block(&s, blocks + i * AP_SHA256_BLOCK_BYTES);
    const __m128i feba = _mm_shuffle_epi32(s.abef, 0x1b), dchg = _mm_shuffle_epi32(s.cdgh, 0xb1);
    _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(feba, dchg, 0xf0));
    _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(dchg, feba, 8));
}

#else

bool ap_has_sha256(void)
{
    return false;
}

void ap_sha256_mix_x86(uint32_t state[AP_SHA256_WORDS], const uint8_t *blocks, size_t count)
{
    ap_sha256_mix_plain(state, blocks, count);
}

#endif
