/* Random animations with random faults among their frames, and what must be found in them. */
#ifndef MD5_RANDOM_H
#define MD5_RANDOM_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/unit/support/test_choices.h"

enum { RANDOM_TEXT_BYTES = 16 * 1024, RANDOM_JOINTS = 4, RANDOM_VALUES = 6 * RANDOM_JOINTS + 2 };

/* How often something is wrong: once in so many times; 0: never. */
typedef struct fault_rates {
    unsigned value, blank, count, structure;
} fault_rates;

typedef struct random_animation {
    char text[RANDOM_TEXT_BYTES];
    size_t used;
    int flags[RANDOM_JOINTS];
    char base[RANDOM_JOINTS][3][16]; /* orientations as they are spelled */
    unsigned components;
    bool broken;       /* a fault of the structure: the counts below hold no more */
    size_t fillers[8]; /* after each frame's brace: six bytes, five of which are blanks before a line end */
    size_t frames;
    unsigned number, number_exponent, number_range, frame_values, rounding,
        length; /* findings that must come */
} random_animation;

/* Makes one; every file is valid when no rate is given. */
void random_animation_make(random_animation *made, choices *random, fault_rates rates);

#endif
