/* A moving skeleton: the local poses of its joints in each frame, and the bounding box. */
#ifndef AP_MD5ANIM_POSE_H
#define AP_MD5ANIM_POSE_H

#include "corpus/generate/generator_parts.h"
#include "validators/md5/md5_pose.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5mesh/md5mesh.h"

/* Pose and motion of a joint, relative to its parent. */
typedef struct ap_made_joint {
    ap_swings moving, turning;
    double sign;                   /* factor for the baseframe's x y z that makes w negative or 0 */
    float base[AP_MD5_COMPONENTS]; /* baseframe: position, and x y z of the orientation */
    float now[AP_MD5_COMPONENTS];  /* current values; values that are not animated equal the baseframe's */
} ap_made_joint;

typedef struct ap_made_pose {
    const ap_generation *make;
    const ap_md5anim_joint *joints; /* joints of the animation, owned by the caller */
    size_t joint_count;
    ap_made_joint *made;  /* state of each joint, in the arena */
    ap_made_joint *first; /* copy of `made` before frame 0 */
    ap_md5_place *places; /* room for the joints' places in the model's space, in the arena */
} ap_made_pose;

/* Initialises the poses. Parents and flags of the joints must be set. Returns false when out of memory. */
bool ap_make_pose(
    ap_made_pose *pose, const ap_generation *make, const ap_md5anim_joint *joints, size_t joint_count);

/* ap_pose_next advances the joints to the next frame; ap_made_pose_restart goes back to before frame 0. */
void ap_pose_next(ap_made_pose *pose);
void ap_made_pose_restart(ap_made_pose *pose);

/* Computes the box of a mesh's vertices in the current frame: the minimum is rounded down to float32, the
   maximum up. */
void ap_made_pose_box(ap_made_pose *pose, const ap_md5mesh_block *skin, float least[3], float greatest[3]);

/* Stores the animated components of all joints, in joint order. */
void ap_made_pose_values(const ap_made_pose *pose, float *values);

#endif
