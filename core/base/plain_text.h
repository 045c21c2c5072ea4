/* Text that stands for itself: printable ASCII but for characters that mean something where it goes. Eight bytes are looked
   at with arithmetic: a comparison for each byte would be traced by an instrumented build, and is slower. */
#ifndef AP_PLAIN_TEXT_H
#define AP_PLAIN_TEXT_H

#include <string.h>

#include "core/base/bytes.h"

enum { AP_WORD_BYTES = 8 };

/* A byte in all places of a word. */
#define AP_EACH_BYTE(byte) ((uint64_t)(uint8_t)(byte)*UINT64_C(0x0101010101010101))

/* The highest bit of each byte that is zero. Above the lowest of them, other bytes may be marked too. */
static inline uint64_t ap_zero_bytes(uint64_t word)
{
    return (word - AP_EACH_BYTE(1)) & ~word & AP_EACH_BYTE(0x80);
}

/* The highest bit of each byte that is not plain: not printable ASCII, or one of `special`. Above the lowest of them, other
   bytes may be marked too. */
static inline uint64_t ap_marked_bytes(uint64_t word, const char *special)
{
    uint64_t marks = (word | (word - AP_EACH_BYTE(' ')) | (word + AP_EACH_BYTE(1))) & AP_EACH_BYTE(0x80);
    const size_t count = strlen(special); /* before the loop, which is unrolled where it is known */
    for (size_t i = 0; i < count; i++)
        marks |= ap_zero_bytes(word ^ AP_EACH_BYTE(special[i]));
    return marks;
}

/* Up to eight bytes, the first one lowest, with zeros after them. */
static inline uint64_t ap_load_few(const uint8_t *at, size_t count)
{
    uint64_t word = 0;
    if (count >= AP_WORD_BYTES)
        return ap_load_u64(at, false);
    if (count >= 4)
        return ap_load_u32(at, false) | (uint64_t)ap_load_u32(at + count - 4, false) << 8 * (count - 4);
    for (size_t i = 0; i < count; i++)
        word |= (uint64_t)at[i] << 8 * i;
    return word;
}

/* Copies the plain bytes at the start of `size` bytes, and returns how many they are. `to` has room for AP_WORD_BYTES more
   than `size`, which this fills with anything. `special` is best a literal: then the compiler unrolls the loop over it. */
static inline size_t ap_copy_plain(char *to, const uint8_t *at, size_t size, const char *special)
{
    for (size_t done = 0; done < size; done += AP_WORD_BYTES) {
        const uint64_t word = ap_load_few(at + done, size - done);
        const uint64_t marks = ap_marked_bytes(word, special);
        ap_store_u64((uint8_t *)to + done, word, false);
        if (marks != 0)
            return done + (size_t)__builtin_ctzll(marks) / 8;
    }
    return size;
}

#endif
