#include "corpus/md5mesh/md5mesh_body.h"

#include <stdio.h>
#include <string.h>

/* A human figure in centimetres, feet at height 0. Parents come before children, and left and right joints
   alternate. */
typedef struct human_joint {
    const char *name;
    int parent;
    double position[3];
} human_joint;

static const human_joint figure[] = {
    { "origin", -1, { 0, 0, 0 } },
    { "hips", 0, { 0, 0, 96 } },
    { "spine", 1, { 0, 1, 110 } },
    { "chest", 2, { 0, 2, 128 } },
    { "neck", 3, { 0, 1, 150 } },
    { "head", 4, { 0, 0, 158 } },
    { "l_shoulder", 3, { 6, 1, 146 } },
    { "r_shoulder", 3, { -6, 1, 146 } },
    { "l_upperarm", 6, { 18, 1, 145 } },
    { "r_upperarm", 7, { -18, 1, 145 } },
    { "l_forearm", 8, { 45, 1, 144 } },
    { "r_forearm", 9, { -45, 1, 144 } },
    { "l_hand", 10, { 70, 0, 143 } },
    { "r_hand", 11, { -70, 0, 143 } },
    { "l_thigh", 1, { 9, 0, 92 } },
    { "r_thigh", 1, { -9, 0, 92 } },
    { "l_shin", 14, { 9, 0, 50 } },
    { "r_shin", 15, { -9, 0, 50 } },
    { "l_foot", 16, { 9, 2, 9 } },
    { "r_foot", 17, { -9, 2, 9 } },
    { "l_toes", 18, { 9, -12, 2 } },
    { "r_toes", 19, { -9, -12, 2 } },
};

enum { FIGURE = sizeof figure / sizeof *figure, AROUND = 8, PARTS = 64, MOST_WEIGHTS = 64 };

/* Points of a circle, as numbers, since generators use no sine function. */
static const double circle[AROUND][2] = { { 1, 0 }, { 0.8, 0.6 }, { 0, 1 }, { -0.6, 0.8 }, { -1, 0 },
    { -0.8, -0.6 }, { 0, -1 }, { 0.6, -0.8 } };

static ap_view make_joint_name(const ap_generation_request *make, size_t index)
{
    char name[48];
    const int length = index < FIGURE ? snprintf(name, sizeof name, "%s", figure[index].name)
                                      : snprintf(name, sizeof name, "tail_%zu", index - FIGURE + 1);
    uint8_t *copy = ap_alloc(make->arena, (size_t)length);
    if (copy != NULL)
        memcpy(copy, name, (size_t)length);
    return (ap_view){ copy, copy == NULL ? 0 : (size_t)length };
}

/* Returns the parent of a joint. Joints after the figure's form a tail, with occasional branches. */
static int32_t choose_parent(const ap_generation_request *make, size_t index)
{
    if (index < FIGURE)
        return figure[index].parent;
    if (index == FIGURE)
        return 1;
    return ap_choose_one_in(make->choices, 6) ? (int32_t)ap_choose_below(make->choices, index)
                                              : (int32_t)index - 1;
}

static void set_bone_position_and_rotation(
    const ap_generation_request *make, ap_generated_bone *bones, size_t index)
{
    ap_generated_bone *bone = &bones[index];
    for (size_t axis = 0; axis < 3; axis++) {
        const double off = ap_choose_real(make->choices, -1, 1);
        const double base = index < FIGURE ? figure[index].position[axis]
                                           : bones[bone->parent].position[axis] + (axis == 1 ? 4.0 : 0.0);
        bone->position[axis] = (double)ap_round_to_float(base + off);
    }
    ap_make_rotation(make->choices, bone->rotation);
    for (size_t i = 0; i < 4 && bone->rotation[3] > 0; i++)
        bone->rotation[i] = i < 3 ? -bone->rotation[i] : bone->rotation[i];
    if (bone->rotation[3] > 0)
        bone->rotation[3] = -bone->rotation[3];
}

bool ap_make_skeleton(
    const ap_generation_request *make, ap_md5mesh_joint *joints, ap_generated_bone *bones, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        bones[i].parent = choose_parent(make, i);
        set_bone_position_and_rotation(make, bones, i);
        joints[i].name = make_joint_name(make, i);
        joints[i].parent = bones[i].parent;
        for (size_t axis = 0; axis < 3; axis++) {
            joints[i].position[axis] = ap_round_to_float(bones[i].position[axis]);
            joints[i].orientation[axis] = ap_round_to_float(bones[i].rotation[axis]);
        }
        if (joints[i].name.bytes == NULL)
            return false;
    }
    return true;
}

/* Skin */

/* Chooses a position on a ring around a bone. */
static void choose_vert_position(
    const ap_generation_request *make, const ap_generated_bone *bone, size_t around, double position[3])
{
    const double radius = ap_choose_real(make->choices, 2, 9);
    position[0] = bone->position[0] + radius * circle[around][0];
    position[1] = bone->position[1] + radius * circle[around][1];
    position[2] = bone->position[2] + ap_choose_real(make->choices, -6, 6);
}

