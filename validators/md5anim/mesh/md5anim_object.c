/* Finds the matrix of an object that was applied to the skeleton of only one of animation and mesh. */
#include <math.h>

#include "core/number/rotation.h"
#include "validators/md5anim/md5anim_content.h"

static const double half_turn = 180, pi = 3.14159265358979323846;

/* A rotation up to this angle, in degrees, counts as none, and a scale up to this share from 1 as 1. */
static const double least_degrees = 2, other_scale = 0.02;

/* Greatest distance on an axis from the position that the matrix gives, as a share of the spread of the joints. */
static const double tolerance = 0.01;

/* Sums over the joints with a parent. They compare two positions of each joint: y, which follows from the baseframe and the
   parent's placement in the mesh, and x, the joint's position in the mesh. */
typedef struct joint_comparison {
    const ap_md5anim_clip *clip;
    const ap_md5mesh_model *mesh;
    double rotation[9]; /* rotation from the mesh to the baseframe, of the first joint with a parent */
    double y_mean[3];   /* mean of the positions that follow from the baseframe */
    double x_mean[3];   /* mean of the positions in the mesh */
    double y_squares, x_squares; /* sums of the squared differences of the positions from their mean */
    size_t count;                /* number of joints with a parent */
} joint_comparison;

/* Sets *own to the placement of the joint that follows from the baseframe and the placement of the parent in the mesh. Returns
   false if the joint has no parent. */
static bool place_joint_by_baseframe_and_parent(
    const joint_comparison *m, size_t joint, ap_md5_placement *own)
{
    const int32_t parent = m->clip->joints->items[joint].parent;
    if (parent < 0)
        return false;
    ap_md5_placement_of_numbers(m->clip->channels[joint].base, m->clip->channels[joint].base + 3, own);
    ap_md5_placement_to_model_space(&m->mesh->bind[parent], own);
    return true;
}

/* Returns the angle of a rotation in degrees. */
static double rotation_angle_degrees(const double rotation[9])
{
    const double cosine = (rotation[0] + rotation[4] + rotation[8] - 1) / 2;
    return acos(fmax(-1, fmin(1, cosine))) * half_turn / pi;
}

/* Finds the rotation from the mesh to the baseframe that all joints with a parent have in common, and the means of their
   positions. Returns false if joints are turned differently, or if no joint has a parent. */
static bool find_common_rotation_and_means(joint_comparison *m)
{
    ap_md5_placement own;
    double rotation[9], difference[9];
    for (size_t i = 0; i < m->clip->joint_count; i++) {
        if (!place_joint_by_baseframe_and_parent(m, i, &own))
            continue;
        ap_md5_multiply_by_inverse(
            own.rotation, m->mesh->bind[i].rotation, m->count == 0 ? m->rotation : rotation);
        if (m->count++ > 0) {
            ap_md5_multiply_by_inverse(rotation, m->rotation, difference);
            if (rotation_angle_degrees(difference) > least_degrees)
                return false;
        }
        for (int axis = 0; axis < 3; axis++) {
            m->y_mean[axis] += own.position[axis];
            m->x_mean[axis] += m->mesh->bind[i].position[axis];
        }
    }
    for (int axis = 0; axis < 3; axis++) {
        m->y_mean[axis] /= (double)m->count;
        m->x_mean[axis] /= (double)m->count;
    }
    return m->count > 0;
}

/* Sets y and x to the two positions of the joint, each minus its mean over the joints with a parent. Returns false if the joint
   has no parent. */
static bool subtract_means(const joint_comparison *m, size_t joint, double y[3], double x[3])
{
    ap_md5_placement own;
    if (!place_joint_by_baseframe_and_parent(m, joint, &own))
        return false;
    for (int axis = 0; axis < 3; axis++) {
        y[axis] = own.position[axis] - m->y_mean[axis];
        x[axis] = m->mesh->bind[joint].position[axis] - m->x_mean[axis];
    }
    return true;
}

static void sum_squares_of_positions(joint_comparison *m)
{
    double y[3], x[3];
    for (size_t i = 0; i < m->clip->joint_count; i++) {
        for (int axis = 0; subtract_means(m, i, y, x) && axis < 3; axis++) {
            m->y_squares += y[axis] * y[axis];
            m->x_squares += x[axis] * x[axis];
        }
    }
}

/* Returns true if scale and rotation explain the position of every joint. */
static bool does_scale_explain_all(const joint_comparison *m, double scale)
{
    double y[3], x[3], turned[3];
    for (size_t i = 0; i < m->clip->joint_count; i++) {
        if (!subtract_means(m, i, y, x))
            continue;
        ap_md5_rotate(m->rotation, x, turned);
        for (int axis = 0; axis < 3; axis++) {
            if (!(fabs(y[axis] - scale * turned[axis]) <= tolerance * scale * sqrt(m->x_squares)))
                return false;
        }
    }
    return true;
}

/* Returns the name of the axis that a rotation turns about most: "x", or "-x" for the other direction. */
static const char *name_of_nearest_rotation_axis(const double r[9])
{
    static const char *const names[] = { "x", "y", "z", "-x", "-y", "-z" };
    const double axis[3] = { r[7] - r[5], r[2] - r[6], r[3] - r[1] }; /* twice the sine times the axis */
    int most = 0;
    for (int i = 1; i < 3; i++) {
        if (r[4 * i] > r[4 * most]) /* the diagonal grows with the square of the axis, also for half turns */
            most = i;
    }
    return names[most + (axis[most] < 0 ? 3 : 0)];
}

ap_md5anim_object_scale_and_turn ap_md5anim_find_object_matrix(
    const ap_md5anim_clip *clip, const ap_md5mesh_model *mesh)
{
    joint_comparison m = { .clip = clip, .mesh = mesh };
    ap_md5anim_object_scale_and_turn object = { .least_degrees = least_degrees };
    if (!find_common_rotation_and_means(&m))
        return object;
    sum_squares_of_positions(&m);
    if (!(m.x_squares > 0))
        return object;
    object.scale = sqrt(m.y_squares / m.x_squares);
    object.degrees = rotation_angle_degrees(m.rotation);
    object.axis = name_of_nearest_rotation_axis(m.rotation);
    object.found = does_scale_explain_all(&m, object.scale) && object.scale > 0
                   && (object.degrees > least_degrees || fabs(object.scale - 1) > other_scale);
    return object;
}
