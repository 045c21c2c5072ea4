/* Fast checks of runs of keys by AVX2. */
#ifndef AP_MRTK_AVX2_H
#define AP_MRTK_AVX2_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Whether this processor can. */
bool ap_mrtk_has_avx2(void);

/* Looks at keys of 28 or of 8 bytes from the second on, but not at the last: returns how many keys, the first
   among them, a walk would find nothing in if the first is in order; 0 where it would find something in
   others. `count` is at least 1. */
size_t ap_mrtk_long_keys_avx2(const uint8_t *keys, size_t count);
size_t ap_mrtk_short_keys_avx2(const uint8_t *keys, size_t count);

/* The length of a rotation or direction may differ from 1 by as much. Where its squared length differs from 1
   by no more than the second, the length need not be asked for. */
#define AP_MRTK_NORM_TOLERANCE 1e-3
#define AP_MRTK_SURELY_UNIT    (1.99 * AP_MRTK_NORM_TOLERANCE)

/* What is seen on the way over vectors. */
typedef struct ap_mrtk_seen {
    uint32_t signs; /* the highest bit: a component has another sign than in the reference */
    uint32_t times; /* not 0: a key's time has other bits than the first curve's */
} ap_mrtk_seen;

/* Looks at the vectors that `parts` curves (3 or 4) of 8-byte keys make, from number `first` to `count`:
   returns how many of them, a multiple of 4, are surely of length 1. It may stop early. What it sees is added
   to *seen. */
size_t ap_mrtk_units_avx2(const uint8_t *const keys[4], size_t parts, size_t first, size_t count,
    const uint32_t reference[4], ap_mrtk_seen *seen);

/* Whether no rotation from number `first` (1 at least) to `count` has a negative dot product with the one before. All of them,
   and that one, are surely of length 1. It may say no where none has. */
bool ap_mrtk_surely_no_flips_avx2(const uint8_t *const keys[4], size_t first, size_t count);

/* The same of rotations of any length: how many, from number `first` (1 at least) on, have no negative dot product with the
   one before. */
size_t ap_mrtk_no_flips_avx2(const uint8_t *const keys[4], size_t first, size_t count);

#endif
