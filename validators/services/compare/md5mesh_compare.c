/* Compares two meshes: joints, bind pose, blocks. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "validators/md5/md5_same.h"
#include "validators/services/compare/md5mesh_changes.h"

enum { AXES = 3 };

static const void *copy_array(ap_arena *arena, const void *items, size_t count, size_t size)
{
    void *copy = ap_alloc_array(arena, count, size);
    if (copy != NULL && count > 0)
        memcpy(copy, items, count * size);
    return copy;
}

/* Returns the name in the text of a label comment, which begins with "meshes:" and does not end with a blank: "body" in
   "meshes: body". */
static ap_view name_in_label(ap_view label)
{
    const size_t bytes = strlen("meshes:");
    assert(label.size >= bytes && memcmp(label.bytes, "meshes:", bytes) == 0);
    label = (ap_view){ label.bytes + bytes, label.size - bytes };
    while (*label.bytes == ' ')
        label = (ap_view){ label.bytes + 1, label.size - 1 };
    return label;
}

/* Returns the name of a block: the value of its key `name`, or else the name in its label comment, or else
   its shader. */
static ap_view name_of_block(const ap_md5mesh_block *block)
{
    return block->name.size > 0    ? block->name
           : block->label.size > 0 ? name_in_label(block->label)
                                   : block->shader;
}

static bool read_blocks(ap_loaded_md5mesh *whole, ap_md5mesh_file *file, ap_arena *arena)
{
    for (size_t i = 0; i < whole->mesh->mesh_count; i++) {
        ap_md5mesh_block *block = &whole->blocks[i];
        if (!file->source.block(&file->source, i, block))
            return false;
        block->verts = copy_array(arena, block->verts, block->vert_count, sizeof *block->verts);
        block->tris = copy_array(arena, block->tris, block->tri_count, sizeof *block->tris);
        block->weights = copy_array(arena, block->weights, block->weight_count, sizeof *block->weights);
        whole->meshes.items[i] = (ap_named_item){ name_of_block(block), -1 };
    }
    return !arena->failed && ap_md5_read_to_end_without_error(&file->reader.stream);
}

static bool load_mesh(ap_view input, ap_arena *arena, ap_loaded_md5mesh *whole)
{
    ap_md5mesh_file *file = ap_md5mesh_open_file(input, arena);
    if (file == NULL)
        return false;
    whole->mesh = &file->mesh;
    whole->joints.count = file->mesh.joint_count;
    whole->meshes.count = file->mesh.mesh_count;
    whole->blocks = ap_alloc_array(arena, whole->meshes.count, sizeof *whole->blocks);
    whole->meshes.items = ap_alloc_array(arena, whole->meshes.count, sizeof *whole->meshes.items);
    whole->joints.items = ap_alloc_array(arena, whole->joints.count, sizeof *whole->joints.items);
    whole->bind = ap_md5mesh_bind_pose(file->mesh.joints, whole->joints.count, arena);
    if (arena->failed)
        return false;
    for (size_t i = 0; i < whole->joints.count; i++)
        whole->joints.items[i] = (ap_named_item){ file->mesh.joints[i].name, file->mesh.joints[i].parent };
    return read_blocks(whole, file, arena);
}

/* Sets s->scale and adds the change if all new positions of matched joints in the bind pose are the old positions times one
   factor. Otherwise leaves s->scale at 1. */
static void find_and_report_scale_of_bind_pose(ap_md5mesh_pair *s)
{
    enum { LEAST_JOINTS = 2 };
    double squares = 0, products = 0, largest = 0, farthest = 0;
    size_t joints = 0;
    for (int pass = 0; pass < 2; pass++) {
        const double factor = pass == 0 ? 1 : products / squares;
        farthest = 0;
        for (size_t i = 0; i < s->one.joints.count; i++) {
            const size_t j = s->joints.to_new[i];
            bool apart = false;
            for (size_t axis = 0; axis < AXES && j != AP_NO_MATCH; axis++) {
                const double a = s->one.bind[i].position[axis], b = s->other.bind[j].position[axis];
                squares += pass == 0 ? a * a : 0;
                products += pass == 0 ? a * b : 0;
                largest = fmax(largest, fabs(b));
                farthest = fmax(farthest, fabs(b - factor * a));
                apart |= a != 0;
            }
            joints += apart && pass == 0;
        }
        if (joints < LEAST_JOINTS || !(products > 0))
            return;
    }
    const double factor = products / squares;
    if (fabs(factor - 1) <= 10 * AP_ROUNDING || farthest > 10 * AP_ROUNDING * largest)
        return;
    s->scale = factor;
    ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_SCALE,
        "all joints of the bind pose are %s times as far from the origin: the skeleton has another size",
        ap_format_rounded(factor).text);
    ap_set_largest_difference(change, factor, joints);
}

