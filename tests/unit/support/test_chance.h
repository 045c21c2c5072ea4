/* Random numbers for tests: the same ones from the same seed, everywhere. */
#ifndef AP_TEST_CHANCE_H
#define AP_TEST_CHANCE_H

#include <stdint.h>

typedef struct chance {
    uint64_t state; /* the seed: anything but 0 */
} chance;

/* xorshift64* */
static inline uint64_t chance_next(chance *source)
{
    source->state ^= source->state >> 12;
    source->state ^= source->state << 25;
    source->state ^= source->state >> 27;
    return source->state * UINT64_C(2685821657736338717);
}

/* 0 to below - 1 */
static inline unsigned chance_below(chance *source, unsigned below)
{
    return (unsigned)((chance_next(source) >> 32) % below);
}

#endif
