/* A skeleton that moves: its joints' local poses frame after frame, and the box around it. */
#ifndef AP_MD5ANIM_POSE_H
#define AP_MD5ANIM_POSE_H

#include "corpus/generate/generator_parts.h"
#include "validators/md5/md5_place.h"
#include "validators/md5anim/md5anim.h"

/* Where a joint is, relative to its parent, and where it goes. */
typedef struct ap_made_joint {
    ap_swings moving, turning;
    double sign;                   /* of the baseframe's x y z: that with which w is not positive */
    float base[AP_MD5_COMPONENTS]; /* the baseframe: position, x y z of the orientation */
    float now[AP_MD5_COMPONENTS];  /* with the baseframe's values where nothing is animated */
    ap_md5_place place;            /* in the model's space, where ap_pose_places found it */
} ap_made_joint;

typedef struct ap_made_pose {
    const ap_make *make;
    const ap_md5anim_joint *joints; /* the model's */
    size_t joint_count;
    ap_made_joint *made;  /* as many */
    ap_made_joint *first; /* a copy of them as they were before frame 0 */
} ap_made_pose;

/* Poses the joints; their parents and flags are set. False when memory has run out. */
bool ap_make_pose(
    ap_made_pose *pose, const ap_make *make, const ap_md5anim_joint *joints, size_t joint_count);

/* Moves the joints to the next frame; back to the one before frame 0. */
void ap_pose_next(ap_made_pose *pose);
void ap_pose_restart(ap_made_pose *pose);

/* Finds where the joints are in this frame: half of what a frame costs, and not all want it. */
void ap_pose_places(ap_made_pose *pose);

/* Finds the same, and a box around all joints, with some room; its corners are finite. */
void ap_pose_box(ap_made_pose *pose, float least[3], float greatest[3]);

/* The animated components of all joints, in their order. */
void ap_pose_values(const ap_made_pose *pose, float *values);

#endif