/* Adds the change of the bind pose, and sets s->bind_changed, if a joint differs. The message names the joint that moved
   farthest, or if no joint moved, the joint that turned most. */
static void compare_bind_poses_and_mark_change(ap_md5mesh_pair *s)
{
    size_t joints = 0, of_old = 0, of_new = 0;
    double farthest = 0, most = 0;
    for (size_t i = 0; i < s->one.joints.count; i++) {
        const size_t j = s->joints.to_new[i];
        ap_changed_element_statistics positions = { 0 }, turns = { 0 };
        float scaled[AXES];
        if (j == AP_NO_MATCH)
            continue;
        const ap_md5mesh_joint *a = &s->one.mesh->joints[i], *b = &s->other.mesh->joints[j];
        for (size_t axis = 0; axis < AXES; axis++)
            scaled[axis] = s->scale == 1 ? a->position[axis] : b->position[axis];
        const bool moved =
            ap_count_if_numbers_differ(&positions, &s->rounding, i, j, scaled, b->position, AXES);
        const bool turned =
            ap_count_if_numbers_differ(&turns, &s->rounding, i, j, a->orientation, b->orientation, AXES);
        const double distance = moved ? ap_distance_between(a->position, b->position) : 0;
        const double angle = turned ? ap_degrees_between_orientations(a->orientation, b->orientation) : 0;
        if (!moved && !turned)
            continue;
        joints++;
        if (joints == 1 || distance > farthest || (farthest == 0 && angle > most)) {
            farthest = distance;
            most = angle;
            of_old = i;
            of_new = j;
        }
    }
    if (joints == 0)
        return;
    s->bind_changed = true;
    ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_BIND_POSE,
        "bind pose of %zu joint%s changed, most of joint %s: %s%s", joints, joints == 1 ? "" : "s",
        ap_quote_name(s->other.joints.items[of_new].name).text,
        ap_format_rounded(farthest > 0 ? farthest : most).text, farthest > 0 ? " units" : " degrees");
    ap_set_old_path(change, "joints[%zu].%s", of_old, farthest > 0 ? "position" : "orientation");
    ap_set_new_path(change, "joints[%zu].%s", of_new, farthest > 0 ? "position" : "orientation");
    ap_set_largest_difference(change, farthest > 0 ? farthest : most, joints);
}

static ap_mesh_title title_of(const ap_named_list *meshes, size_t number)
{
    ap_mesh_title title;
    const ap_view name = meshes->items[number].name;
    snprintf(title.text, sizeof title.text, "mesh %zu %s", number, ap_quote_name(name).text);
    return title;
}

ap_mesh_title ap_title_of_new_mesh(const ap_md5mesh_pair *s, size_t j)
{
    return title_of(&s->other.meshes, j);
}

static void report_added_and_removed_meshes(ap_md5mesh_pair *s)
{
    for (size_t i = 0; i < s->one.meshes.count; i++) {
        if (s->meshes.to_new[i] != AP_NO_MATCH)
            continue;
        ap_change *change = ap_add_change_or_spare(
            s->changes, AP_CHANGE_MESH_REMOVED, "%s removed", title_of(&s->one.meshes, i).text);
        ap_set_old_path(change, "meshes[%zu]", i);
        ap_set_change_values(change, ap_bytes(s->one.meshes.items[i].name), ap_no_value());
    }
    for (size_t j = 0; j < s->other.meshes.count; j++) {
        if (s->meshes.to_old[j] != AP_NO_MATCH)
            continue;
        const ap_md5mesh_block *block = &s->other.blocks[j];
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_MESH_ADDED,
            "%s added; vertices: %zu, triangles: %zu", ap_title_of_new_mesh(s, j).text, block->vert_count,
            block->tri_count);
        ap_set_new_path(change, "meshes[%zu]", j);
        ap_set_change_values(change, ap_no_value(), ap_bytes(s->other.meshes.items[j].name));
    }
}

