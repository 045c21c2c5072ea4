#include "validators/md5mesh/md5mesh_model.h"

#include <string.h>

#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/md5mesh/md5mesh_stream.h"

/* Passes the lists of the current block to *block, so that the next block does not overwrite them. */
static void move_lists_to_block(ap_md5_mesh *mesh, ap_md5mesh_block *block)
{
    *block = (ap_md5mesh_block){ .name = mesh->name,
        .shader = mesh->shader,
        .verts = mesh->verts,
        .tris = mesh->tris,
        .weights = mesh->weights,
        .vert_count = mesh->lists[AP_VERTS].read,
        .tri_count = mesh->lists[AP_TRIS].read,
        .weight_count = mesh->lists[AP_WEIGHTS].read };
    mesh->verts = NULL;
    mesh->tris = NULL;
    mesh->weights = NULL;
    memset(mesh->capacity, 0, sizeof mesh->capacity);
}

void ap_md5mesh_add_block_to_model(ap_md5_mesh *mesh)
{
    ap_md5mesh_model *model = &mesh->model;
    if (mesh->values_only || ap_is_writing(&mesh->stream.text.io))
        return;
    model->incomplete |= !mesh->block_valid || mesh->stream.text.io.arena->failed;
    if (model->incomplete)
        return;
    ap_md5mesh_part *parts = ap_grow_array(
        mesh->stream.text.io.arena, model->parts, model->part_count, &model->capacity, sizeof *parts);
    model->incomplete = parts == NULL;
    if (parts == NULL)
        return;
    ap_md5mesh_part *part = &parts[model->part_count++];
    model->parts = parts;
    for (size_t list = 0; list < AP_MESH_LISTS; list++)
        part->starts[list] = mesh->lists[list].start;
    move_lists_to_block(mesh, &part->block);
    model->vert_count += part->block.vert_count;
    model->tri_count += part->block.tri_count;
    for (size_t i = 0; i < part->block.vert_count; i++)
        model->work = ap_saturating_size_sum(model->work, (size_t)part->block.verts[i].weight_count);
}

void ap_md5mesh_finish_model(ap_md5_mesh *mesh)
{
    ap_md5mesh_model *model = &mesh->model;
    const ap_findings *findings = mesh->stream.text.io.findings;
    const size_t joints = mesh->stream.joints.count;
    model->incomplete |=
        findings->faults > 0 || findings->unfinished > 0 || mesh->stream.text.io.arena->failed;
    if (model->incomplete)
        return;
    model->bind = ap_md5mesh_bind_pose(mesh->pose, joints, mesh->stream.text.io.arena);
    model->joint_count = joints;
    model->incomplete = model->bind == NULL;
}

const ap_md5mesh_model *ap_md5_mesh_model(const ap_md5_mesh *mesh)
{
    return mesh->model.incomplete ? NULL : &mesh->model;
}

ap_span ap_md5mesh_entry_span_of_block(
    const ap_md5_mesh *mesh, size_t part, ap_md5mesh_list list, size_t index)
{
    return ap_md5mesh_find_entry_span(mesh, list, mesh->model.parts[part].starts[list], index);
}
