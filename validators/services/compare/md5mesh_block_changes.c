/* Compares two blocks of meshes: vertices in the bind pose, texture coordinates, weights, triangles. */
#include "core/number/distance.h"
#include "validators/services/compare/md5mesh_changes.h"
#include "validators/services/export/md5_gltf.h"

enum { AXES = 3, CORNERS = 3 };

/* The differences of two blocks. */
typedef struct block_changes {
    size_t moved;      /* number of vertices that moved and are not counted in `reweighted` */
    size_t reweighted; /* number of vertices that follow other joints, or the joints with other shares */
    /* number of vertices with weights stored in another way, with the same effect; 0 if the bind pose changed */
    size_t stored_otherwise;
    double largest;                     /* largest distance that a vertex moved */
    size_t moved_vertex, weight_vertex; /* the vertex that moved most; the first vertex with other weights */
    ap_changed_element_statistics texture;
    size_t triangles, first_triangle; /* number of triangles with other corners, and the first of them */
} block_changes;

static size_t matching_joint_of_weight(const ap_md5mesh_pair *s, const ap_md5mesh_weight *weight)
{
    return s->joints.to_new[weight->joint];
}

/* Returns true if the weights are equal: joint, bias and position. Counts numbers that differ by rounding. */
static bool is_same_weight(ap_md5mesh_pair *s, const ap_md5mesh_weight *one, const ap_md5mesh_weight *other)
{
    const float a[1 + AXES] = { one->bias, one->position[0], one->position[1], one->position[2] };
    const float b[1 + AXES] = { other->bias, other->position[0], other->position[1], other->position[2] };
    ap_changed_element_statistics spread = { 0 };
    return matching_joint_of_weight(s, one) == (size_t)other->joint
           && !ap_count_if_numbers_differ(&spread, &s->rounding, 0, 0, a, b, 1 + AXES);
}

static bool has_same_weights(ap_md5mesh_pair *s, const ap_md5mesh_weight *one, size_t one_count,
    const ap_md5mesh_weight *other, size_t other_count)
{
    bool same = one_count == other_count;
    for (size_t w = 0; w < one_count && same; w++)
        same = is_same_weight(s, &one[w], &other[w]);
    return same;
}

/* Returns true if each joint has the same share (sum of biases), up to rounding, in both versions of the vertex. */
static bool have_joints_same_shares(ap_md5mesh_pair *s, const ap_md5mesh_weight *one, size_t one_count,
    const ap_md5mesh_weight *other, size_t other_count)
{
    bool same = true;
    for (size_t w = 0; w < one_count; w++) {
        const size_t joint = matching_joint_of_weight(s, &one[w]);
        if (joint == AP_NO_MATCH)
            same = same && one[w].bias == 0;
        else
            s->shares[joint] += (double)one[w].bias;
    }
    for (size_t w = 0; w < other_count; w++)
        s->shares[other[w].joint] -= (double)other[w].bias;
    for (size_t w = 0; w < one_count + other_count; w++) {
        const size_t joint =
            w < one_count ? matching_joint_of_weight(s, &one[w]) : (size_t)other[w - one_count].joint;
        if (joint == AP_NO_MATCH)
            continue;
        same = same && ap_differs_at_most_by_rounding(s->shares[joint], 0);
        s->shares[joint] = 0;
    }
    return same;
}

/* Returns the distance that a vertex moved in the bind pose, apart from the factor between the skeletons; 0 if it moved at most
   by rounding. */
static double distance_moved_in_bind_pose(
    const ap_md5mesh_pair *s, const ap_md5mesh_block *one, const ap_md5mesh_block *other, size_t vertex)
{
    double before[AXES], after[AXES];
    bool same = true;
    ap_md5mesh_compute_vertex(one, &one->verts[vertex], s->one.bind, before);
    ap_md5mesh_compute_vertex(other, &other->verts[vertex], s->other.bind, after);
    for (size_t i = 0; i < AXES; i++) {
        before[i] *= s->scale;
        same = same && fabs(before[i] - after[i]) <= 10 * AP_ROUNDING * fmax(1, fabs(before[i]));
    }
    return same ? 0 : ap_distance(before, after);
}

static void compare_vertex(ap_md5mesh_pair *s, const ap_md5mesh_block *one, const ap_md5mesh_block *other,
    size_t vertex, block_changes *changes)
{
    const ap_md5mesh_vert *a = &one->verts[vertex], *b = &other->verts[vertex];
    const ap_md5mesh_weight *of_one = one->weights + a->first_weight,
                            *of_other = other->weights + b->first_weight;
    const size_t one_count = (size_t)a->weight_count, other_count = (size_t)b->weight_count;
    const float texture_one[] = { a->u, a->v }, texture_other[] = { b->u, b->v };
    (void)ap_count_if_numbers_differ(
        &changes->texture, &s->rounding, vertex, vertex, texture_one, texture_other, 2);
    if (has_same_weights(s, of_one, one_count, of_other, other_count))
        return;
    const double move = distance_moved_in_bind_pose(s, one, other, vertex);
    const bool reweighted = !have_joints_same_shares(s, of_one, one_count, of_other, other_count);
    if (reweighted) {
        changes->weight_vertex = changes->reweighted == 0 ? vertex : changes->weight_vertex;
        changes->reweighted++;
    } else {
        changes->stored_otherwise += move == 0 && !s->bind_changed && s->scale == 1;
    }
    /* a vertex with other weights moves because of its weights, and is not counted as moved */
    if (move > 0 && !reweighted) {
        changes->moved_vertex = move > changes->largest ? vertex : changes->moved_vertex;
        changes->largest = fmax(move, changes->largest);
        changes->moved++;
    }
}

