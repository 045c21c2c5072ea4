/* Choices: the same ones from the same seed with every compiler and on every machine, or taken from bytes (a
   fuzzer's). */
#ifndef AP_CHOICES_H
#define AP_CHOICES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

typedef struct ap_choices {
    uint64_t state;
    bool from_bytes;
    ap_view bytes; /* if from_bytes: the bytes left */
} ap_choices;

/* Choices from a seed. */
void ap_choices_seed(ap_choices *choices, uint64_t seed);

/* Choices from bytes, which must stay in memory. Once they are used up, every choice is the first one. */
void ap_choices_bytes(ap_choices *choices, ap_view bytes);

/* 64 random bits. */
uint64_t ap_choose_bits(ap_choices *choices);

/* An integer from least to greatest, both possible; least <= greatest. */
int64_t ap_choose_between(ap_choices *choices, int64_t least, int64_t greatest);

/* An index below `count`, which is at least 1. */
size_t ap_choose_below(ap_choices *choices, size_t count);

/* True once in `times`, which is at least 1. */
bool ap_choose_one_in(ap_choices *choices, size_t times);

/* A number from least to greatest, in 2^32 steps; finite bounds. */
double ap_choose_real(ap_choices *choices, double least, double greatest);

/* A seed for item `index` of the items with `seed` (a file of a corpus), independent of its neighbours'. */
uint64_t ap_choices_split(uint64_t seed, uint64_t index);

#endif
