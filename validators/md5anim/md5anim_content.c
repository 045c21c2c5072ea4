/* Checks what the numbers of an animation mean. All checks need a file without errors. */
#include "validators/md5anim/md5anim_content.h"

/* Returns true if the settings turn the rule off, so that no report shows what it would find. */
static bool is_off(const ap_md5anim_stream *stream, const ap_rule *rule)
{
    return ap_rule_settings_level(stream->base.text.io.findings->rule_settings, rule) == AP_OFF;
}

/* Checks the boxes against the mesh, or against the joints if `model` is NULL or could not be compared. */
static void check_bounds(ap_md5anim_clip *clip, const ap_md5mesh_model *model)
{
    if (is_off(clip->stream, AP_MD5ANIM_RULE(MESH_BOUNDS))
        && is_off(clip->stream, AP_MD5ANIM_RULE(BOUNDS_JOINTS)))
        return;
    if (model == NULL || !ap_md5anim_check_mesh_bounds_if_possible(clip, model))
        ap_md5anim_check_joint_bounds(clip);
}

/* Compares the positions of the joints with the mesh and, unless that made a finding, their rotations. Does
   nothing if the mesh has another size, which was reported. */
static void compare_pose_with_mesh(ap_md5anim_clip *clip, const ap_md5_mesh *mesh)
{
    if (is_off(clip->stream, AP_MD5ANIM_RULE(MESH_POSE))
        && is_off(clip->stream, AP_MD5ANIM_RULE(MESH_ROTATION)))
        return;
    if (!clip->stream->size_differs && !ap_md5anim_check_mesh_pose(clip, ap_md5_mesh_model(mesh), false))
        ap_md5anim_check_mesh_rotation(clip, mesh);
}

void ap_md5anim_check_content(ap_md5anim_stream *stream, const ap_md5_mesh *mesh)
{
    ap_md5anim_clip *clip = ap_md5anim_end_clip(stream);
    const ap_md5mesh_model *model = stream->mesh_fits ? ap_md5_mesh_model(mesh) : NULL;
    if (clip != NULL && ap_md5anim_report_long_orientations(clip)) {
        stream->base.long_quaternions.count = 0; /* rotation-values is reported instead */
        return;
    }
    ap_md5anim_check_rate(stream);
    if (clip == NULL)
        return;
    check_bounds(clip, model);
    if (stream->base.long_quaternions.count == 0 && !is_off(stream, AP_MD5ANIM_RULE(POSITION_JUMP)))
        ap_md5anim_check_jumps(clip);
    if (model != NULL)
        compare_pose_with_mesh(clip, mesh);
}
