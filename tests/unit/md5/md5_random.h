/* Generates random .md5anim files with random faults in their frames, and counts the findings that each file must have. */
#ifndef MD5_RANDOM_H
#define MD5_RANDOM_H

#include <stdbool.h>
#include <stddef.h>

#include "tests/unit/support/test_choices.h"

enum { RANDOM_TEXT_BYTES = 16 * 1024, RANDOM_JOINTS = 4, RANDOM_VALUES = 6 * RANDOM_JOINTS + 2 };

/* Rates of faults: N means a fault in one of N values, blanks, value counts or frame structures; 0: no fault. */
typedef struct fault_rates {
    unsigned value, blank, count, structure;
} fault_rates;

typedef struct random_animation {
    char text[RANDOM_TEXT_BYTES];
    size_t used;
    int flags[RANDOM_JOINTS];
    char base[RANDOM_JOINTS][3][16]; /* the text of each orientation in the baseframe */
    unsigned components;             /* animated components in a frame */
    bool broken;                     /* a structure fault: the counts of findings below do not hold */
    size_t fillers[8]; /* offsets of the five blanks and the line end after the { of each frame */
    size_t frames;
    /* expected findings, by rule */
    unsigned number, number_exponent, number_range, frame_values, rounding, length;
} random_animation;

/* Generates a file; a valid one if all rates are 0. */
void random_animation_generate(random_animation *animation, choices *random, fault_rates rates);

#endif
