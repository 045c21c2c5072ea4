/* Fast questions about long runs: would a walk, number by number, find anything? */
#ifndef AP_MEMG_BLOCKS_H
#define AP_MEMG_BLOCKS_H

#include "core/layout/io.h"
#include "validators/memg/memg.h"

/* "The upper-left 3 x 3 block is the rotation component of the transform": how far that is true. */
typedef struct ap_memg_rotation {
    bool finite;      /* all nine numbers; else the rest says nothing */
    double deviation; /* the largest element of |R R^T - I| */
    double determinant;
} ap_memg_rotation;

/* How far an element of R R^T or U^T U may be from the identity's. */
#define AP_MEMG_ORTHONORMAL_WITHIN 1e-6

/* Of the transform at `entries`, 96 bytes. */
ap_memg_rotation ap_memg_measure_rotation(const uint8_t *entries, bool swap);

/* Whether the numbers of a transform hold a rotation or a reflection: its rows are `row_entries` apart, 4 as
   in a transform, or 3 where the first nine are the rotation. */
bool ap_memg_is_rotation(const double values[AP_MEMG_TRANSFORM_ENTRIES], size_t row_entries);

/* Whether all twelve are finite and the first nine, taken as three rows, are a rotation or a reflection. */
bool ap_memg_begins_with_rotation(const uint8_t *entries, bool swap);

/* For ap_element.clean, of numbers; of transforms; of the transforms of whole timesteps (record: the
   ap_memg_motion); of mapping entries (record: the ap_memg_cursor). */
bool ap_memg_numbers_clean(const ap_block *block, const void *record);
bool ap_memg_transforms_clean(const ap_block *block, const void *record);
bool ap_memg_timesteps_clean(const ap_block *block, const void *motion);
bool ap_memg_mapping_clean(const ap_block *block, const void *cursor);

#endif
