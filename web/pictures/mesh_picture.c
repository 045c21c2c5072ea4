/* Draws a .md5mesh in its bind pose. */
#include <stdio.h>

#include "web/pictures/picture.h"
#include "web/pictures/skin.h"

static bool show_moment(web_picture *picture, double moment)
{
    (void)moment;
    return web_skin_show_bind_pose(picture);
}

/* Returns the first vertex of a block that uses a weight of the block; WEB_NONE if the weight is unused. */
static size_t find_vertex_of_weight(const web_skin *skin, size_t block, size_t weight)
{
    const size_t end = block + 1 < skin->block_count ? skin->first_verts[block + 1] : skin->vert_count;
    const size_t first = skin->first_verts[block], all = weight + skin->first_weights[block];
    for (size_t i = first; i < end; i++) {
        const ap_md5mesh_vert *vert = &skin->verts[i];
        if (all >= (size_t)vert->first_weight
            && all - (size_t)vert->first_weight < (size_t)vert->weight_count)
            return i;
    }
    return WEB_NONE;
}

static void find_elements(const web_picture *picture, const char *path, web_elements *elements)
{
    const web_skin *skin = picture->skin;
    size_t block, index;
    if (sscanf(path, "joints[%zu]", &index) == 1 && index < skin->joint_count)
        elements->point = index;
    if (sscanf(path, "meshes[%zu].verts[%zu]", &block, &index) == 2 && block < skin->block_count
        && index < skin->vert_count - skin->first_verts[block])
        elements->point = skin->joint_count + skin->first_verts[block] + index;
    if (sscanf(path, "meshes[%zu].weights[%zu]", &block, &index) == 2 && block < skin->block_count
        && index < skin->weight_count - skin->first_weights[block]) {
        const size_t vertex = find_vertex_of_weight(skin, block, index);
        elements->point = vertex == WEB_NONE ? WEB_NONE : skin->joint_count + vertex;
    }
    if (sscanf(path, "meshes[%zu].tris[%zu]", &block, &index) == 2 && block < skin->block_count
        && index < skin->tri_count - skin->first_tris[block])
        elements->triangle = skin->first_tris[block] + index;
}

/* Returns the text for picture->drawn_part, which names the part of the mesh that the picture shows if the file has an error. */
static const char *drawn_part_text(web_picture *picture, const web_skin *skin)
{
    if (skin->block_count == 0)
        return "the joints";
    if (skin->block_count >= skin->all_blocks)
        return "the joints and each mesh";
    return ap_arena_print(
        &picture->arena, "the joints and the first %zu of %zu meshes", skin->block_count, skin->all_blocks);
}

bool web_mesh_picture(web_picture *picture)
{
    const web_skin *skin = web_skin_read(picture->file.bytes, &picture->arena);
    if (skin == NULL
        || !web_picture_allocate(picture, skin->joint_count + skin->vert_count, skin->joint_count,
            skin->joint_count, skin->tri_count))
        return false;
    if (!skin->is_complete)
        picture->drawn_part = drawn_part_text(picture, skin);
    picture->skin = skin;
    picture->kind = "mesh";
    picture->unit = "frame";
    picture->up = 'z';
    picture->show = show_moment;
    picture->find = find_elements;
    for (size_t i = 0; i < skin->joint_count; i++)
        web_picture_add_joint(picture, i, skin->joints[i].name, skin->joints[i].parent, "joints");
    web_skin_copy_triangles(skin, picture->triangles);
    return true;
}
