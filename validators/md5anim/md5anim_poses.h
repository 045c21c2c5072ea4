/* Computes the positions and rotations of an animation's joints in model space at given times. */
#ifndef AP_MD5ANIM_POSES_H
#define AP_MD5ANIM_POSES_H

#include "validators/md5/md5_transform.h"
#include "validators/md5anim/md5anim.h"

typedef struct ap_md5anim_poses {
    const ap_md5anim_joint *joints;
    size_t joint_count, count;    /* count: number of poses */
    ap_md5_transform *transforms; /* joint_count transforms for each time, in model space, in the order of
                                     the times */
    /* number of complete frames read, up to an error or the end; times within these frames have transforms */
    size_t frames_read;
} ap_md5anim_poses;

/* Computes the poses of an animation without errors at `count` times or, if `seconds` is NULL, at each frame.
   Seconds are converted to frames by the frame rate, which may be a fraction; times before the first frame or
   after the last use that frame. Between two frames, positions are interpolated linearly, and orientations
   along the shorter way at constant speed, each in its parent's space, all in double. The poses are owned by
   the arena; names view the input. Returns false if the file has an error, with the number of complete frames
   in poses->frames_read, or when out of memory (arena->failed). */
bool ap_md5anim_compute_poses(
    ap_view input, const double *seconds, size_t count, ap_arena *arena, ap_md5anim_poses *poses);

#endif
