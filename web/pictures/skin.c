#include "web/pictures/skin.h"

#include <math.h>

#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/md5mesh/md5mesh_source.h"

/* Counts the blocks before the first error, and their vertices, triangles and weights. Returns false if the joints have an error,
   or when out of memory. */
static bool count_elements(ap_view input, web_skin *skin)
{
    ap_arena arena;
    ap_md5mesh_block block;
    ap_arena_init(&arena, 0);
    ap_md5mesh_file *file = ap_md5mesh_open_file(input, &arena);
    bool readable = file != NULL;
    skin->all_blocks = readable ? file->mesh.mesh_count : 0;
    while (readable && skin->block_count < skin->all_blocks) {
        skin->is_complete = file->source.block(&file->source, skin->block_count, &block);
        if (!skin->is_complete)
            break;
        skin->block_count++;
        skin->vert_count += block.vert_count;
        skin->tri_count += block.tri_count;
        skin->weight_count += block.weight_count;
    }
    skin->is_complete = skin->is_complete && ap_md5_read_to_end_without_error(&file->reader.stream);
    readable = readable && !arena.failed;
    ap_arena_free(&arena);
    return readable;
}

static bool add_verts(web_skin *skin, const ap_md5mesh_block *block)
{
    ap_md5mesh_vert *verts = skin->verts + skin->vert_count;
    for (size_t i = 0; i < block->vert_count; i++) {
        const ap_md5mesh_vert *vert = &block->verts[i];
        if (vert->first_weight < 0 || vert->weight_count < 0
            || (uint64_t)vert->first_weight + (uint64_t)vert->weight_count > block->weight_count)
            return false;
        verts[i] = *vert;
        verts[i].first_weight += (int32_t)skin->weight_count;
    }
    return true;
}

static bool add_tris(web_skin *skin, const ap_md5mesh_block *block)
{
    ap_md5mesh_tri *tris = skin->tris + skin->tri_count;
    for (size_t i = 0; i < block->tri_count; i++) {
        for (size_t corner = 0; corner < 3; corner++) {
            const int32_t vert = block->tris[i].corners[corner];
            if (vert < 0 || (size_t)vert >= block->vert_count)
                return false;
            tris[i].corners[corner] = vert + (int32_t)skin->vert_count;
        }
    }
    return true;
}

static bool add_weights(web_skin *skin, const ap_md5mesh_block *block)
{
    for (size_t i = 0; i < block->weight_count; i++) {
        const ap_md5mesh_weight *weight = &block->weights[i];
        if (weight->joint < 0 || (size_t)weight->joint >= skin->joint_count)
            return false;
        skin->weights[skin->weight_count + i] = *weight;
    }
    return true;
}

static bool add_blocks(web_skin *skin, ap_md5mesh_file *file)
{
    ap_md5mesh_block block;
    skin->vert_count = skin->tri_count = skin->weight_count = 0;
    for (size_t i = 0; i < skin->block_count; i++) {
        if (!file->source.block(&file->source, i, &block) || !add_verts(skin, &block)
            || !add_tris(skin, &block) || !add_weights(skin, &block))
            return false;
        skin->first_verts[i] = skin->vert_count;
        skin->first_tris[i] = skin->tri_count;
        skin->first_weights[i] = skin->weight_count;
        skin->vert_count += block.vert_count;
        skin->tri_count += block.tri_count;
        skin->weight_count += block.weight_count;
    }
    return true;
}

web_skin *web_skin_read(ap_view input, ap_arena *arena)
{
    web_skin *skin = ap_alloc(arena, sizeof *skin);
    if (skin == NULL || !count_elements(input, skin) || skin->vert_count > INT32_MAX
        || skin->weight_count > INT32_MAX)
        return NULL;
    skin->verts = ap_alloc_array(arena, skin->vert_count, sizeof *skin->verts);
    skin->tris = ap_alloc_array(arena, skin->tri_count, sizeof *skin->tris);
    skin->weights = ap_alloc_array(arena, skin->weight_count, sizeof *skin->weights);
    skin->first_verts = ap_alloc_array(arena, skin->block_count, sizeof *skin->first_verts);
    skin->first_tris = ap_alloc_array(arena, skin->block_count, sizeof *skin->first_tris);
    skin->first_weights = ap_alloc_array(arena, skin->block_count, sizeof *skin->first_weights);
    ap_md5mesh_file *file = arena->failed ? NULL : ap_md5mesh_open_file(input, arena);
    if (file == NULL)
        return NULL;
    skin->joints = file->mesh.joints;
    skin->joint_count = file->mesh.joint_count;
    skin->pose = ap_alloc_array(arena, skin->joint_count, sizeof *skin->pose);
    return skin->pose != NULL && add_blocks(skin, file) ? skin : NULL;
}

void web_skin_copy_weights(const web_skin *skin, size_t joint, float *weights)
{
    for (size_t i = 0; i < skin->vert_count; i++) {
        const ap_md5mesh_weight *of_vert = skin->weights + skin->verts[i].first_weight;
        weights[i] = 0;
        for (int32_t k = 0; k < skin->verts[i].weight_count; k++) {
            if ((size_t)of_vert[k].joint == joint)
                weights[i] += of_vert[k].bias;
        }
        weights[i] = fminf(fmaxf(weights[i], 0), 1);
    }
}

static void copy_position(float point[3], const double position[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        point[axis] = (float)position[axis];
}

void web_skin_show_pose(web_picture *picture, const ap_md5_transform *transforms, size_t joint_count)
{
    const web_skin *skin = picture->skin;
    for (size_t i = 0; i < joint_count; i++)
        copy_position(picture->points[i], transforms[i].position);
    if (skin == NULL)
        return;
    const ap_md5mesh_block block = { .weights = skin->weights };
    for (size_t i = 0; i < joint_count; i++)
        ap_md5_placement_of_transform(&transforms[i], &skin->pose[i]);
    for (size_t i = 0; i < skin->vert_count; i++) {
        double at[3];
        ap_md5mesh_compute_vertex(&block, &skin->verts[i], skin->pose, at);
        copy_position(picture->points[joint_count + i], at);
    }
}

bool web_skin_show_bind_pose(web_picture *picture)
{
    const web_skin *skin = picture->skin;
    ap_arena arena;
    ap_arena_init(&arena, 0);
    ap_md5_transform *transforms = ap_alloc_array(&arena, skin->joint_count, sizeof *transforms);
    for (size_t i = 0; transforms != NULL && i < skin->joint_count; i++) {
        const ap_md5mesh_joint *joint = &skin->joints[i];
        ap_md5_unit_transform_of_numbers(joint->position, joint->orientation, &transforms[i]);
    }
    if (transforms != NULL)
        web_skin_show_pose(picture, transforms, skin->joint_count);
    ap_arena_free(&arena);
    return transforms != NULL;
}

void web_skin_copy_triangles(const web_skin *skin, int32_t (*triangles)[3])
{
    for (size_t i = 0; i < skin->tri_count; i++) {
        for (size_t corner = 0; corner < 3; corner++)
            triangles[i][corner] = skin->tris[i].corners[corner] + (int32_t)skin->joint_count;
    }
}