/* Adds a change if two texts of a block differ. */
static void compare_texts(ap_md5mesh_pair *s, size_t i, size_t j, ap_change_kind kind, const char *what,
    const char *field, ap_view one, ap_view other)
{
    if (ap_md5_is_same_text_or_both_missing(one, other))
        return;
    ap_change *change = ap_add_change_or_spare(s->changes, kind, "mesh %zu: %s is %s instead of %s", j, what,
        ap_quote_name(other).text, ap_quote_name(one).text);
    ap_set_old_path(change, "meshes[%zu]%s", i, field);
    ap_set_new_path(change, "meshes[%zu]%s", j, field);
    ap_set_change_values(change, ap_bytes(one), ap_bytes(other));
}

/* Adds the change and returns true if the blocks have other numbers of vertices or of triangles; otherwise returns false. */
static bool report_if_counts_differ(ap_md5mesh_pair *s, size_t i, size_t j)
{
    const ap_md5mesh_block *one = &s->one.blocks[i], *other = &s->other.blocks[j];
    const bool vertices = one->vert_count != other->vert_count;
    if (!vertices && one->tri_count == other->tri_count)
        return false;
    ap_change *change = ap_add_change_or_spare(s->changes,
        vertices ? AP_CHANGE_VERTEX_COUNT : AP_CHANGE_TRIANGLE_COUNT,
        "%s: vertices: %zu instead of %zu, triangles: %zu instead of %zu", ap_title_of_new_mesh(s, j).text,
        other->vert_count, one->vert_count, other->tri_count, one->tri_count);
    ap_set_old_path(change, "meshes[%zu].%s", i, vertices ? "num_verts" : "num_tris");
    ap_set_new_path(change, "meshes[%zu].%s", j, vertices ? "num_verts" : "num_tris");
    ap_set_change_values(change, ap_size(vertices ? one->vert_count : one->tri_count),
        ap_size(vertices ? other->vert_count : other->tri_count));
    return true;
}

static void compare_meshes(ap_md5mesh_pair *s)
{
    report_added_and_removed_meshes(s);
    for (size_t i = 0; i < s->one.meshes.count; i++) {
        const size_t j = s->meshes.to_new[i];
        if (j == AP_NO_MATCH)
            continue;
        const ap_md5mesh_block *one = &s->one.blocks[i], *other = &s->other.blocks[j];
        compare_texts(s, i, j, AP_CHANGE_MESH_RENAMED, "its name", ".name", one->name, other->name);
        compare_texts(s, i, j, AP_CHANGE_MATERIAL, "the material", ".shader", one->shader, other->shader);
        compare_texts(
            s, i, j, AP_CHANGE_MESH_LABEL, "the comment with its name", "", one->label, other->label);
        if (s->meshes.moved[i]) {
            ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_MESH_MOVED,
                "mesh %s moved from number %zu to %zu", ap_quote_name(s->other.meshes.items[j].name).text, i,
                j);
            ap_set_old_path(change, "meshes[%zu]", i);
            ap_set_new_path(change, "meshes[%zu]", j);
        }
        if (!report_if_counts_differ(s, i, j))
            ap_compare_block(s, i, j);
    }
}

bool ap_md5mesh_compare(const ap_compare_source *source, ap_changes *changes)
{
    ap_arena *arena = changes->arena;
    ap_md5mesh_pair *s = ap_alloc(arena, sizeof *s);
    bool *comparable;
    if (s == NULL || !load_mesh(source->old_input, arena, &s->one)
        || !load_mesh(source->new_input, arena, &s->other))
        return false;
    s->changes = changes;
    s->scale = 1;
    s->shares = ap_alloc_array(arena, s->other.joints.count, sizeof *s->shares);
    if (s->shares == NULL
        || !ap_compare_joints(&s->one.joints, &s->other.joints, "joints", changes, &s->joints, &comparable)
        || !ap_match_named_lists(&s->one.meshes, &s->other.meshes, arena, &s->meshes))
        return false;
    find_and_report_scale_of_bind_pose(s);
    compare_bind_poses_and_mark_change(s);
    compare_meshes(s);
    ap_compare_commandlines(s->one.mesh->commandline, s->other.mesh->commandline, changes);
    ap_report_rounding(&s->rounding, changes);
    return !arena->failed;
}
