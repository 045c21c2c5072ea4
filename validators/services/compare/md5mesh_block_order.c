/* Recognises blocks of meshes that store equal vertices and triangles in another order. */
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "validators/services/compare/md5mesh_changes.h"

enum { AXES = 3, CORNERS = 3 };

/* A weight as numbers that are equal if the weight is: joint, and the bits of bias and position. */
typedef struct weight_key {
    uint32_t parts[2 + AXES];
} weight_key;

/* A vertex and its weights in a fixed order. */
typedef struct vertex_key {
    uint32_t u, v;
    const weight_key *weights;
    size_t count;
    size_t block, index; /* 0 for the old block, 1 for the new; the vertex's index there */
} vertex_key;

/* The class of the vertex of each corner of a triangle (block_keys.classes). The corners are rotated, which keeps their order
   around the triangle, so that the least class comes first. */
typedef struct triangle_key {
    size_t corners[CORNERS];
} triangle_key;

typedef struct block_keys {
    const ap_md5mesh_block *block;
    size_t *classes;         /* number of each vertex; equal vertices of both blocks have one number */
    triangle_key *triangles; /* sorted */
} block_keys;

static int compare_weight_keys(const void *one, const void *other)
{
    return memcmp(one, other, sizeof(weight_key));
}

static int compare_vertex_keys(const void *one, const void *other)
{
    const vertex_key *a = one, *b = other;
    if (a->u != b->u)
        return a->u < b->u ? -1 : 1;
    if (a->v != b->v)
        return a->v < b->v ? -1 : 1;
    if (a->count != b->count)
        return a->count < b->count ? -1 : 1;
    return a->count == 0 ? 0 : memcmp(a->weights, b->weights, a->count * sizeof *a->weights);
}

static int compare_triangle_keys(const void *one, const void *other)
{
    const triangle_key *a = one, *b = other;
    size_t i = 0;
    while (i + 1 < CORNERS && a->corners[i] == b->corners[i])
        i++;
    return (a->corners[i] > b->corners[i]) - (a->corners[i] < b->corners[i]);
}

/* Returns the number of the joint in the new file; for a joint that the new file lacks, AP_NO_MATCH cut to 32 bits. */
static uint32_t joint_key(const ap_md5mesh_pair *s, size_t block, int32_t joint)
{
    return block == 0 ? (uint32_t)s->joints.to_new[joint] : (uint32_t)joint;
}

static bool make_vertex_key(ap_md5mesh_pair *s, const ap_md5mesh_block *from, vertex_key *key)
{
    const ap_md5mesh_vert *vert = &from->verts[key->index];
    const size_t count = (size_t)vert->weight_count;
    weight_key *weights = ap_alloc_array(s->changes->arena, count, sizeof *weights);
    if (weights == NULL)
        return false;
    for (size_t w = 0; w < count; w++) {
        const ap_md5mesh_weight *weight = &from->weights[(size_t)vert->first_weight + w];
        weights[w] = (weight_key){ { joint_key(s, key->block, weight->joint), ap_bits_of_float(weight->bias),
            ap_bits_of_float(weight->position[0]), ap_bits_of_float(weight->position[1]),
            ap_bits_of_float(weight->position[2]) } };
    }
    if (count > 1)
        qsort(weights, count, sizeof *weights, compare_weight_keys);
    *key = (vertex_key){ ap_bits_of_float(vert->u), ap_bits_of_float(vert->v), weights, count, key->block,
        key->index };
    return true;
}

/* Sets `classes` of both blocks: equal vertices get equal numbers. Returns false if a vertex does not occur equally often in
   both blocks, or when out of memory. */
static bool assign_classes_if_vertices_equal(ap_md5mesh_pair *s, block_keys keys[2])
{
    const size_t count = keys[0].block->vert_count;
    vertex_key *sorted = ap_alloc_array(s->changes->arena, 2 * count, sizeof *sorted);
    if (sorted == NULL)
        return false;
    for (size_t i = 0; i < 2 * count; i++) {
        sorted[i].block = i >= count;
        sorted[i].index = i % count;
        if (!make_vertex_key(s, keys[sorted[i].block].block, &sorted[i]))
            return false;
    }
    if (count > 0)
        qsort(sorted, 2 * count, sizeof *sorted, compare_vertex_keys);
    for (size_t i = 0, end; i < 2 * count; i = end) {
        size_t of_new = 0;
        for (end = i; end < 2 * count && compare_vertex_keys(&sorted[i], &sorted[end]) == 0; end++) {
            keys[sorted[end].block].classes[sorted[end].index] = i;
            of_new += sorted[end].block;
        }
        if (2 * of_new != end - i)
            return false;
    }
    return true;
}

