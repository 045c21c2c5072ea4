/* How many of everything a .md5anim file has, whatever its header says: what a wrong count is mended by. */
#ifndef AP_MD5ANIM_EXTENT_H
#define AP_MD5ANIM_EXTENT_H

#include "core/base/arena.h"
#include "core/base/span.h"

typedef enum ap_md5anim_count {
    AP_MD5ANIM_FRAME_COUNT,
    AP_MD5ANIM_JOINT_COUNT,
    AP_MD5ANIM_COMPONENT_COUNT,
    AP_MD5ANIM_COUNTS
} ap_md5anim_count;

typedef struct ap_md5anim_extent {
    ap_span counts[AP_MD5ANIM_COUNTS]; /* the tokens of the header; length 0: there is none */
    size_t frames, joints;             /* blocks, entries of the hierarchy */
    size_t corners, vectors;           /* parentheses of bounds and baseframe, two to an entry */
    size_t components;                 /* bits set in the flags of all joints */
    size_t values;                     /* of each frame */
    bool uneven;                       /* frames have different numbers of values */
    bool odd_flags;                    /* flags are not from 0 to 63, so that components is not known */
} ap_md5anim_extent;

/* Called for each joint's start index, with the components of the joints before it and its own flags. */
typedef struct ap_md5anim_start_listener {
    void (*told)(void *context, ap_span start, size_t components_before, int flags);
    void *context;
} ap_md5anim_start_listener;

/* Counts by tokens alone, up to a second file. The listener may be NULL. */
void ap_md5anim_measure(
    ap_view input, ap_arena *arena, const ap_md5anim_start_listener *listener, ap_md5anim_extent *extent);

/* Whether the file's parts agree about a count; *value is then what it must be. */
bool ap_md5anim_proves(const ap_md5anim_extent *extent, ap_md5anim_count count, size_t *value);

#endif
