/* Constants of a motion file, from the published page. The validator has a separate copy on purpose: a
   test of the linter must not share its mistakes. */
#ifndef AP_MEMG_PAGE_H
#define AP_MEMG_PAGE_H

enum {
    MEMG_HEADER_FIELDS = 4,
    MEMG_COUNT_BYTES = 4,
    MEMG_NUMBER_BYTES = 8,
    MEMG_ROW_ENTRIES = 4,
    MEMG_ENTRIES = 12, /* number of entries of a transform */
    MEMG_TRANSFORM_BYTES = MEMG_ENTRIES * MEMG_NUMBER_BYTES,
    MEMG_VERTEX_BYTES = 28, /* bytes that a vertex takes in the mapping and the mean together */
    MEMG_LEAST_FLOAT_RATE =
        0x3f800000, /* frame rates from this value on look like the float32 numbers 1 to 1000 */
    MEMG_MOST_FLOAT_RATE = 0x447a0000,
};

#endif