static void make_triangle_keys(block_keys *keys)
{
    for (size_t t = 0; t < keys->block->tri_count; t++) {
        const int32_t *corners = keys->block->tris[t].corners;
        triangle_key best = { { SIZE_MAX, SIZE_MAX, SIZE_MAX } };
        for (size_t i = 0; i < CORNERS; i++) {
            const triangle_key turned = { { keys->classes[corners[i]],
                keys->classes[corners[(i + 1) % CORNERS]], keys->classes[corners[(i + 2) % CORNERS]] } };
            best = compare_triangle_keys(&turned, &best) < 0 ? turned : best;
        }
        keys->triangles[t] = best;
    }
}

static void add_order_change(ap_md5mesh_pair *s, size_t j, ap_change_kind kind, const char *text)
{
    (void)ap_add_change_or_spare(s->changes, kind, "%s: %s", ap_title_of_new_mesh(s, j).text, text);
}

static bool have_triangles_same_order(const block_keys keys[2])
{
    for (size_t i = 0; i < keys[0].block->tri_count; i++) {
        for (size_t k = 0; k < CORNERS; k++) {
            if (keys[0].classes[keys[0].block->tris[i].corners[k]]
                != keys[1].classes[keys[1].block->tris[i].corners[k]])
                return false;
        }
    }
    return true;
}

/* Adds the changes of blocks with equal vertices and triangles. */
static void report_changed_orders(ap_md5mesh_pair *s, size_t j, const block_keys keys[2])
{
    const bool vertices =
        memcmp(keys[0].classes, keys[1].classes, keys[0].block->vert_count * sizeof *keys[0].classes) != 0;
    const bool triangles = !have_triangles_same_order(keys);
    if (vertices)
        add_order_change(s, j, AP_CHANGE_VERTEX_ORDER, "the vertices are stored in another order");
    if (triangles)
        add_order_change(
            s, j, AP_CHANGE_TRIANGLE_ORDER, "the triangles or their corners are stored in another order");
    if (!vertices && !triangles)
        add_order_change(
            s, j, AP_CHANGE_WEIGHT_ORDER, "the weights are stored in another way, with the same effect");
}

/* Returns true if both blocks have equal vertices, triangles and weights, bit for bit and in the same order. The joints of two
   weights are equal if they match. */
static bool are_blocks_equal(
    const ap_md5mesh_pair *s, const ap_md5mesh_block *one, const ap_md5mesh_block *other)
{
    if (one->weight_count != other->weight_count
        || memcmp(one->verts, other->verts, one->vert_count * sizeof *one->verts) != 0
        || (one->tri_count > 0 && memcmp(one->tris, other->tris, one->tri_count * sizeof *one->tris) != 0))
        return false;
    for (size_t w = 0; w < one->weight_count; w++) {
        const ap_md5mesh_weight *a = &one->weights[w], *b = &other->weights[w];
        if (s->joints.to_new[a->joint] != (size_t)b->joint
            || ap_bits_of_float(a->bias) != ap_bits_of_float(b->bias)
            || memcmp(a->position, b->position, sizeof a->position) != 0)
            return false;
    }
    return true;
}

bool ap_report_block_if_reordered(ap_md5mesh_pair *s, size_t i, size_t j)
{
    ap_arena *arena = s->changes->arena;
    block_keys keys[2] = { { .block = &s->one.blocks[i] }, { .block = &s->other.blocks[j] } };
    const size_t triangles = keys[0].block->tri_count, vertices = keys[0].block->vert_count;
    if (vertices == 0 || are_blocks_equal(s, keys[0].block, keys[1].block))
        return false;
    for (size_t k = 0; k < 2; k++) {
        keys[k].classes = ap_alloc_array(arena, vertices, sizeof *keys[k].classes);
        keys[k].triangles = ap_alloc_array(arena, triangles, sizeof *keys[k].triangles);
    }
    if (arena->failed || !assign_classes_if_vertices_equal(s, keys))
        return false;
    for (size_t k = 0; k < 2; k++) {
        make_triangle_keys(&keys[k]);
        if (triangles > 1)
            qsort(keys[k].triangles, triangles, sizeof *keys[k].triangles, compare_triangle_keys);
    }
    if (triangles > 0
        && memcmp(keys[0].triangles, keys[1].triangles, triangles * sizeof *keys[0].triangles) != 0)
        return false;
    report_changed_orders(s, j, keys);
    return true;
}
