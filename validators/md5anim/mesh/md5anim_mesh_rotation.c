/* Compares the rotations of an animation with those of its mesh, as stored and in the forms that other exporters write. */
#include <math.h>

#include "core/number/median.h"
#include "core/number/rotation.h"
#include "validators/md5anim/md5anim_content.h"

static const double half_turn = 180, pi = 3.14159265358979323846, turned_degrees = 20;

enum { FEWEST_JOINTS = 3 };

/* How the three numbers of an orientation may be meant: x y z, their conjugate, or w x y. */
typedef enum orientation_form { AS_STORED, CONJUGATED, W_FIRST } orientation_form;

/* A joint with animated x, y and z of the rotation. */
typedef struct rotated_joint {
    size_t joint;
    int32_t at;     /* index of the first of the three numbers in the values of a frame */
    double rest[4]; /* rotation of the joint in the mesh, relative to its parent */
} rotated_joint;

typedef struct rotation_comparison {
    ap_md5anim_clip *clip;
    rotated_joint *joints;
    size_t count;
    double *negative_cosines; /* for each joint in each frame: -cos(half its angle to the rest rotation) */
} rotation_comparison;

/* Returns the cosine of half the angle between `rest` and the rotation that v means in this reading. In the reading W_FIRST,
   the sign of z is unknown, and the inverse may have been stored: returns the largest of the four cosines. */
static double cosine_of_half_angle_to_rest(const float v[3], const double rest[4], orientation_form how)
{
    const double squares = ap_md5_squared_xyz_length(v), left = squares < 1 ? sqrt(1 - squares) : 0;
    const double length =
        squares < 1 ? 1 : sqrt(squares); /* length of the quaternion; more than 1 if x y z are longer */
    const double x = (double)v[0], y = (double)v[1], z = (double)v[2];
    double cosine;
    if (how == W_FIRST)
        cosine = fabs(y * rest[0] + z * rest[1]) + fabs(left * rest[2]) + fabs(x * rest[3]);
    else
        cosine =
            fabs((how == CONJUGATED ? -1 : 1) * (x * rest[0] + y * rest[1] + z * rest[2]) - left * rest[3]);
    cosine /= length;
    return cosine < 1 ? cosine : 1;
}

static double degrees_of(double cosine)
{
    return 2 * acos(cosine) * half_turn / pi;
}

/* Computes the cosines of a reading, frame by frame, until more than `enough` cosines are at least `least`. Returns the number
   of cosines that are. */
static size_t compute_cosines(rotation_comparison *t, orientation_form how, double least, size_t enough)
{
    size_t within = 0;
    double *next = t->negative_cosines;
    for (size_t frame = 0; frame < t->clip->frame_count && within <= enough; frame++) {
        const float *values = ap_md5anim_clip_frame_values(t->clip, frame);
        for (size_t i = 0; values != NULL && i < t->count; i++) {
            const double cosine =
                cosine_of_half_angle_to_rest(values + t->joints[i].at, t->joints[i].rest, how);
            within += cosine >= least;
            *next++ = -cosine;
        }
    }
    return within;
}

/* Returns true if the lower median of the angles over all frames and joints exceeds `degrees`; in that case all cosines were
   computed. Counts cosines instead of sorting, and mostly stops after half of the frames. */
static bool does_median_angle_exceed(rotation_comparison *t, orientation_form how, double degrees)
{
    const size_t half = (t->count * t->clip->frame_count - 1) / 2;
    return compute_cosines(t, how, cos(degrees / half_turn * pi / 2), half) <= half;
}

/* Returns the lower median of the angles of the computed cosines, in degrees. The larger a cosine, the smaller is the angle. */
static double median_angle(const rotation_comparison *t)
{
    return degrees_of(-ap_lower_median(t->negative_cosines, t->count * t->clip->frame_count));
}