static void compare_triangles(
    const ap_md5mesh_block *one, const ap_md5mesh_block *other, block_changes *changes)
{
    for (size_t i = 0; i < one->tri_count; i++) {
        for (size_t corner = 0; corner < CORNERS; corner++) {
            if (one->tris[i].corners[corner] == other->tris[i].corners[corner])
                continue;
            changes->first_triangle = changes->triangles == 0 ? i : changes->first_triangle;
            changes->triangles++;
            break;
        }
    }
}

static void report_weights_and_positions(ap_md5mesh_pair *s, size_t i, size_t j, const block_changes *changes)
{
    const ap_mesh_title title = ap_title_of_new_mesh(s, j);
    const size_t count = s->one.blocks[i].vert_count;
    if (changes->reweighted > 0) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_WEIGHTS,
            "%s: weights of %zu of %zu vertices changed: other joints, or other shares; first vertex %zu",
            title.text, changes->reweighted, count, changes->weight_vertex);
        ap_set_old_path(change, "meshes[%zu].verts[%zu]", i, changes->weight_vertex);
        ap_set_new_path(change, "meshes[%zu].verts[%zu]", j, changes->weight_vertex);
    }
    if (changes->moved > 0) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_VERTICES,
            "%s: positions of %zu of %zu vertices changed, most of vertex %zu: %s units", title.text,
            changes->moved, count, changes->moved_vertex, ap_format_rounded(changes->largest).text);
        ap_set_old_path(change, "meshes[%zu].verts[%zu]", i, changes->moved_vertex);
        ap_set_new_path(change, "meshes[%zu].verts[%zu]", j, changes->moved_vertex);
        ap_set_largest_difference(change, changes->largest, changes->moved);
    }
}

static void report_texture_triangles_and_storage(
    ap_md5mesh_pair *s, size_t i, size_t j, const block_changes *changes)
{
    const ap_mesh_title title = ap_title_of_new_mesh(s, j);
    const ap_changed_element_statistics *texture = &changes->texture;
    if (texture->places > 0) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_TEXTURE_COORDINATES,
            "%s: texture coordinates of %zu of %zu vertices changed, most of vertex %zu: %c is %s instead of "
            "%s",
            title.text, texture->places, s->one.blocks[i].vert_count, texture->new_index, "uv"[texture->part],
            ap_format_rounded(texture->new_value).text, ap_format_rounded(texture->old_value).text);
        ap_set_old_path(change, "meshes[%zu].verts[%zu].%c", i, texture->old_index, "uv"[texture->part]);
        ap_set_new_path(change, "meshes[%zu].verts[%zu].%c", j, texture->new_index, "uv"[texture->part]);
        ap_set_change_values(
            change, ap_float((float)texture->old_value), ap_float((float)texture->new_value));
        ap_set_largest_difference(change, texture->largest, texture->places);
    }
    if (changes->triangles > 0) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_TRIANGLES,
            "%s: corners of %zu of %zu triangles changed, first triangle %zu", title.text, changes->triangles,
            s->one.blocks[i].tri_count, changes->first_triangle);
        ap_set_old_path(change, "meshes[%zu].tris[%zu]", i, changes->first_triangle);
        ap_set_new_path(change, "meshes[%zu].tris[%zu]", j, changes->first_triangle);
    }
    if (changes->stored_otherwise > 0)
        ap_add_change_or_spare(s->changes, AP_CHANGE_WEIGHT_ORDER,
            "%s: stored weights of %zu vertices changed, with the same effect", title.text,
            changes->stored_otherwise)
            ->is_rounded = true;
}

void ap_compare_block(ap_md5mesh_pair *s, size_t i, size_t j)
{
    const ap_md5mesh_block *one = &s->one.blocks[i], *other = &s->other.blocks[j];
    block_changes changes = { 0 };
    size_t most;
    const bool is_linear =
        ap_md5_gltf_is_weight_sum_allowed(one, ap_md5_gltf_sum_weight_counts(one, &most))
        && ap_md5_gltf_is_weight_sum_allowed(other, ap_md5_gltf_sum_weight_counts(other, &most));
    if (is_linear && ap_report_block_if_reordered(s, i, j))
        return;
    for (size_t vertex = 0; vertex < one->vert_count && is_linear; vertex++)
        compare_vertex(s, one, other, vertex, &changes);
    if (!is_linear)
        (void)ap_add_change_or_spare(s->changes, AP_CHANGE_WEIGHTS,
            "%s: the vertices share too many weights to be compared", ap_title_of_new_mesh(s, j).text);
    compare_triangles(one, other, &changes);
    report_weights_and_positions(s, i, j, &changes);
    report_texture_triangles_and_storage(s, i, j, &changes);
}
