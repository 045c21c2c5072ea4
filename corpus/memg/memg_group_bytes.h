/* Bytes of plain groups, which defects put into motion files: a mean of zeros, all of U and Q 2. */
#ifndef AP_MEMG_GROUP_BYTES_H
#define AP_MEMG_GROUP_BYTES_H

#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_page.h"

/* Zeros of so many bytes in the arena, for what a defect adds. NULL when memory has run out, and for more
   than 64 MiB: rows or timesteps that have no elements may be 2^31-1, and a column more of them 16 GiB. */
void *ap_memg_added_bytes(ap_damage *damage, size_t size);

/* Stores a count, and numbers, as a file has them. */
void ap_memg_put_count(uint8_t *at, size_t count);
void ap_memg_put_numbers(uint8_t *at, const double *numbers, size_t count);

/* U with so many rows, and Q, with `modes` modes; *size is what they take. In the arena; NULL as above. */
uint8_t *ap_memg_matrix_bytes(ap_damage *damage, size_t rows, size_t modes, size_t timesteps, size_t *size);

/* A group from its vertex count to its end: it maps to the .obj's first vertices, the last of them first. In
   the arena; NULL as above. */
uint8_t *ap_memg_group_bytes(
    const ap_memg_candidates *candidates, size_t vertices, size_t parent, size_t modes, size_t *size);

#endif
