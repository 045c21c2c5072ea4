/* Checks that orientations can be rotations at all: other numbers in their place are much longer. */
#include <math.h>
#include <stdio.h>

#include "validators/md5anim/md5anim_content.h"

/* A longer x y z cannot be a rotation: the square of 1.1; rounding of real files ends at 1 + 2e-6. */
static const double most_squared_length = 1.21;

static const double most_unit_square =
    1.001; /* greatest squared length of a vector that can be x y z of a rotation */

static const float largest_radian = 3.2F; /* more than pi */

/* Numbers of orientations, and signs of the cause, in the baseframe and all frames. */
typedef struct long_orientations {
    size_t too_long;     /* number of orientations that are too long for a rotation */
    size_t frame, joint; /* the first orientation that is too long; `frame` is not valid if in_base is true */
    bool in_base;        /* the first orientation that is too long is in the baseframe */
    /* number of orientations from which the cause is derived, and number of those that are longer than 1 */
    size_t seen, over_unit;
    /* the position of every joint from which the cause is derived could be x y z of a rotation */
    bool positions_are_unit;
    bool has_large; /* an orientation has a number larger than any angle in radians */
} long_orientations;

/* Adds the position and the orientation of a joint to the evidence from which cause_of_long_orientations
   derives why orientations are too long. */
static void add_evidence_of_cause(long_orientations *all, const float numbers[AP_CLIP_NUMBERS])
{
    all->seen++;
    all->over_unit += ap_md5_squared_xyz_length(numbers + 3) > most_unit_square;
    all->positions_are_unit &= ap_md5_squared_xyz_length(numbers) <= most_unit_square;
    for (int i = 3; i < AP_CLIP_NUMBERS; i++)
        all->has_large |= fabsf(numbers[i]) > largest_radian;
}

static bool is_orientation_too_long(const float numbers[AP_CLIP_NUMBERS])
{
    return ap_md5_squared_xyz_length(numbers + 3) > most_squared_length;
}

static void add_baseframe_orientations(const ap_md5anim_clip *clip, long_orientations *all)
{
    for (size_t i = 0; i < clip->joint_count; i++) {
        const float *numbers = clip->channels[i].base;
        add_evidence_of_cause(all, numbers);
        if (is_orientation_too_long(numbers) && all->too_long++ == 0) {
            all->in_base = true;
            all->joint = i;
        }
    }
}

/* Adds to *all the orientations that a frame animates; only joints with six animated numbers are evidence of the cause. Returns
   false when out of memory. */
static bool add_frame_orientations(ap_md5anim_clip *clip, size_t frame, long_orientations *all)
{
    const float *values = ap_md5anim_clip_frame_values(clip, frame);
    float numbers[AP_CLIP_NUMBERS];
    for (size_t i = 0; values != NULL && i < clip->joint_count; i++) {
        const int32_t flags = clip->joints->items[i].flags;
        if ((flags & AP_MD5_ROTATION_BITS) == 0)
            continue;
        ap_md5anim_get_joint_numbers(&clip->channels[i], values, numbers);
        if (flags == AP_MD5_FLAG_BITS)
            add_evidence_of_cause(all, numbers);
        if (is_orientation_too_long(numbers) && all->too_long++ == 0) {
            all->frame = frame;
            all->joint = i;
        }
    }
    return values != NULL;
}

static const char *cause_of_long_orientations(const long_orientations *all)
{
    if (all->positions_are_unit && 2 * all->over_unit >= all->seen)
        return "each joint has its rotation before its position; write the position first";
    if (all->has_large)
        return "these are angles in degrees; write x y z of a unit quaternion";
    return "these are angles in radians, or no rotations; write x y z of a unit quaternion";
}

static void report_long_orientation(ap_md5anim_clip *clip, const long_orientations *all)
{
    ap_md5anim_stream *stream = clip->stream;
    ap_io *io = &stream->base.text.io;
    char others[64] = "";
    if (all->too_long > 1)
        snprintf(others, sizeof others, " (%zu orientations of the file are)", all->too_long);
    const ap_span span =
        all->in_base ? ap_md5anim_enter_baseframe_path(stream, all->joint, AP_CLIP_ORIENTATION)
                     : ap_md5anim_enter_frame_path(stream, all->frame, all->joint, AP_CLIP_ORIENTATION);
    ap_add_finding_at(io, AP_MD5ANIM_RULE(ROTATION_VALUES), span, NULL, ap_no_value(), ap_no_value(),
        " is longer than any rotation%s: %s", others, cause_of_long_orientations(all));
    ap_md5anim_leave_path(stream);
}

bool ap_md5anim_report_long_orientations(ap_md5anim_clip *clip)
{
    long_orientations all = { .positions_are_unit = true };
    if (clip->stream->base.long_quaternions.count == 0
        && clip->stream->base.most_squared_length < most_unit_square)
        return false;
    add_baseframe_orientations(clip, &all);
    for (size_t i = 0; i < clip->frame_count; i++) {
        if (!add_frame_orientations(clip, i, &all))
            return false;
    }
    if (all.too_long > 0)
        report_long_orientation(clip, &all);
    return all.too_long > 0;
}
