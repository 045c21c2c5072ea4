#include "corpus/md5anim/md5anim_pose.h"

#include <math.h>
#include <string.h>

#include "validators/md5mesh/md5mesh_skin.h"

/* Returns the factor, 1 or -1, with which w of the rotation is negative or 0: the format stores only x, y and z, and readers
   compute w as negative. */
static double sign_that_makes_w_negative(const double rotation[4])
{
    return rotation[3] > 0 ? -1 : 1;
}

static void store_signed_xyz(const double rotation[4], double sign, float xyz[3])
{
    for (size_t i = 0; i < 3; i++)
        xyz[i] = ap_round_to_float(sign * rotation[i]);
}

/* Shortens x, y, z of an orientation if no w completes them to length 1. Changes only the components in the mask `changeable`.
   The other components are those of the baseframe, with a sum of squares below `most_squares`. */
static void shorten_rotation(float xyz[3], int32_t changeable)
{
    const double most_squares = 0.999;
    double fixed = 0, changed = 0;
    for (size_t i = 0; i < 3; i++) {
        const double square = (double)xyz[i] * (double)xyz[i];
        if ((changeable >> i & 1) != 0)
            changed += square;
        else
            fixed += square;
    }
    if (fixed + changed <= most_squares)
        return;
    const double scale = sqrt((most_squares - fixed) / changed);
    for (size_t i = 0; i < 3; i++) {
        if ((changeable >> i & 1) != 0)
            xyz[i] = ap_round_to_float(scale * (double)xyz[i]);
    }
}

/* Returns the amplitude of a joint's motion on each axis: at most an eighth of the bone to its parent. `position` is relative to
   the parent. All three axes together then move the joint by less than a quarter of the bone, which fits the mesh. */
static double swing_amplitude(const float position[3])
{
    const double bone[3] = { (double)position[0], (double)position[1], (double)position[2] };
    return fmin(1, ap_vector_length(bone, 3) / 8);
}

static void choose_joint_base_and_motion(ap_generated_joint *joint, ap_choices *choices)
{
    const double most_squares = 0.99;
    double rotation[4];
    double squares = 0;
    for (size_t i = 0; i < 3; i++)
        joint->base[i] = ap_round_to_float(ap_choose_real(choices, -8, 8));
    const double amplitude = swing_amplitude(joint->base);
    for (size_t i = 0; i < 3; i++)
        ap_oscillation_init(&joint->moving, i, choices, (double)joint->base[i], amplitude);
    ap_make_rotation(choices, rotation);
    joint->sign = sign_that_makes_w_negative(rotation);
    store_signed_xyz(rotation, joint->sign, joint->base + 3);
    for (size_t i = 3; i < AP_MD5_COMPONENTS; i++)
        squares += (double)joint->base[i] * (double)joint->base[i];
    for (size_t i = 3; i < AP_MD5_COMPONENTS && squares > most_squares; i++)
        joint->base[i] = ap_round_to_float(0.99 * (double)joint->base[i]);
    for (size_t i = 0; i < 4; i++) /* different amplitudes, so that the components do not cancel out */
        ap_oscillation_init(&joint->turning, i, choices, rotation[i], 0.2 - 0.02 * (double)i);
    memcpy(joint->now, joint->base, sizeof joint->now);
}

bool ap_generated_pose_init(ap_generated_pose *pose, const ap_generation_request *make,
    const ap_md5anim_joint *joints, size_t joint_count)
{
    *pose = (ap_generated_pose){ .make = make, .joints = joints, .joint_count = joint_count };
    pose->states = ap_alloc_array(make->arena, joint_count, sizeof *pose->states);
    pose->start_states = ap_alloc_array(make->arena, joint_count, sizeof *pose->start_states);
    pose->placements = ap_alloc_array(make->arena, joint_count, sizeof *pose->placements);
    if (pose->states == NULL || pose->start_states == NULL || pose->placements == NULL)
        return false;
    for (size_t i = 0; i < joint_count; i++)
        choose_joint_base_and_motion(&pose->states[i], make->choices);
    memcpy(pose->start_states, pose->states, joint_count * sizeof *pose->states);
    return true;
}

void ap_generated_pose_restart(ap_generated_pose *pose)
{
    memcpy(pose->states, pose->start_states, pose->joint_count * sizeof *pose->states);
}

/* Advances the joint's animated components by one frame. */
static void advance_joint_by_one_frame(ap_generated_joint *joint, int32_t flags)
{
    double position[AP_SWINGS], rotation[AP_SWINGS];
    float xyz[3];
    ap_oscillations_next(&joint->moving, position);
    for (size_t i = 0; i < 3; i++) {
        if ((flags >> i & 1) != 0)
            joint->now[i] = ap_round_to_float(position[i]);
    }
    if ((flags & AP_MD5_ROTATION_BITS) == 0)
        return;
    ap_oscillations_next(&joint->turning, rotation);
    ap_normalise_or_identity(rotation, 4);
    /* If the baseframe gives some of x, y and z, the others must keep their sign, or the joint would turn abruptly. */
    const bool all_three = (flags & AP_MD5_ROTATION_BITS) == AP_MD5_ROTATION_BITS;
    store_signed_xyz(rotation, all_three ? sign_that_makes_w_negative(rotation) : joint->sign, xyz);
    for (size_t i = 0; i < 3; i++) {
        if ((flags >> (3 + i) & 1) != 0)
            joint->now[3 + i] = xyz[i];
    }
    shorten_rotation(joint->now + 3, flags >> 3);
}

void ap_generated_pose_next_frame(ap_generated_pose *pose)
{
    for (size_t i = 0; i < pose->joint_count; i++)
        advance_joint_by_one_frame(&pose->states[i], pose->joints[i].flags);
}

void ap_generated_pose_compute_box(
    ap_generated_pose *pose, const ap_md5mesh_block *skin, float least[3], float greatest[3])
{
    ap_md5mesh_box box = AP_MD5MESH_EMPTY_BOX;
    for (size_t i = 0; i < pose->joint_count; i++) {
        const int32_t parent = pose->joints[i].parent;
        ap_md5_placement_of_numbers(pose->states[i].now, pose->states[i].now + 3, &pose->placements[i]);
        if (parent >= 0)
            ap_md5_placement_to_model_space(&pose->placements[parent], &pose->placements[i]);
    }
    ap_md5mesh_extend_box_by_block(&box, skin, pose->placements);
    ap_md5mesh_round_box_to_float(&box, least, greatest);
}

void ap_generated_pose_put_values(const ap_generated_pose *pose, float *values)
{
    for (size_t i = 0; i < pose->joint_count; i++) {
        for (size_t c = 0; c < AP_MD5_COMPONENTS; c++) {
            if ((pose->joints[i].flags >> c & 1) != 0)
                *values++ = pose->states[i].now[c];
        }
    }
}
