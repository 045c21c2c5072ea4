/* Checks that an animation and its mesh have skeletons of one size. */
#include <math.h>

#include "core/number/median.h"
#include "validators/md5anim/md5anim_content.h"

static const double shortest_bone = 0.001, tolerance = 0.02;

enum { FEWEST_BONES = 3 };

static double length_of(const double vector[3])
{
    return sqrt(vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2]);
}

/* Returns the length in the mesh of the bone that ends in the joint. */
static double bone_length_in_mesh(const ap_md5_mesh *mesh, size_t joint, size_t parent)
{
    const float *end = ap_md5_mesh_joint_position(mesh, joint),
                *start = ap_md5_mesh_joint_position(mesh, parent);
    double bone[3];
    for (size_t axis = 0; axis < 3; axis++)
        bone[axis] = (double)end[axis] - (double)start[axis];
    return length_of(bone);
}

/* Returns the length of the bone in the baseframe divided by its length in the mesh; -1 if the bone is too
   short to measure or has no parent. */
static double bone_length_ratio_or_minus_1(
    const ap_md5anim_stream *stream, const ap_md5_mesh *mesh, size_t joint)
{
    const int32_t parent = ap_md5_mesh_stream(mesh)->joints.items[joint].parent;
    const float *position = stream->positions[joint];
    const double ours[3] = { (double)position[0], (double)position[1], (double)position[2] };
    const double bone = parent < 0 ? 0 : bone_length_in_mesh(mesh, joint, (size_t)parent);
    return bone > shortest_bone ? length_of(ours) / bone : -1;
}

static void report_other_size(
    ap_md5anim_stream *stream, size_t joint, double median, size_t scaled, size_t bones)
{
    ap_io *io = &stream->base.text.io;
    ap_enter_element(io, "baseframe", joint);
    ap_add_finding_at(io, AP_MD5ANIM_RULE(MESH_SCALE),
        ap_md5anim_reread_pair(stream, stream->baseframe_at, joint).first_span, "position", ap_no_value(),
        ap_no_value(),
        " belongs to a skeleton %.3g times the size of the mesh's: %zu of %zu bones have this ratio; export "
        "both at the same scale",
        median, scaled, bones);
    ap_leave_record(io);
}

/* Reports that the matrix of an object was applied to only one of animation and mesh, if this explains all positions and the
   matrix has a rotation. Returns true if that was reported. */
static bool report_rotated_object(ap_md5anim_stream *stream, const ap_md5_mesh *mesh)
{
    ap_md5anim_clip *clip = ap_md5anim_end_clip(stream);
    const ap_md5mesh_model *model = ap_md5_mesh_model(mesh);
    return clip != NULL && model != NULL && ap_md5anim_check_mesh_pose(clip, model, true);
}

void ap_md5anim_compare_mesh_size(ap_md5anim_stream *stream, const ap_md5_mesh *mesh)
{
    const size_t joints = stream->base.joints.count;
    ap_io *io = &stream->base.text.io;
    if (stream->baseframe_invalid || !stream->base.valid[AP_HIERARCHY] || !stream->base.valid[AP_BASEFRAME]
        || !ap_md5_mesh_joints_are_valid(mesh)) {
        ap_count_skipped_checks(io, 1);
        return;
    }
    double *ratios = ap_alloc_array(io->arena, joints, sizeof *ratios);
    if (ratios == NULL || stream->positions == NULL)
        return;
    size_t bones = 0, scaled = 0, first = 0;
    for (size_t i = 0; i < joints; i++) {
        const double ratio = bone_length_ratio_or_minus_1(stream, mesh, i);
        if (ratio >= 0)
            ratios[bones++] = ratio;
    }
    if (bones < FEWEST_BONES)
        return;
    const double median = ap_lower_median(ratios, bones);
    if (fabs(median - 1) <= tolerance)
        return;
    for (size_t i = joints; i-- > 0;) {
        const double ratio = bone_length_ratio_or_minus_1(stream, mesh, i);
        if (ratio >= 0 && fabs(ratio - median) <= tolerance * median) {
            scaled++;
            first = i;
        }
    }
    if (4 * scaled < 3 * bones)
        return;
    stream->size_differs = true;
    if (!report_rotated_object(stream, mesh))
        report_other_size(stream, first, median, scaled, bones);
}
