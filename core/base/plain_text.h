/* Text that stands for itself: printable ASCII but for characters that mean something where it goes. Eight or sixteen bytes are
   looked at with arithmetic: a comparison for each byte would be traced by an instrumented build, and is slower. */
#ifndef AP_PLAIN_TEXT_H
#define AP_PLAIN_TEXT_H

#include <stdbool.h>
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

#if (defined __SSE2__ || defined __ARM_NEON) && !defined __FRAMAC__ /* proofs read the plain way */
enum { AP_PLAIN_BLOCK = 16 };
typedef uint8_t ap_plain_block __attribute__((vector_size(AP_PLAIN_BLOCK)));

/* Whether a byte of the block is not plain. */
static inline bool ap_block_is_marked(ap_plain_block block, const char *special)
{
    const size_t count = strlen(special);
    ap_plain_block marks = (ap_plain_block)(block - (uint8_t)' ' > (uint8_t)('~' - ' '));
    uint64_t halves[2];
    for (size_t i = 0; i < count; i++)
        marks |= (ap_plain_block)(block == (uint8_t)special[i]);
    memcpy(halves, &marks, sizeof halves);
    return (halves[0] | halves[1]) != 0;
}

/* Copies blocks until one has a byte that is not plain, the last one over the end of that before it; returns how many bytes
   at the start are known to be plain. Strings of reports are long enough to be worth it. */
static inline size_t ap_copy_plain_blocks(char *to, const uint8_t *at, size_t size, const char *special)
{
    size_t done = 0;
    while (size >= AP_PLAIN_BLOCK && done < size) {
        const size_t from = size - done < AP_PLAIN_BLOCK ? size - AP_PLAIN_BLOCK : done;
        ap_plain_block block;
        memcpy(&block, at + from, sizeof block);
        memcpy(to + from, &block, sizeof block);
        if (ap_block_is_marked(block, special))
            break;
        done = from + AP_PLAIN_BLOCK;
    }
    return done;
}
#else
static inline size_t ap_copy_plain_blocks(char *to, const uint8_t *at, size_t size, const char *special)
{
    (void)to, (void)at, (void)size, (void)special;
    return 0;
}
#endif

/* Copies the plain bytes at the start of `size` bytes, and returns how many they are. `to` has room for AP_WORD_BYTES more
   than `size`, which this fills with anything. `special` is best a literal: then the compiler unrolls the loop over it. */
static inline size_t ap_copy_plain(char *to, const uint8_t *at, size_t size, const char *special)
{
    for (size_t done = ap_copy_plain_blocks(to, at, size, special); done < size; done += AP_WORD_BYTES) {
        const uint64_t word = ap_load_few(at + done, size - done);
        const uint64_t marks = ap_marked_bytes(word, special);
        ap_store_u64((uint8_t *)to + done, word, false);
        if (marks != 0)
            return done + (size_t)__builtin_ctzll(marks) / 8;
    }
    return size;
}

#endif
