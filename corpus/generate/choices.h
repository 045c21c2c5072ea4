/* Random choices. Choices from a seed are the same with every compiler and on every machine. Choices can
   also be taken from bytes, such as a fuzzer's input. */
#ifndef AP_CHOICES_H
#define AP_CHOICES_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/span.h"

typedef struct ap_choices {
    uint64_t state;
    bool from_bytes;
    ap_view bytes; /* bytes not used yet, if from_bytes is set */
} ap_choices;

/* Starts choices from a seed. */
void ap_choices_from_seed(ap_choices *choices, uint64_t seed);

/* Starts choices from bytes, which must stay in memory. If no bytes are left, every choice is the first possible value. */
void ap_choices_from_bytes(ap_choices *choices, ap_view bytes);

/* Returns 64 random bits. */
uint64_t ap_choose_bits(ap_choices *choices);

/* Returns an integer from least to greatest, both included; least <= greatest. */
int64_t ap_choose_between(ap_choices *choices, int64_t least, int64_t greatest);

/* Returns an index from 0 to count - 1; count >= 1. */
size_t ap_choose_below(ap_choices *choices, size_t count);

/* Returns true with probability 1 / times; times >= 1. */
bool ap_choose_one_in(ap_choices *choices, size_t times);

/* Returns a number from least to greatest, one of 2^32 evenly spaced values. The bounds must be finite. */
double ap_choose_real(ap_choices *choices, double least, double greatest);

/* Returns a seed for the item with number `index` of a sequence, such as for a file of a corpus. The seeds of different items are
   independent. */
uint64_t ap_make_item_seed(uint64_t seed, uint64_t index);

#endif