static double compute_median_angle(rotation_comparison *t, orientation_form how)
{
    (void)compute_cosines(t, how, 1, SIZE_MAX);
    return median_angle(t);
}

static void get_rest_rotation(
    const rotation_comparison *t, const ap_md5_mesh *mesh, size_t joint, double rest[4])
{
    const int32_t parent = t->clip->joints->items[joint].parent;
    ap_md5_transform own, above;
    ap_md5_unit_transform_of_numbers(
        ap_md5_mesh_joint_position(mesh, joint), ap_md5_mesh_joint_orientation(mesh, joint), &own);
    for (int i = 0; i < 4; i++)
        rest[i] = own.rotation[i];
    if (parent < 0)
        return;
    ap_md5_unit_transform_of_numbers(ap_md5_mesh_joint_position(mesh, (size_t)parent),
        ap_md5_mesh_joint_orientation(mesh, (size_t)parent), &above);
    for (int i = 0; i < 3; i++)
        above.rotation[i] = -above.rotation[i];
    ap_multiply_rotations(above.rotation, own.rotation, rest);
}

/* Lists the joints with animated x, y and z of the rotation. Returns false if there are too few such joints, or when out of
   memory. */
static bool list_rotated_joints(rotation_comparison *t, const ap_md5_mesh *mesh)
{
    ap_arena *arena = t->clip->stream->base.text.io.arena;
    t->joints = ap_alloc_array(arena, t->clip->joint_count, sizeof *t->joints);
    for (size_t i = 0; t->joints != NULL && i < t->clip->joint_count; i++) {
        if ((t->clip->joints->items[i].flags & AP_MD5_ROTATION_BITS) != AP_MD5_ROTATION_BITS)
            continue;
        rotated_joint *listed = &t->joints[t->count++];
        listed->joint = i;
        listed->at = t->clip->channels[i].at[AP_CLIP_ORIENTATION];
        get_rest_rotation(t, mesh, i, listed->rest);
    }
    t->negative_cosines = ap_alloc_uncleared(
        arena, ap_saturating_size_product(
                   ap_saturating_size_product(t->count, t->clip->frame_count), sizeof *t->negative_cosines));
    return t->count >= FEWEST_JOINTS && !arena->failed;
}

static void report_misread_rotations(
    const rotation_comparison *t, double stored, double w_first, double conjugated)
{
    ap_io *io = &t->clip->stream->base.text.io;
    const bool is_w_first = w_first <= conjugated;
    const ap_span span =
        ap_md5anim_enter_frame_path(t->clip->stream, 0, t->joints[0].joint, AP_CLIP_ORIENTATION);
    ap_add_finding_at(io, AP_MD5ANIM_RULE(MESH_ROTATION), span, NULL, ap_no_value(), ap_no_value(),
        " and the other rotations are %.0f degrees off the mesh at the median, but only %.0f if they are "
        "read as %s: the limbs twist; "
        "let the exporter write x y z of each joint's rotation relative to its parent",
        stored, is_w_first ? w_first : conjugated, is_w_first ? "w first (w x y)" : "conjugated (-x -y -z)");
    ap_md5anim_leave_path(t->clip->stream);
}

void ap_md5anim_check_mesh_rotation(ap_md5anim_clip *clip, const ap_md5_mesh *mesh)
{
    rotation_comparison t = { .clip = clip };
    if (!list_rotated_joints(&t, mesh) || !does_median_angle_exceed(&t, AS_STORED, turned_degrees))
        return;
    const double stored = median_angle(&t);
    if (does_median_angle_exceed(&t, CONJUGATED, stored / 2)
        && does_median_angle_exceed(&t, W_FIRST, stored / 2))
        return;
    const double conjugated = compute_median_angle(&t, CONJUGATED),
                 w_first = compute_median_angle(&t, W_FIRST);
    if (fmin(conjugated, w_first) < stored / 2)
        report_misread_rotations(&t, stored, w_first, conjugated);
}
