/* Random numbers for tests: the same ones from the same seed, everywhere. */
#ifndef AP_TEST_CHANCE_H
#define AP_TEST_CHANCE_H

#include <stddef.h>
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

/* 0 to 4, or now and then any number to `count`, which is not 0 */
static inline size_t chance_few(chance *source, size_t count)
{
    const unsigned which = chance_below(source, 6);
    return which < 5 ? which : 1 + chance_below(source, (unsigned)count);
}

#endif
