/* Counts the joints, frames and values that a .md5anim file actually has, to find and fix wrong counts of its
   header. */
#ifndef AP_MD5ANIM_ACTUAL_COUNTS_H
#define AP_MD5ANIM_ACTUAL_COUNTS_H

#include "core/base/arena.h"
#include "core/base/span.h"

/* Numbers of the sections, in the order of the format. */
enum { AP_HIERARCHY, AP_BOUNDS, AP_BASEFRAME, AP_FRAME, AP_MD5ANIM_SECTIONS };

typedef enum ap_md5anim_count {
    AP_MD5ANIM_FRAME_COUNT,
    AP_MD5ANIM_JOINT_COUNT,
    AP_MD5ANIM_COMPONENT_COUNT,
    AP_MD5ANIM_COUNTS
} ap_md5anim_count;

typedef struct ap_md5anim_actual_counts {
    ap_span count_spans[AP_MD5ANIM_COUNTS]; /* tokens of the header's counts; length 0 if the header lacks the
                                          count */
    size_t frames, joints;                  /* numbers of frame blocks and of entries of the hierarchy */
    size_t corners, vectors; /* numbers of opening parentheses in bounds and in baseframe, two per entry */
    size_t components;       /* number of bits set in the flags of all joints */
    size_t values;           /* number of values of the last frame */
    bool uneven;             /* frames have different numbers of values */
    bool invalid_flags;      /* some flags are not from 0 to 63, so components is unknown */
    bool found[AP_MD5ANIM_SECTIONS];
    /* per section: it is not exactly a keyword and complete entries in braces. Other than frames: it occurs again. Frames: an
       index is wrong, or other tokens come between or after the frames */
    bool damaged[AP_MD5ANIM_SECTIONS];
} ap_md5anim_actual_counts;

/* A function that ap_md5anim_count_entries calls for the start index of each joint with flags from 0 to 63, with the
   number of components of the joints before it and its own flags. */
typedef struct ap_md5anim_start_index_listener {
    void (*start_index)(void *context, ap_span start, size_t components_before, int flags);
    void *context;
} ap_md5anim_start_index_listener;

/* Counts entries and values by tokens only, up to a second MD5Version. A section after that is not counted, but sets its
   member of `damaged`. `listener` may be NULL. */
void ap_md5anim_count_entries(ap_view input, ap_arena *arena, const ap_md5anim_start_index_listener *listener,
    ap_md5anim_actual_counts *actual);

/* Returns true if two parts of the file agree about a count: the hierarchy and the baseframe about joints, the frames and the
   bounds about frames, the flags of the joints and all frames about components. Sets *value to the number in the hierarchy
   or the frames even if they do not agree. */
bool ap_md5anim_find_agreed_count(
    const ap_md5anim_actual_counts *actual, ap_md5anim_count count, size_t *value);

/* Returns true if the two sections that have an entry for each joint, or for each frame, outvote `stored`, the number in the
   header: they are not damaged and have the same number of entries, at least one, which differs from `stored`. Then sets *value
   to that number. `count` must not be AP_MD5ANIM_COMPONENT_COUNT. */
bool ap_md5anim_do_sections_outvote_header(
    const ap_md5anim_actual_counts *actual, ap_md5anim_count count, int64_t stored, size_t *value);

#endif
