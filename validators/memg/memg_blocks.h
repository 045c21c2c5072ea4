/* Checks long runs of numbers fast: returns true if reading number by number would add no finding. */
#ifndef AP_MEMG_BLOCKS_H
#define AP_MEMG_BLOCKS_H

#include "core/layout/io.h"
#include "validators/memg/memg.h"

/* A measurement of the rotation of a transform: how close it is to a rotation matrix. The format's page says: "The upper-left 3
   x 3 block is the rotation component of the transform". */
typedef struct ap_memg_rotation_measurement {
    bool finite;      /* all nine numbers of the rotation are finite; otherwise the other members are
                         meaningless */
    double deviation; /* largest element of |R R^T - I| */
    double determinant;
} ap_memg_rotation_measurement;

/* Limit for rotations R and for bases U: no element of R R^T or U^T U may differ from the identity matrix by
   more. */
#define AP_MEMG_ORTHONORMAL_WITHIN 1e-6

/* Measures the rotation of the transform at `entries`, 96 bytes. */
ap_memg_rotation_measurement ap_memg_measure_rotation(const uint8_t *entries, bool swap);

/* Returns true if the numbers of a transform hold a rotation or reflection. The rows of the rotation begin
   `row_entries` numbers apart: 4 in a transform, 3 if the first nine numbers are the rotation. */
bool ap_memg_is_rotation_or_reflection(const double values[AP_MEMG_TRANSFORM_ENTRIES], size_t row_entries);

/* Returns true if all twelve numbers are finite and the first nine, as three rows, are a rotation or
   reflection. */
bool ap_memg_do_first_nine_hold_rotation(const uint8_t *entries, bool swap);

/* Implement ap_element.is_clean for numbers, for transforms, for the transforms of whole timesteps (`motion` is
   the ap_memg_motion) and for mapping entries (`cursor` is the ap_memg_cursor). */
bool ap_memg_are_numbers_clean(const ap_block_of_array *block, const void *record);
bool ap_memg_are_transforms_clean(const ap_block_of_array *block, const void *record);
bool ap_memg_are_timesteps_clean(const ap_block_of_array *block, const void *motion);
bool ap_memg_is_mapping_clean(const ap_block_of_array *block, const void *cursor);

#endif
