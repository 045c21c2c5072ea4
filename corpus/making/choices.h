/* Choices: the same ones from the same seed with every compiler and on every machine, or taken from bytes
   that somebody else chose (a fuzzer). */
#ifndef AP_CHOICES_H
#define AP_CHOICES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

typedef struct ap_chance {
    uint64_t state;
    bool from_bytes;
    ap_view bytes; /* where from_bytes: what is left of them */
} ap_chance;

/* Choices out of a seed. */
void ap_chance_seed(ap_chance *chance, uint64_t seed);

/* Choices out of bytes, which must stay where they are; once they are used up, every choice is the first
   one. */
void ap_chance_bytes(ap_chance *chance, ap_view bytes);

/* 64 random bits. */
uint64_t ap_chance_bits(ap_chance *chance);

/* An integer from least to greatest, both possible; least <= greatest. */
int64_t ap_chance_between(ap_chance *chance, int64_t least, int64_t greatest);

/* An index below `count`, which is at least 1. */
size_t ap_chance_below(ap_chance *chance, size_t count);

/* True once in `times`, which is at least 1. */
bool ap_chance_one_in(ap_chance *chance, size_t times);

/* A number from least to greatest, in 2^32 steps; finite bounds. */
double ap_chance_real(ap_chance *chance, double least, double greatest);

/* A seed for something that is told apart by a number and shares nothing with its neighbours: file `index` of
   the corpus with `seed`. */
uint64_t ap_chance_split(uint64_t seed, uint64_t index);

#endif
