/* Builds the bytes of simple groups for defects: the mean is 0, and all values of U and Q are 2. */
#ifndef AP_MEMG_GROUP_BYTES_H
#define AP_MEMG_GROUP_BYTES_H

#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_page.h"

/* Returns `size` zero bytes in the arena for a defect to insert. NULL when out of memory, or for more than
   64 MiB: matrices without elements may have 2^31-1 rows, and a column added to them would take 16 GiB. */
void *ap_memg_allocate_up_to_limit(ap_damage *damage, size_t size);

/* Store a count as an int32, or numbers as float64, in little-endian byte order. */
void ap_memg_put_count(uint8_t *at, size_t count);
void ap_memg_put_numbers(uint8_t *at, const double *numbers, size_t count);

/* Returns the bytes of U, with `rows` rows, and Q, with `modes` modes, and stores their size in *size.
   Allocated in the arena; NULL as for ap_memg_allocate_up_to_limit. */
uint8_t *ap_memg_make_matrix_bytes(
    ap_damage *damage, size_t rows, size_t modes, size_t timesteps, size_t *size);

/* Returns the bytes of a group from its vertex count to its end. The group maps to the first vertices of
   the .obj, in reverse order. Allocated in the arena; NULL as for ap_memg_allocate_up_to_limit. */
uint8_t *ap_memg_make_group_bytes_after_name(
    const ap_memg_candidates *candidates, size_t vertices, size_t parent, size_t modes, size_t *size);

#endif
