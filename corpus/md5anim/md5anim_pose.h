/* A moving skeleton: the local poses of its joints in each frame, and the bounding box. */
#ifndef AP_MD5ANIM_POSE_H
#define AP_MD5ANIM_POSE_H

#include "corpus/generate/generator_parts.h"
#include "validators/md5/md5_pose.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5mesh/md5mesh.h"

/* Pose and motion of a joint, relative to its parent. */
typedef struct ap_generated_joint {
    ap_oscillations moving, turning;
    /* factor, 1 or -1, for x y z of the baseframe, with which w is negative or 0 */
    double sign;
    float base[AP_MD5_COMPONENTS]; /* values of the baseframe: position, and x y z of the orientation */
    /* values of the current frame; a value that is not animated is that of the baseframe */
    float now[AP_MD5_COMPONENTS];
} ap_generated_joint;

typedef struct ap_generated_pose {
    const ap_generation_request *make;
    const ap_md5anim_joint *joints; /* joints of the animation, owned by the caller */
    size_t joint_count;
    ap_generated_joint *states;       /* state of each joint, in the arena */
    ap_generated_joint *start_states; /* copy of `states` in the state before frame 0 */
    /* room for the positions and rotations of the joints in the model's space, in the arena */
    ap_md5_placement *placements;
} ap_generated_pose;

/* Initialises the poses. Parents and flags of the joints must be set. Returns false when out of memory. */
bool ap_generated_pose_init(ap_generated_pose *pose, const ap_generation_request *make,
    const ap_md5anim_joint *joints, size_t joint_count);

/* ap_generated_pose_next_frame moves the joints to the next frame. ap_generated_pose_restart returns to the state before frame
   0. */
void ap_generated_pose_next_frame(ap_generated_pose *pose);
void ap_generated_pose_restart(ap_generated_pose *pose);

/* Computes the box of a mesh's vertices in the current frame: the minimum is rounded down to float32, the
   maximum up. */
void ap_generated_pose_compute_box(
    ap_generated_pose *pose, const ap_md5mesh_block *skin, float least[3], float greatest[3]);

/* Stores the animated components of all joints, in joint order. */
void ap_generated_pose_put_values(const ap_generated_pose *pose, float *values);

#endif
