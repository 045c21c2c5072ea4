/* The layouts of mesh-ensemble motion: the fields of each record in file order. */
#ifndef AP_MEMG_LAYOUT_H
#define AP_MEMG_LAYOUT_H

#include "validators/memg/memg.h"

enum { AP_MEMG_GROUP_PARTS = 5 /* parts of a group: name, vertices, parent, basis, coefficients */ };

/* Two consecutive counts; their product is the number of elements that follow. */
typedef struct ap_memg_count_pair {
    const char *first, *second; /* names of the two count fields, first and second */
    size_t first_at;            /* offset of the first count in the input */
    size_t element_bytes;
} ap_memg_count_pair;

/* The position of a reader and the values read so far, so that reading can resume at the current group: the
   search for a wrong count does so. */
typedef struct ap_memg_cursor {
    ap_memg_motion *motion;
    ap_memg_group group;   /* the group that is being read */
    size_t group_at;       /* offset of the current group; 0 before the first group */
    size_t complete_parts; /* number of parts of the current group that were read completely */
    /* the pair of counts that was read last, or is being read; all members are 0 before the first pair */
    ap_memg_count_pair last_counts;
    struct ap_memg_state *state; /* state of the rules; NULL in a reading for structure only */
    struct ap_memg_trial *trial; /* another layout being tried; NULL: the file is read in the published
                                    layout */
} ap_memg_cursor;

/* io->scope must be an ap_memg_cursor, except for ap_memg_open_reader_at_first_group, which sets it. The functions return false
   if reading or writing failed. */

/* Reads or writes the endian indicator and sets io->swap. Also returns false if the value is neither 1 nor
   byte-swapped 1. */
bool ap_memg_read_or_write_endian(ap_io *io) AP_MUST_USE;

/* Reads or writes the endian indicator and the framerate. */
bool ap_memg_read_or_write_endian_and_framerate(ap_io *io) AP_MUST_USE;

/* Reads or writes the frame animations: both counts and the transforms. */
bool ap_memg_read_or_write_frames(ap_io *io) AP_MUST_USE;

/* Initialises a reader that reports no findings, with the cursor as its scope, and reads everything before
   the first group. */
bool ap_memg_open_reader_at_first_group(
    ap_io *io, ap_memg_cursor *cursor, ap_view input, ap_arena *arena) AP_MUST_USE;

/* Reads the transforms of one timestep and sets *frames to them, or writes the transforms in *frames. */
bool ap_memg_read_or_write_timestep(ap_io *io, const ap_memg_motion *motion, ap_view *frames) AP_MUST_USE;

/* Reads or writes the cursor's group, which is group number `index`. */
bool ap_memg_read_or_write_group(ap_io *io, size_t index) AP_MUST_USE;

/* Reads groups while at least the bytes of a group's first field are left: on true, 0 to 3 bytes are left.
   Stops and returns false if io->arena has failed. */
bool ap_memg_read_groups(ap_io *io) AP_MUST_USE;

#endif
