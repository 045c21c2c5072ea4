/* Compares the meshes of two files, independent of their spelling. */
#include "validators/md5/md5_same.h"
#include "validators/md5mesh/md5mesh_source.h"

typedef struct mesh_pair {
    ap_md5mesh_file *one, *other;
    char *path;
} mesh_pair;

static bool are_headers_equal(mesh_pair *s)
{
    const ap_md5mesh *one = &s->one->mesh, *other = &s->other->mesh;
    const char *field = !ap_md5_is_same_text_or_both_missing(one->commandline, other->commandline)
                            ? "commandline"
                        : one->joint_count != other->joint_count ? "num_joints"
                        : one->mesh_count != other->mesh_count   ? "num_meshes"
                                                                 : NULL;
    if (field != NULL)
        return ap_md5_put_difference_path(s->path, "%s", field);
    return true;
}

static bool are_joints_equal(mesh_pair *s)
{
    for (size_t i = 0; i < s->one->mesh.joint_count; i++) {
        const ap_md5mesh_joint *one = &s->one->mesh.joints[i], *other = &s->other->mesh.joints[i];
        if (!ap_md5_is_same_text_or_both_missing(one->name, other->name))
            return ap_md5_put_difference_path(s->path, "joints[%zu].name", i);
        if (one->parent != other->parent)
            return ap_md5_put_difference_path(s->path, "joints[%zu].parent", i);
        if (!ap_md5_are_vectors_equal(s->path, "joints", i, "position", one->position, other->position)
            || !ap_md5_are_vectors_equal(
                s->path, "joints", i, "orientation", one->orientation, other->orientation))
            return false;
    }
    return true;
}

static bool are_block_heads_equal(
    mesh_pair *s, size_t mesh, const ap_md5mesh_block *one, const ap_md5mesh_block *other)
{
    const char *field = !ap_md5_is_same_text_or_both_missing(one->label, other->label)     ? ""
                        : !ap_md5_is_same_text_or_both_missing(one->name, other->name)     ? ".name"
                        : !ap_md5_is_same_text_or_both_missing(one->shader, other->shader) ? ".shader"
                        : one->vert_count != other->vert_count                             ? ".num_verts"
                        : one->tri_count != other->tri_count                               ? ".num_tris"
                        : one->weight_count != other->weight_count                         ? ".num_weights"
                                                                                           : NULL;
    if (field != NULL)
        return ap_md5_put_difference_path(s->path, "meshes[%zu]%s", mesh, field);
    return true;
}

static bool are_verts_equal(
    mesh_pair *s, size_t mesh, const ap_md5mesh_block *one, const ap_md5mesh_block *other)
{
    for (size_t i = 0; i < one->vert_count; i++) {
        const ap_md5mesh_vert *a = &one->verts[i], *b = &other->verts[i];
        const char *name = !ap_md5_is_same_float(a->u, b->u)    ? "u"
                           : !ap_md5_is_same_float(a->v, b->v)  ? "v"
                           : a->first_weight != b->first_weight ? "first_weight"
                           : a->weight_count != b->weight_count ? "weight_count"
                                                                : NULL;
        if (name != NULL)
            return ap_md5_put_difference_path(s->path, "meshes[%zu].verts[%zu].%s", mesh, i, name);
    }
    return true;
}

static bool are_tris_equal(
    mesh_pair *s, size_t mesh, const ap_md5mesh_block *one, const ap_md5mesh_block *other)
{
    for (size_t i = 0; i < one->tri_count; i++) {
        for (size_t corner = 0; corner < 3; corner++) {
            if (one->tris[i].corners[corner] != other->tris[i].corners[corner])
                return ap_md5_put_difference_path(
                    s->path, "meshes[%zu].tris[%zu].corners[%zu]", mesh, i, corner);
        }
    }
    return true;
}

static bool are_weights_equal(
    mesh_pair *s, size_t mesh, const ap_md5mesh_block *one, const ap_md5mesh_block *other)
{
    char list[48];
    snprintf(list, sizeof list, "meshes[%zu].weights", mesh);
    for (size_t i = 0; i < one->weight_count; i++) {
        const ap_md5mesh_weight *a = &one->weights[i], *b = &other->weights[i];
        if (a->joint != b->joint)
            return ap_md5_put_difference_path(s->path, "%s[%zu].joint", list, i);
        if (!ap_md5_is_same_float(a->bias, b->bias))
            return ap_md5_put_difference_path(s->path, "%s[%zu].bias", list, i);
        if (!ap_md5_are_vectors_equal(s->path, list, i, "position", a->position, b->position))
            return false;
    }
    return true;
}

static bool are_all_blocks_equal(mesh_pair *s)
{
    for (size_t i = 0; i < s->one->mesh.mesh_count; i++) {
        ap_md5mesh_block one, other;
        if (!s->one->source.block(&s->one->source, i, &one)
            || !s->other->source.block(&s->other->source, i, &other)
            || !are_block_heads_equal(s, i, &one, &other) || !are_verts_equal(s, i, &one, &other)
            || !are_tris_equal(s, i, &one, &other) || !are_weights_equal(s, i, &one, &other))
            return false;
    }
    return true;
}

bool ap_md5mesh_are_same(ap_view one, ap_view other, ap_arena *arena, char one_path[AP_SAME_PATH_BYTES],
    char other_path[AP_SAME_PATH_BYTES])
{
    mesh_pair s = { .path = one_path };
    one_path[0] = other_path[0] = '\0';
    s.one = ap_md5mesh_open_file(one, arena);
    s.other = ap_md5mesh_open_file(other, arena);
    const bool are_same = s.one != NULL && s.other != NULL && are_headers_equal(&s) && are_joints_equal(&s)
                          && are_all_blocks_equal(&s)
                          && ap_md5_read_to_end_without_error(&s.one->reader.stream)
                          && ap_md5_read_to_end_without_error(&s.other->reader.stream);
    memcpy(other_path, one_path, AP_SAME_PATH_BYTES);
    return are_same;
}
