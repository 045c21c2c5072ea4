/* Compares the rotations of an animation with those of its mesh, as they are and as other exporters spell them. */
#include <math.h>

#include "core/number/median.h"
#include "core/number/rotation.h"
#include "validators/md5anim/md5anim_content.h"

static const double half_turn = 180, pi = 3.14159265358979323846, turned_degrees = 20;

enum { FEWEST_JOINTS = 3 };

/* A reading of the three numbers of an orientation. */
typedef enum reading { AS_STORED, CONJUGATED, W_FIRST } reading;

typedef struct turned {
    ap_md5anim_clip *clip;
    size_t *joints;    /* those with all of a rotation animated */
    double (*rest)[4]; /* per element of `joints`: its rotation in the mesh, relative to the parent */
    size_t count;
} turned;

static double dot_of(const double a[4], const double b[4])
{
    return fabs(a[0] * b[0] + a[1] * b[1] + a[2] * b[2] + a[3] * b[3]);
}

/* Returns the cosine of half the angle between q and rest, or between the inverse of q and rest. */
static double cosine_of(const double q[4], const double rest[4], bool inverse)
{
    const double sign = inverse ? -1 : 1, other[4] = { sign * q[0], sign * q[1], sign * q[2], q[3] };
    return dot_of(other, rest);
}

/* Returns the cosine of the best of four rotations that w x y could be meant for: z has either sign, and the rotation or its
   inverse was stored. */
static double w_first_cosine(const float v[3], const double rest[4])
{
    const double left = 1 - ap_md5_squared_length(v), z = left > 0 ? sqrt(left) : 0;
    double best = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        double q[4] = { (double)v[1], (double)v[2], sign * z, (double)v[0] };
        ap_normalise(q, 4);
        best = fmax(best, fmax(cosine_of(q, rest, false), cosine_of(q, rest, true)));
    }
    return best;
}

static double angle_of(const turned *t, size_t frame, size_t index, reading how)
{
    const float *v = ap_md5anim_clip_values(t->clip, frame) + t->clip->channels[t->joints[index]].at[3];
    const float at_origin[3] = { 0, 0, 0 };
    double cosine;
    if (how == W_FIRST) {
        cosine = w_first_cosine(v, t->rest[index]);
    } else {
        ap_md5_transform own;
        ap_md5_unit_transform(at_origin, v, &own);
        cosine = cosine_of(own.rotation, t->rest[index], how == CONJUGATED);
    }
    return 2 * acos(fmin(1, cosine)) * half_turn / pi;
}

/* Returns true if the lower median of the angles over all frames and joints exceeds `degrees`. Counting decides that without
   sorting. */
static bool median_exceeds(const turned *t, reading how, double degrees)
{
    const size_t all = t->count * t->clip->frame_count;
    size_t within = 0;
    for (size_t frame = 0; frame < t->clip->frame_count; frame++) {
        for (size_t i = 0; i < t->count && within <= (all - 1) / 2; i++)
            within += angle_of(t, frame, i, how) <= degrees;
    }
    return within <= (all - 1) / 2;
}

/* Returns the lower median of the angles over all frames and joints, in degrees; 0 when out of memory. */
static double median_angle(const turned *t, reading how)
{
    const size_t all = t->count * t->clip->frame_count;
    double *angles = ap_alloc_array(t->clip->stream->base.text.io.arena, all, sizeof *angles);
    size_t at = 0;
    for (size_t frame = 0; angles != NULL && frame < t->clip->frame_count; frame++) {
        for (size_t i = 0; i < t->count; i++)
            angles[at++] = angle_of(t, frame, i, how);
    }
    return angles == NULL ? 0 : ap_lower_median(angles, all);
}

static void rest_of(const turned *t, const ap_md5_mesh *mesh, size_t joint, double rest[4])
{
    const int32_t parent = t->clip->joints->items[joint].parent;
    ap_md5_transform own, above;
    ap_md5_unit_transform(ap_md5_mesh_position(mesh, joint), ap_md5_mesh_orientation(mesh, joint), &own);
    for (int i = 0; i < 4; i++)
        rest[i] = own.rotation[i];
    if (parent < 0)
        return;
    ap_md5_unit_transform(
        ap_md5_mesh_position(mesh, (size_t)parent), ap_md5_mesh_orientation(mesh, (size_t)parent), &above);
    for (int i = 0; i < 3; i++)
        above.rotation[i] = -above.rotation[i];
    ap_rotate_rotation(above.rotation, own.rotation, rest);
}

/* Lists the joints with all of a rotation animated. Returns false if they are too few, or when out of memory. */
static bool list_joints(turned *t, const ap_md5_mesh *mesh)
{
    ap_arena *arena = t->clip->stream->base.text.io.arena;
    t->joints = ap_alloc_array(arena, t->clip->joint_count, sizeof *t->joints);
    t->rest = ap_alloc_array(arena, t->clip->joint_count, sizeof *t->rest);
    for (size_t i = 0; t->joints != NULL && t->rest != NULL && i < t->clip->joint_count; i++) {
        if ((t->clip->joints->items[i].flags & AP_MD5_ROTATION_BITS) != AP_MD5_ROTATION_BITS)
            continue;
        rest_of(t, mesh, i, t->rest[t->count]);
        t->joints[t->count++] = i;
    }
    return t->count >= FEWEST_JOINTS && !arena->failed;
}

static void report_rotation(const turned *t, double stored, double w_first, double conjugated)
{
    ap_io *io = &t->clip->stream->base.text.io;
    const bool is_w_first = w_first <= conjugated;
    const ap_span span = ap_md5anim_enter_joint(t->clip->stream, 0, t->joints[0], AP_CLIP_ORIENTATION);
    ap_found_at(io, AP_MD5ANIM_RULE(MESH_ROTATION), span, NULL, ap_no_value(), ap_no_value(),
        " and the other rotations are %.0f degrees off the mesh at the median, but only %.0f if they are "
        "read as %s: the limbs twist; "
        "let the exporter write x y z of each joint's rotation relative to its parent",
        stored, is_w_first ? w_first : conjugated, is_w_first ? "w first (w x y)" : "conjugated (-x -y -z)");
    ap_md5anim_leave_joint(t->clip->stream);
}

void ap_md5anim_check_mesh_rotation(ap_md5anim_clip *clip, const ap_md5_mesh *mesh)
{
    turned t = { .clip = clip };
    if (!list_joints(&t, mesh) || !median_exceeds(&t, AS_STORED, turned_degrees))
        return;
    const double stored = median_angle(&t, AS_STORED);
    const double conjugated = median_angle(&t, CONJUGATED), w_first = median_angle(&t, W_FIRST);
    if (fmin(conjugated, w_first) < stored / 2)
        report_rotation(&t, stored, w_first, conjugated);
}
