/* Mesh-ensemble motion as a mistaken writer wrote it. The layouts read it under a trial: for its structure
   alone, with the sizes, the padding, the names and the counts that the mistake makes, and they stop at the
   first group that is not sound. */
#ifndef AP_MEMG_TRIAL_H
#define AP_MEMG_TRIAL_H

#include "validators/memg/memg_layout.h"

typedef enum ap_memg_padding {
    AP_MEMG_NO_PADDING,
    AP_MEMG_ALIGNED, /* zeros, so that each number starts at a multiple of its size */
    AP_MEMG_AFTER_NAME
} ap_memg_padding;

typedef enum ap_memg_naming {
    AP_MEMG_STORED_LENGTH,
    AP_MEMG_NO_LENGTH, /* as many bytes as make the group sound */
    AP_MEMG_TERMINATED /* no length, and a NUL at the end */
} ap_memg_naming;

/* What is written in which way. */
typedef struct ap_memg_variant {
    size_t number_bytes;      /* of what should be a float64 */
    size_t integer_bytes;     /* of what should be an int32 */
    size_t mapping_bytes;     /* the same of an entry of the mapping */
    size_t transform_entries; /* 12, or 16 with a last row or a last column of 0 0 0 1 */
    bool framerate_is_number; /* a float64 */
    ap_memg_padding padding;
    size_t name_padding; /* the file offset after a name is a multiple of it */
    ap_memg_naming naming;
    bool inclusive;
    int more_frames, more_timesteps; /* than stored: -1, 0 or 1 */
} ap_memg_variant;

extern const ap_memg_variant ap_memg_published;

/* What a search over many trials may still do. */
typedef struct ap_memg_budget {
    size_t groups, bytes;
} ap_memg_budget;

/* Which padding was the first, and the field that follows it. */
typedef struct ap_memg_gap {
    bool known;
    size_t at;
    ap_field_path path;
    const char *name; /* of an array: of its first element */
    bool of_array;
} ap_memg_gap;

typedef struct ap_memg_trial {
    ap_memg_variant variant;
    ap_memg_budget *budget;
    uint64_t places; /* a hash of where every field is: equal for readings that agree on all of them */
    ap_memg_gap gap;
    size_t first_group_at, first_mapping_at;
    bool has_vertices;   /* a group has */
    int32_t name_length; /* of the name being tried, with AP_MEMG_NO_LENGTH */
} ap_memg_trial;

/* The fields of the layouts in a trial. All of them: false when the file does not hold such a field. */
bool ap_memg_trial_integer(ap_io *io, const char *name, int32_t *value) AP_MUST_USE;
bool ap_memg_trial_count(ap_io *io, const char *name, int32_t *count) AP_MUST_USE;
bool ap_memg_trial_framerate(ap_io *io, int32_t *framerate) AP_MUST_USE;
bool ap_memg_trial_name_length(ap_io *io, int32_t *length) AP_MUST_USE;
bool ap_memg_trial_name_end(ap_io *io) AP_MUST_USE;
bool ap_memg_trial_numbers(ap_io *io, const char *name, uint64_t count, ap_view *view) AP_MUST_USE;
bool ap_memg_trial_mapping(ap_io *io, uint64_t count, ap_view *view) AP_MUST_USE;

/* Both counts as the variant has them, once both were read; then the transforms. */
bool ap_memg_trial_transforms(ap_io *io, ap_memg_motion *motion) AP_MUST_USE;

/* A group that `group` reads, and which is sound. */
bool ap_memg_trial_group(
    ap_io *io, ap_memg_cursor *cursor, bool (*group)(ap_io *io, ap_memg_cursor *cursor)) AP_MUST_USE;

/* Reads the input under the trial, from its first byte: whether it has frames, timesteps and sound groups to
   its exact end, one of them with vertices. *motion becomes what was read. */
bool ap_memg_try(ap_view input, ap_memg_trial *trial, ap_memg_motion *motion);

#endif
