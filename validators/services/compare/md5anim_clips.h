/* Two animations in memory, and which frames and joints of the old animation match those of the new
   animation. */
#ifndef AP_MD5ANIM_CLIPS_H
#define AP_MD5ANIM_CLIPS_H

#include "validators/md5anim/md5anim_source.h"
#include "validators/services/compare/compare_joints.h"
#include "validators/services/compare/differences.h"

/* Six numbers: position, then x y z of the orientation; or, for bounds, minimum, then maximum. */
typedef float ap_md5anim_joint_values[AP_MD5_COMPONENTS];

/* A whole animation in memory. All data is in the arena; its size is proportional to the file. */
typedef struct ap_loaded_md5anim {
    ap_md5anim_file *file;
    const ap_md5anim *animation;
    double rate; /* frames per second */
    size_t frame_count, component_count;
    ap_md5anim_joint_values *bounds, *base;
    float *values; /* values of all frames, frame by frame */
    int32_t (*columns)
        [AP_MD5_COMPONENTS]; /* index of a joint's component in a frame's values; -1 if it is constant */
    ap_named_list joints;
} ap_loaded_md5anim;

typedef struct ap_md5anim_comparison {
    ap_loaded_md5anim one, other;
    ap_matching matching;
    bool *comparable; /* true for each joint of `one` that can be compared */
    /* `common` frames are in both animations. Before frame `split` they have equal frame numbers; from there
       on, old_gap frames of the old and new_gap frames of the new animation are skipped. */
    size_t common, split, old_gap, new_gap;
    ap_changes *changes;
    ap_rounding_statistics rounding;
    double scale; /* factor from the old to the new positions of all joints; 1 if there is no common factor */
} ap_md5anim_comparison;

/* Reads an animation. Returns false if the file has an error, or when out of memory. */
bool ap_load_md5anim(ap_view input, ap_arena *arena, ap_loaded_md5anim *whole);

/* Sets `six` to the position and the orientation of a joint in a frame. */
void ap_md5anim_get_joint_values(
    const ap_loaded_md5anim *whole, size_t joint, size_t frame, ap_md5anim_joint_values six);

static inline size_t ap_old_frame_of_common(const ap_md5anim_comparison *clips, size_t frame)
{
    return frame < clips->split ? frame : frame + clips->old_gap;
}

static inline size_t ap_new_frame_of_common(const ap_md5anim_comparison *clips, size_t frame)
{
    return frame < clips->split ? frame : frame + clips->new_gap;
}

/* Returns the seconds from the first frame to the last. The rate of a file without errors is above 0. */
static inline double ap_md5anim_seconds(const ap_loaded_md5anim *whole)
{
    return whole->frame_count > 1 ? (double)(whole->frame_count - 1) / whole->rate : 0;
}

/* Adds the changes of the motion: scale, positions, rotations. */
void ap_compare_motion(ap_md5anim_comparison *clips);

#endif
