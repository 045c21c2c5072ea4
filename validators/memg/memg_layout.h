/* The layouts of mesh-ensemble motion: each record's fields in file order. */
#ifndef AP_MEMG_LAYOUT_H
#define AP_MEMG_LAYOUT_H

#include "validators/memg/memg.h"

enum { AP_MEMG_GROUP_PARTS = 5 /* name, vertices, parent, basis, coefficients */ };

/* Two counts, one after the other; their product says how many elements follow. */
typedef struct ap_memg_product {
    const char *first, *second; /* their fields' names */
    size_t first_at;            /* offset of the first in the input */
    size_t element_bytes;
} ap_memg_product;

/* Where reading is, and what it has read: enough to begin again at the group, as a search for a count
   does. */
typedef struct ap_memg_cursor {
    ap_memg_motion *motion;
    ap_memg_group group;         /* being read */
    size_t group_at;             /* its offset; 0 before the first */
    size_t whole_parts;          /* of it */
    ap_memg_product product;     /* the last one met; all 0 before the first */
    struct ap_memg_state *state; /* NULL when the layouts run for the structure alone */
    struct ap_memg_trial *trial; /* of another layout; NULL: the published one */
} ap_memg_cursor;

/* In all of these io->scope is an ap_memg_cursor. */

/* The endian indicator. Sets io->swap. False, too, when it is neither 1 nor 1 swapped. */
bool ap_memg_endian(ap_io *io) AP_MUST_USE;

/* Endian indicator and framerate. */
bool ap_memg_header(ap_io *io) AP_MUST_USE;

/* The frame animations: both counts and the transforms. */
bool ap_memg_frames(ap_io *io) AP_MUST_USE;

/* A reader that reports nothing and has read all before the first group, with the cursor as its scope. */
bool ap_memg_open(ap_io *io, ap_memg_cursor *cursor, ap_view input, ap_arena *arena) AP_MUST_USE;

/* The transforms of one timestep. */
bool ap_memg_timestep(ap_io *io, const ap_memg_motion *motion, ap_view *frames) AP_MUST_USE;

/* One group, into or out of the group of io->scope. */
bool ap_memg_one_group(ap_io *io, size_t index) AP_MUST_USE;

/* Groups, as long as there are bytes for the first field of one: true leaves 0 to 3 bytes. Ends, with
   false, when io->arena has failed. */
bool ap_memg_groups(ap_io *io) AP_MUST_USE;

#endif
