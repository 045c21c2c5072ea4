/* Numbers of a motion file, as its page has them. The validator has them too; neither takes them from
   the other, since what checks the linter must not share its mistakes. */
#ifndef AP_MEMG_PAGE_H
#define AP_MEMG_PAGE_H

enum {
    MEMG_HEADER_FIELDS = 4,
    MEMG_COUNT_BYTES = 4,
    MEMG_NUMBER_BYTES = 8,
    MEMG_ROW_ENTRIES = 4,
    MEMG_ENTRIES = 12, /* of a transform */
    MEMG_TRANSFORM_BYTES = MEMG_ENTRIES * MEMG_NUMBER_BYTES,
    MEMG_VERTEX_BYTES = 28, /* its mapping and its mean */
    MEMG_LEAST_FLOAT_RATE =
        0x3f800000, /* a framerate from here on to ... is taken for the float32 1 to 1000 */
    MEMG_MOST_FLOAT_RATE = 0x447a0000,
};

#endif
