/* Reads mesh-ensemble motion in the layout of a mistaken writer. In a trial, only the structure is checked,
   with the sizes, padding, names and counts of the mistake. Reading stops at the first invalid group. */
#ifndef AP_MEMG_TRIAL_H
#define AP_MEMG_TRIAL_H

#include "validators/memg/memg_layout.h"

typedef enum ap_memg_padding {
    AP_MEMG_NO_PADDING,
    AP_MEMG_ALIGNED, /* padded with zeros, so that each number begins at a multiple of its size */
    AP_MEMG_AFTER_NAME
} ap_memg_padding;

typedef enum ap_memg_name_length_form {
    AP_MEMG_STORED_LENGTH,
    AP_MEMG_NO_LENGTH, /* the name is as many bytes as make the group valid */
    AP_MEMG_TERMINATED /* the name has no length, and a NUL at its end */
} ap_memg_name_length_form;

/* A layout, described by its differences from the published layout. */
typedef struct ap_memg_variant {
    size_t number_bytes; /* bytes of each number that is a float64 in the published layout */
    /* bytes of each integer that is an int32 in the published layout, except mapping entries */
    size_t integer_bytes;
    size_t mapping_bytes;     /* bytes of a mapping entry */
    size_t transform_entries; /* numbers of a transform: 12, or 16 with a last row or column of 0 0 0 1 */
    bool framerate_is_number; /* the framerate is a float64 */
    ap_memg_padding padding;
    size_t name_padding; /* names are padded so that the next file offset is a multiple of this number */
    ap_memg_name_length_form name_form;
    /* the stored counts of frames and timesteps are the last indices; the column count of the coefficients may
       be the last index too */
    bool inclusive;
    int more_frames, more_timesteps; /* added to the stored counts: -1, 0 or 1 */
} ap_memg_variant;

extern const ap_memg_variant ap_memg_published_variant;

/* Numbers of groups and bytes that a search over many trials may still read. */
typedef struct ap_memg_budget {
    size_t groups, bytes;
} ap_memg_budget;

/* The first padding of the file and the field after it. */
typedef struct ap_memg_first_padding {
    bool known;
    size_t at;
    ap_field_path path;
    const char *name; /* name of the field, or of the array if the field is its first element */
    bool of_array;
} ap_memg_first_padding;

typedef struct ap_memg_trial {
    ap_memg_variant variant;
    ap_memg_budget *budget;
    uint64_t offsets_hash; /* hash of the offsets of all fields, which tells if two trials read alike */
    ap_memg_first_padding gap;
    size_t first_group_at, first_mapping_at;
    bool has_vertices;   /* at least one group has vertices */
    int32_t name_length; /* length of the name that is being tried, for AP_MEMG_NO_LENGTH */
} ap_memg_trial;

/* Read fields in the trial's layout. Each function returns false if the file has no valid field at the
   reader's position. */
bool ap_memg_trial_read_integer(ap_io *io, const char *name, int32_t *value) AP_MUST_USE;
bool ap_memg_trial_read_count(ap_io *io, const char *name, int32_t *count) AP_MUST_USE;
bool ap_memg_trial_read_framerate(ap_io *io, int32_t *framerate) AP_MUST_USE;
bool ap_memg_trial_read_or_find_name_length(ap_io *io, int32_t *length) AP_MUST_USE;
bool ap_memg_trial_skip_name_end(ap_io *io) AP_MUST_USE;
bool ap_memg_trial_read_numbers(ap_io *io, const char *name, uint64_t count, ap_view *view) AP_MUST_USE;
bool ap_memg_trial_read_mapping(ap_io *io, uint64_t count, ap_view *view) AP_MUST_USE;

/* Adjusts both counts as the variant requires, after both were read; then reads the transforms. */
bool ap_memg_trial_read_transforms(ap_io *io, ap_memg_motion *motion) AP_MUST_USE;

/* Reads a group with the function `group`. For AP_MEMG_NO_LENGTH, tries lengths of the name from 1 byte on until the group is
   valid. Returns false if the group is invalid. */
bool ap_memg_trial_read_group_of_any_name_length(
    ap_io *io, ap_memg_cursor *cursor, bool (*group)(ap_io *io, ap_memg_cursor *cursor)) AP_MUST_USE;

/* Reads the input from its first byte in the trial's layout. Returns true if the input has frames, timesteps
   and valid groups that end exactly at its end, and at least one group has vertices. Stores the header and
   transforms in *motion. */
bool ap_memg_try_variant(ap_view input, ap_memg_trial *trial, ap_memg_motion *motion);

#endif
