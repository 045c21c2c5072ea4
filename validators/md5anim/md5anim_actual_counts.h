/* Counts the joints, frames and values that a .md5anim file actually has, to fix wrong counts of its
   header. */
#ifndef AP_MD5ANIM_ACTUAL_COUNTS_H
#define AP_MD5ANIM_ACTUAL_COUNTS_H

#include "core/base/arena.h"
#include "core/base/span.h"

typedef enum ap_md5anim_count {
    AP_MD5ANIM_FRAME_COUNT,
    AP_MD5ANIM_JOINT_COUNT,
    AP_MD5ANIM_COMPONENT_COUNT,
    AP_MD5ANIM_COUNTS
} ap_md5anim_count;

typedef struct ap_md5anim_actual_counts {
    ap_span counts[AP_MD5ANIM_COUNTS]; /* tokens of the header's counts; length 0 if the header lacks the
                                          count */
    size_t frames, joints;             /* numbers of frame blocks and of entries of the hierarchy */
    size_t corners, vectors;           /* opening parentheses in bounds and in baseframe, two per entry */
    size_t components;                 /* bits set in the flags of all joints */
    size_t values;                     /* values of the last frame */
    bool uneven;                       /* frames have different numbers of values */
    bool invalid_flags;                /* some flags are not from 0 to 63, so components is unknown */
} ap_md5anim_actual_counts;

/* A function that ap_md5anim_measure calls for each joint's start index, with the components of the joints
   before it and its own flags. */
typedef struct ap_md5anim_start_listener {
    void (*start_index)(void *context, ap_span start, size_t components_before, int flags);
    void *context;
} ap_md5anim_start_listener;

/* Counts entries and values by tokens only, up to a second MD5Version. `listener` may be NULL. */
void ap_md5anim_measure(ap_view input, ap_arena *arena, const ap_md5anim_start_listener *listener,
    ap_md5anim_actual_counts *actual);

/* Returns true if the parts of the file agree about a count, and sets *value to it. */
bool ap_md5anim_prove_count(const ap_md5anim_actual_counts *actual, ap_md5anim_count count, size_t *value);

#endif