static ap_md5mesh_weight make_weight(
    const ap_generated_bone *bones, int32_t joint, int parts_of_64, const double position[3])
{
    const ap_generated_bone *bone = &bones[joint];
    const double back[4] = { -bone->rotation[0], -bone->rotation[1], -bone->rotation[2], bone->rotation[3] };
    double away[3];
    ap_md5mesh_weight weight = { .joint = joint, .bias = (float)parts_of_64 / (float)PARTS };
    for (size_t axis = 0; axis < 3; axis++)
        away[axis] = position[axis] - bone->position[axis];
    ap_rotate_vector(back, away, away);
    for (size_t axis = 0; axis < 3; axis++)
        weight.position[axis] = ap_round_to_float(away[axis]);
    return weight;
}

/* Chooses the weights of a vertex, one for the bone and others for its ancestors, with biases that add up to 1. Returns the
   number of weights. */
static size_t make_weights(const ap_generation_request *make, const ap_generated_bone *bones, size_t bone,
    size_t most, ap_md5mesh_weight *weights)
{
    const size_t around = ap_choose_below(make->choices, AROUND);
    const size_t wanted = 1 + ap_choose_below(make->choices, most);
    double position[3];
    int left = PARTS;
    size_t count = 0;
    choose_vert_position(make, &bones[bone], around, position);
    for (int32_t joint = (int32_t)bone; joint >= 0; joint = bones[joint].parent) {
        const bool last = count + 1 == wanted || bones[joint].parent < 0 || left < 2;
        const int parts = last ? left : (int)ap_choose_between(make->choices, (left + 1) / 2, left - 1);
        weights[count++] = make_weight(bones, joint, parts, position);
        left -= parts;
        if (last)
            break;
    }
    return count;
}

/* Writes, after the `count` weights of a vertex, those of a vertex on the opposite side of the bone. Returns `count`, the number
   of weights written. */
static size_t append_mirrored_weights_and_count_these(ap_md5mesh_weight *weights, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        weights[count + i] = weights[i];
        for (size_t axis = 0; axis < 3; axis++)
            weights[count + i].position[axis] = -weights[i].position[axis];
    }
    return count;
}

/* Makes a strip of triangles: each vertex and the two before it, with the order of the vertices reversed in every second
   triangle, so that all triangles face the same side. */
static void make_triangle_strip(ap_md5mesh_tri *tris, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const int32_t odd = (int32_t)(i % 2), first = (int32_t)i;
        tris[i] = (ap_md5mesh_tri){ { first, first + 1 + odd, first + 2 - odd } };
    }
}

bool ap_make_skin(const ap_generation_request *make, const ap_generated_bone *bones, size_t bone_count,
    const ap_mesh_sizes *plan, ap_md5mesh_block *block)
{
    const size_t most = plan->weights < MOST_WEIGHTS ? plan->weights : MOST_WEIGHTS;
    ap_md5mesh_vert *verts = ap_alloc_array(make->arena, plan->verts, sizeof *verts);
    ap_md5mesh_tri *tris = ap_alloc_array(make->arena, plan->verts - 2, sizeof *tris);
    ap_md5mesh_weight *weights = ap_alloc_array(make->arena, plan->verts * most, sizeof *weights);
    size_t used = 0, first = 0, count = 0;
    if (verts == NULL || tris == NULL || weights == NULL)
        return false;
    for (size_t i = 0; i < plan->verts; i++) {
        const size_t bone = bone_count * i / plan->verts;
        if (count == 0 || !plan->shared || !ap_choose_one_in(make->choices, 3)) {
            first = used;
            count = plan->balanced && i == 1 ? append_mirrored_weights_and_count_these(weights, count)
                                             : make_weights(make, bones, bone, most, weights + used);
            used += count;
        }
        verts[i].u = ap_round_to_float(ap_choose_real(make->choices, 0, 1));
        verts[i].v = ap_round_to_float(ap_choose_real(make->choices, 0, 1));
        verts[i].first_weight = (int32_t)first;
        verts[i].weight_count = (int32_t)count;
    }
    make_triangle_strip(tris, plan->verts - 2);
    block->verts = verts;
    block->tris = tris;
    block->weights = weights;
    block->vert_count = plan->verts;
    block->tri_count = plan->verts - 2;
    block->weight_count = used;
    return true;
}

/* The model of the mesh that ap_write_skinned_mesh writes: joints and one block. */
typedef struct skin_model {
    ap_md5mesh_source source; /* must be the first member: a callback casts the source to this struct */
    ap_md5mesh_block block;
} skin_model;

static bool copy_block_of_model(ap_md5mesh_source *source, size_t index, ap_md5mesh_block *block)
{
    (void)index;
    *block = ((skin_model *)source)->block;
    return true;
}

bool ap_make_small_skin(
    const ap_generation_request *make, const ap_generated_bone *bones, size_t count, ap_md5mesh_block *block)
{
    ap_choices choices = *make->choices;
    ap_generation_request own = *make;
    own.choices = &choices;
    const ap_mesh_sizes plan = { .verts = 3 + ap_choose_below(&choices, 8), .weights = 2, .balanced = true };
    *block = (ap_md5mesh_block){ .shader = { (const uint8_t *)"none", 4 } };
    return ap_make_skin(&own, bones, count, &plan, block);
}

bool ap_write_skinned_mesh(const ap_generation_request *make, const ap_md5mesh_joint *joints, size_t count,
    const ap_md5mesh_block *block, ap_writer *writer)
{
    const ap_md5mesh mesh = { .joints = joints, .joint_count = count, .mesh_count = 1 };
    skin_model one = { .source = { copy_block_of_model }, .block = *block };
    return ap_md5mesh_write(&mesh, &one.source, make->arena, writer);
}
