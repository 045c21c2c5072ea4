#include "validators/md5mesh/md5mesh_skin.h"

#include <math.h>

double ap_md5mesh_box_diagonal(const ap_md5mesh_box *box)
{
    double squares = 0;
    for (size_t i = 0; i < 3; i++) {
        const double side = box->max[i] - box->min[i];
        squares += side > 0 ? side * side : 0;
    }
    return sqrt(squares);
}

ap_md5_placement *ap_md5mesh_bind_pose(const ap_md5mesh_joint *joints, size_t count, ap_arena *arena)
{
    ap_md5_placement *bind = ap_alloc_array(arena, count, sizeof *bind);
    for (size_t i = 0; bind != NULL && i < count; i++)
        ap_md5_placement_of_numbers(joints[i].position, joints[i].orientation, &bind[i]);
    return bind;
}

void ap_md5mesh_compute_vertices(
    const ap_md5mesh_model *model, const ap_md5_placement *joints, double (*at)[3])
{
    for (size_t i = 0; i < model->part_count; i++) {
        const ap_md5mesh_block *block = &model->parts[i].block;
        for (size_t vert = 0; vert < block->vert_count; vert++)
            ap_md5mesh_compute_vertex(block, &block->verts[vert], joints, *at++);
    }
}

void ap_md5mesh_extend_box_by_block(
    ap_md5mesh_box *box, const ap_md5mesh_block *block, const ap_md5_placement *joints)
{
    double at[3];
    for (size_t vert = 0; vert < block->vert_count; vert++) {
        ap_md5mesh_compute_vertex(block, &block->verts[vert], joints, at);
        ap_md5mesh_extend_box(box, at);
    }
}

ap_md5mesh_box ap_md5mesh_box_of_some_vertices(const ap_md5mesh_model *model, const ap_md5_placement *joints)
{
    enum { ABOUT = 64 /* vertices in the box, and one more for each block */ };
    ap_md5mesh_box box = AP_MD5MESH_EMPTY_BOX;
    const size_t step = 1 + model->vert_count / ABOUT;
    double at[3];
    for (size_t i = 0; i < model->part_count; i++) {
        const ap_md5mesh_block *block = &model->parts[i].block;
        for (size_t vert = 0; vert < block->vert_count; vert += step) {
            ap_md5mesh_compute_vertex(block, &block->verts[vert], joints, at);
            ap_md5mesh_extend_box(&box, at);
        }
    }
    return box;
}

ap_md5mesh_box ap_md5mesh_box_of_all_vertices(const ap_md5mesh_model *model, const ap_md5_placement *joints)
{
    ap_md5mesh_box box = AP_MD5MESH_EMPTY_BOX;
    for (size_t i = 0; i < model->part_count; i++)
        ap_md5mesh_extend_box_by_block(&box, &model->parts[i].block, joints);
    return box;
}

/* Rounds to a float32 in the direction of `limit`, an infinity. Adding 0 makes -0 positive. */
static float round_toward(double value, float limit)
{
    const float nearest = (float)value;
    const bool is_rounded = limit < 0 ? (double)nearest <= value : (double)nearest >= value;
    return (is_rounded ? nearest : nextafterf(nearest, limit)) + 0.0F;
}

void ap_md5mesh_round_box_to_float(const ap_md5mesh_box *box, float least[3], float greatest[3])
{
    for (size_t i = 0; i < 3; i++) {
        least[i] = round_toward(box->min[i], -INFINITY);
        greatest[i] = round_toward(box->max[i], INFINITY);
    }
}
