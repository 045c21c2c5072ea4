/* Where the joints of an animation are in the model's space, at any time. */
#ifndef AP_MD5ANIM_PLACES_H
#define AP_MD5ANIM_PLACES_H

#include "validators/md5/md5_place.h"
#include "validators/md5anim/md5anim.h"

typedef struct ap_md5anim_poses {
    const ap_md5anim_joint *joints;
    size_t joint_count;
    ap_md5_place *places; /* of each joint, time after time */
    size_t
        frames_read; /* whole ones, before a fault or to the end: times up to the last of them have places */
} ap_md5anim_poses;

/* The poses of an animation without errors at `count` times. A time in seconds is one of frames by the frame rate, a
   fractional one as it is written; before the first frame it is that frame, after the last one the last. Between two
   frames positions go straight, and orientations the shorter way at constant speed, each in its parent's space. All in
   double. The poses live in the arena, their names show the input. False when the file has an error after all, with the
   frames before it in poses->frames_read, or memory has run out (arena->failed). */
bool ap_md5anim_place_joints(
    ap_view input, const double *seconds, size_t count, ap_arena *arena, ap_md5anim_poses *poses);

#endif
