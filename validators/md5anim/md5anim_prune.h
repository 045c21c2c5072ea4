/* Removes components that never change from an animation. */
#ifndef AP_MD5ANIM_PRUNE_H
#define AP_MD5ANIM_PRUNE_H

#include "validators/md5anim/md5anim.h"

/* Tells which components of an animation have not changed in the frames added so far. Both arrays have an
   element for each component, in the order of the joints. */
typedef struct ap_md5anim_constant_components {
    size_t component_count;
    size_t frame_count; /* number of frames added by ap_md5anim_constancy_add */
    bool *constant;     /* the component has the same bits in all frames added so far */
    float *first;       /* values of frame 0 */
} ap_md5anim_constant_components;

/* Initialises an empty record. Returns false when out of memory. */
bool ap_md5anim_constancy_init(
    ap_md5anim_constant_components *constancy, size_t component_count, ap_arena *arena);

/* Adds the values of the next frame. */
void ap_md5anim_constancy_add(ap_md5anim_constant_components *constancy, const float *values);

/* Leaves `constant` true only for components that ap_md5anim_prune removes. Returns their number. */
size_t ap_md5anim_constancy_select_removed(
    ap_md5anim_constant_components *constancy, const ap_md5anim_joint *joints, size_t joint_count);

/* Implements ap_format.prune: writes the animation of a file in canonical form, without the components that have the same bits in
   all frames. The value of a removed component becomes the baseframe's, so that no pose changes. The position of joint 0 keeps
   its components, because id's reader subtracts the baseframe's position if they are animated. Keeps the joints and a few frames
   in memory. */
bool ap_md5anim_prune(ap_view input, ap_arena *arena, ap_writer *writer);

#endif
