/* Arrays of bits, 64 in each word. */
#ifndef AP_BITS_H
#define AP_BITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { AP_WORD_BITS = 64 };

/* Returns a number of words with room for more than `count` bits: 1 for 0 bits, 2 for 64 bits. */
static inline size_t ap_words_for_bits_and_a_spare(size_t count)
{
    return count / AP_WORD_BITS + 1;
}

static inline bool ap_has_bit(const uint64_t *bits, size_t i)
{
    return (bits[i / AP_WORD_BITS] >> i % AP_WORD_BITS & 1) != 0;
}

static inline void ap_set_bit(uint64_t *bits, size_t i)
{
    bits[i / AP_WORD_BITS] |= UINT64_C(1) << i % AP_WORD_BITS;
}

#endif
