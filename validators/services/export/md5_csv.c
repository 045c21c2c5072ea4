/* Exports the MD5 formats as CSV: joints over time, vertices in the bind pose, a camera over time. */
#include "core/number/rotation.h"
#include "validators/md5anim/md5anim_source.h"
#include "validators/md5camera/md5camera_source.h"
#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/md5mesh/md5mesh_source.h"
#include "validators/services/export/export_csv.h"
#include "validators/services/export/md5_gltf.h"

enum { AXES = 3, QUATERNION = 4 };

#define TRANSFORM_COLUMNS(prefix)                                                                            \
    prefix "x," prefix "y," prefix "z," prefix "qx," prefix "qy," prefix "qz," prefix "qw"

static void put_transform(ap_csv *csv, const ap_md5_transform *transform)
{
    ap_csv_put_doubles(csv, transform->position, AXES);
    ap_csv_put_doubles(csv, transform->rotation, QUATERNION);
}

/* Adds the cells of a joint or camera without conversion to model space. The position is written as float32, as the file stores
   it; the rotation was computed from the stored x y z, and is written as float64. */
static void put_stored_transform(ap_csv *csv, const ap_md5_transform *transform)
{
    for (size_t i = 0; i < AXES; i++)
        ap_csv_put_float(csv, (float)transform->position[i]);
    ap_csv_put_doubles(csv, transform->rotation, QUATERNION);
}

/* Adds the rows of one frame. */
static void put_rows_of_frame(
    ap_csv *csv, const ap_md5anim_frame_reader *frames, size_t frame, ap_md5_transform *transforms)
{
    for (size_t i = 0; i < frames->animation->joint_count; i++) {
        const ap_md5anim_joint *joint = &frames->animation->joints[i];
        ap_md5_unit_transform_of_numbers(frames->now[i], frames->now[i] + 3, &transforms[i]);
        ap_csv_put_count(csv, frame);
        ap_csv_put_double(csv, (double)frame / frames->rate);
        ap_csv_put_count(csv, i);
        ap_csv_put_quoted_text(csv, joint->name);
        put_stored_transform(csv, &transforms[i]);
        if (joint->parent >= 0)
            ap_md5_transform_to_model_space(&transforms[joint->parent], &transforms[i]);
        put_transform(csv, &transforms[i]);
        ap_csv_end_row(csv);
    }
}

bool ap_md5anim_to_csv(ap_view input, const ap_lint_options *options, ap_csv *csv)
{
    ap_md5anim_frame_reader frames;
    (void)options;
    if (!ap_md5anim_open_frame_reader(&frames, input, csv->arena))
        return false;
    ap_md5_transform *transforms =
        ap_alloc_array(csv->arena, frames.animation->joint_count, sizeof *transforms);
    if (transforms == NULL)
        return false;
    ap_csv_put_column_names(
        csv, "frame,seconds,joint,name," TRANSFORM_COLUMNS("") "," TRANSFORM_COLUMNS("world_"));
    ap_csv_end_row(csv);
    for (size_t frame = 0; frame < (size_t)frames.animation->frame_count; frame++) {
        if (!ap_md5anim_read_next_frame_unless_error(&frames))
            return false;
        put_rows_of_frame(csv, &frames, frame, transforms);
    }
    return ap_md5_read_to_end_without_error(&frames.file->stream.base);
}

/* Adds the rows of a block. Refuses the file and returns false if the vertices share too many weights: their positions would
   take quadratic time. */
static bool put_rows_of_block(
    ap_csv *csv, size_t mesh, const ap_md5mesh_block *block, const ap_md5_placement *joints)
{
    size_t most;
    if (!ap_md5_gltf_is_weight_sum_allowed(block, ap_md5_gltf_sum_weight_counts(block, &most))) {
        csv->refused = "the vertices of a mesh share too many weights: a table may use weights at most 64 "
                       "times as often as the mesh has vertices and weights";
        return false;
    }
    for (size_t i = 0; i < block->vert_count; i++) {
        const ap_md5mesh_vert *vert = &block->verts[i];
        double at[AXES];
        ap_md5mesh_compute_vertex(block, vert, joints, at);
        ap_csv_put_count(csv, mesh);
        ap_csv_put_quoted_text(csv, block->shader);
        ap_csv_put_count(csv, i);
        ap_csv_put_doubles(csv, at, AXES);
        ap_csv_put_float(csv, vert->u);
        ap_csv_put_float(csv, vert->v);
        ap_csv_put_count(csv, (size_t)vert->weight_count);
        ap_csv_end_row(csv);
    }
    return true;
}

bool ap_md5mesh_to_csv(ap_view input, const ap_lint_options *options, ap_csv *csv)
{
    ap_md5mesh_file *file = ap_md5mesh_open_file(input, csv->arena);
    ap_md5mesh_block block;
    (void)options;
    ap_md5_placement *joints =
        file == NULL ? NULL : ap_md5mesh_bind_pose(file->mesh.joints, file->mesh.joint_count, csv->arena);
    if (joints == NULL)
        return false;
    ap_csv_put_column_names(csv, "mesh,shader,vertex,x,y,z,u,v,weights");
    ap_csv_end_row(csv);
    for (size_t i = 0; i < file->mesh.mesh_count; i++) {
        if (!file->source.block(&file->source, i, &block) || !put_rows_of_block(csv, i, &block, joints))
            return false;
    }
    return ap_md5_read_to_end_without_error(&file->reader.stream);
}

static void put_camera_row(
    ap_csv *csv, size_t i, double seconds, size_t shot, const ap_md5camera_frame *frame)
{
    ap_md5_transform transform;
    ap_md5_unit_transform_of_numbers(frame->position, frame->orientation, &transform);
    ap_csv_put_count(csv, i);
    ap_csv_put_double(csv, seconds);
    ap_csv_put_count(csv, shot);
    put_stored_transform(csv, &transform);
    ap_csv_put_float(csv, frame->fov);
    ap_csv_end_row(csv);
}

bool ap_md5camera_to_csv(ap_view input, const ap_lint_options *options, ap_csv *csv)
{
    ap_md5camera_file *file = ap_md5camera_open_file(input, csv->arena);
    ap_md5camera_frame frame;
    (void)options;
    const size_t cuts = file == NULL ? 0 : (size_t)file->camera.cut_count;
    /* index of the last frame of each shot */
    int32_t *lasts = ap_alloc_array(csv->arena, cuts, sizeof *lasts);
    if (file == NULL || lasts == NULL)
        return false;
    const ap_md5camera *camera = &file->camera;
    const double rate = ap_md5camera_rate(camera);
    size_t shot = 0;
    for (size_t i = 0; i < cuts; i++) {
        if (!file->source.cut(&file->source, i, &lasts[i]))
            return false;
    }
    ap_csv_put_column_names(csv, "frame,seconds,shot," TRANSFORM_COLUMNS("") ",fov");
    ap_csv_end_row(csv);
    for (size_t i = 0; i < (size_t)camera->frame_count; i++) {
        if (!file->source.frame(&file->source, i, &frame))
            return false;
        put_camera_row(csv, i, ((double)i - (double)shot) / rate, shot, &frame);
        shot += shot < cuts && (size_t)lasts[shot] == i;
    }
    return ap_md5_read_to_end_without_error(&file->stream.base);
}
