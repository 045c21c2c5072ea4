/* Random numbers for tests: one seed gives one sequence on every machine. */
#ifndef AP_TEST_CHOICES_H
#define AP_TEST_CHOICES_H

#include <stddef.h>
#include <stdint.h>

typedef struct choices {
    uint64_t state; /* the seed at first; never 0 */
} choices;

/* Returns the next 64 bits of xorshift64*. */
static inline uint64_t next_random_number(choices *source)
{
    source->state ^= source->state >> 12;
    source->state ^= source->state << 25;
    source->state ^= source->state >> 27;
    return source->state * UINT64_C(2685821657736338717);
}

/* Returns a number from 0 to below - 1. */
static inline unsigned random_number_below(choices *source, unsigned below)
{
    return (unsigned)((next_random_number(source) >> 32) % below);
}

/* Returns 0 to 4, or in one of six calls a number from 1 to `most_otherwise`; `most_otherwise` must not be 0. */
static inline size_t random_count_mostly_below_5(choices *source, size_t most_otherwise)
{
    const unsigned which = random_number_below(source, 6);
    return which < 5 ? which : 1 + random_number_below(source, (unsigned)most_otherwise);
}

#endif
