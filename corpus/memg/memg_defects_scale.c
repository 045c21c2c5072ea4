/* Defects in the size of the motion against its .obj. */
#include <math.h>
#include <stdlib.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_corpus.h"
#include "corpus/memg/memg_group_bytes.h"
#include "corpus/memg/memg_page.h"

#define FORMAT "memg"

#define SCALE "memg/obj-scale"

/* Multiplies `count` numbers by a factor, beginning with the field `first`. */
static bool scale_numbers(ap_damage *damage, const ap_listed_field *first, size_t count, double factor)
{
    uint8_t *bytes =
        ap_memg_allocate_up_to_limit(damage, ap_saturating_size_product(count, MEMG_NUMBER_BYTES));
    if (bytes == NULL || count == 0)
        return count == 0;
    for (size_t i = 0; i < count; i++) {
        const double scaled = factor * ap_field_f64(damage, first + i);
        ap_memg_put_numbers(bytes + MEMG_NUMBER_BYTES * i, &scaled, 1);
    }
    return ap_edit_span(
        damage, (ap_span){ first->span.offset, MEMG_NUMBER_BYTES * count }, bytes, MEMG_NUMBER_BYTES * count);
}

/* Compares the lengths of edges in a motion file and its .obj, as the format's page states memg/obj-scale. Shares no code with
   the library. */

enum { FEWEST_EDGES = 8 };

typedef struct motion_scale {
    /* the first group with edges that are compared; NULL if no group has any */
    const ap_memg_candidate_group *first_group;
    /* lower median, over all edges, of the length in the motion divided by the length in the .obj; 1 without edges */
    double median;
} motion_scale;

/* Two vertices of the .obj, the lower first. */
typedef struct scene_edge {
    size_t low, high;
} scene_edge;

/* Edges of one group, and the ratios of all groups so far. */
typedef struct scale_search {
    const ap_memg_candidates *candidates;
    const ap_memg_candidate_group *group;
    /* per vertex of the .obj, from 1: 1 + the index of the group's first entry that maps it; 0 if no entry maps it */
    size_t *entries;
    scene_edge *edges;
    size_t edge_count;
    double *ratios;
    size_t ratio_count;
} scale_search;

static int compare_edges(const void *one, const void *other)
{
    const scene_edge *a = one, *b = other;
    return a->low != b->low ? (a->low > b->low) - (a->low < b->low)
                            : (a->high > b->high) - (a->high < b->high);
}

static int compare_ratios(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double distance_between_points(const double a[3], const double b[3])
{
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static void index_entries_by_vertex(scale_search *s)
{
    const ap_damage *damage = s->candidates->damage;
    for (size_t vertex = 0; vertex <= s->candidates->scene.vertices; vertex++)
        s->entries[vertex] = 0;
    for (size_t i = s->group->vertices; i-- > 0;) {
        const int32_t entry = ap_field_i32(damage, s->group->mapping + i);
        if (entry >= 1 && (size_t)entry <= s->candidates->scene.vertices)
            s->entries[entry] = i + 1;
    }
}

static void add_edge_if_mapped(scale_search *s, size_t one, size_t other)
{
    const ap_obj_sketch *scene = &s->candidates->scene;
    if (one == other || s->entries[one] == 0 || s->entries[other] == 0
        || !(distance_between_points(scene->positions[one - 1], scene->positions[other - 1]) > 0))
        return;
    s->edges[s->edge_count++] = one < other ? (scene_edge){ one, other } : (scene_edge){ other, one };
}

/* Lists the edges of the group's faces, each once. Leaves out edges with a vertex that the group does not map, or of length 0. */
static void list_edges(scale_search *s, size_t group)
{
    const ap_obj_sketch *scene = &s->candidates->scene;
    size_t first = 0, kept = 0;
    s->edge_count = 0;
    for (size_t i = 0; i < scene->corner_count; i++) {
        if (scene->corners[i].face != scene->corners[first].face)
            first = i;
        const bool last =
            i + 1 == scene->corner_count || scene->corners[i + 1].face != scene->corners[i].face;
        if (scene->corners[i].group == group)
            add_edge_if_mapped(s, scene->corners[i].vertex, scene->corners[last ? first : i + 1].vertex);
    }
    qsort(s->edges, s->edge_count, sizeof *s->edges, compare_edges);
    for (size_t i = 0; i < s->edge_count; i++) {
        if (i == 0 || compare_edges(&s->edges[i], &s->edges[i - 1]) != 0)
            s->edges[kept++] = s->edges[i];
    }
    s->edge_count = kept;
}

/* Computes mean + U Q at timestep 0 for the vertex of an entry. */
static void compute_entry_position(const scale_search *s, size_t entry, double position[3])
{
    const ap_damage *damage = s->candidates->damage;
    const ap_memg_candidate_matrix *u = &s->group->basis, *q = &s->group->coefficients;
    for (size_t axis = 0; axis < 3; axis++) {
        const size_t row = 3 * entry + axis;
        position[axis] = ap_field_f64(damage, s->group->mean + row);
        for (size_t mode = 0; mode < u->column_count; mode++)
            position[axis] += ap_field_f64(damage, u->values + mode * u->row_count + row)
                              * ap_field_f64(damage, q->values + mode);
    }
}

/* Adds to `ratios`, for each edge of the group, its length in the motion divided by its length in the .obj; adds none if there
   are too few edges to compare, or if a length is not finite. Returns true if it added any. */
static bool add_any_edge_ratios(scale_search *s)
{
    const ap_obj_sketch *scene = &s->candidates->scene;
    const size_t before = s->ratio_count;
    if (s->edge_count < FEWEST_EDGES)
        return false;
    for (size_t i = 0; i < s->edge_count; i++) {
        const scene_edge *edge = &s->edges[i];
        double one[3], other[3];
        compute_entry_position(s, s->entries[edge->low] - 1, one);
        compute_entry_position(s, s->entries[edge->high] - 1, other);
        const double length = distance_between_points(one, other);
        const double still =
            distance_between_points(scene->positions[edge->low - 1], scene->positions[edge->high - 1]);
        if (!isfinite(length) || !isfinite(still)) {
            s->ratio_count = before;
            return false;
        }
        s->ratios[s->ratio_count++] = length / still;
    }
    return true;
}

static bool begin_scale_search_if_scene(ap_memg_candidates *candidates, scale_search *s)
{
    ap_arena *arena = candidates->damage->arena;
    const size_t corners = candidates->scene.corner_count + 1;
    *s = (scale_search){ .candidates = candidates };
    if (!candidates->has_scene)
        return false;
    s->entries = ap_alloc_array(arena, candidates->scene.vertices + 1, sizeof *s->entries);
    s->edges = ap_alloc_array(arena, corners, sizeof *s->edges);
    /* enough: each corner belongs to one group, and adds at most one edge */
    s->ratios = ap_alloc_array(arena, corners, sizeof *s->ratios);
    return s->entries != NULL && s->edges != NULL && s->ratios != NULL;
}

/* Computes the scale of a file with matrices stored by columns. Returns false when out of memory or without a scene. */
static bool compute_scale_or_1_if_scene(ap_memg_candidates *candidates, motion_scale *scale)
{
    scale_search s;
    *scale = (motion_scale){ .first_group = NULL };
    if (!begin_scale_search_if_scene(candidates, &s))
        return false;
    for (size_t i = 0; candidates->timesteps > 0 && i < candidates->count; i++) {
        s.group = &candidates->groups[i];
        const ap_sketched_group *of_scene =
            ap_find_sketched_group(&candidates->scene, ap_memg_candidate_group_name(candidates, s.group));
        if (of_scene == NULL)
            continue;
        index_entries_by_vertex(&s);
        list_edges(&s, (size_t)(of_scene - candidates->scene.groups));
        if (add_any_edge_ratios(&s) && scale->first_group == NULL)
            scale->first_group = s.group;
    }
    qsort(s.ratios, s.ratio_count, sizeof *s.ratios, compare_ratios);
    scale->median = s.ratio_count == 0 ? 1 : s.ratios[(s.ratio_count - 1) / 2];
    return true;
}

static bool is_within_scale_limits(double ratio)
{
    return ratio >= 0.4 && ratio <= 2.5;
}

/* Returns true if the ratio is not close to a limit of the rule: the sums that it is computed from have rounding errors. */
static bool is_far_from_scale_limits(double ratio)
{
    return is_within_scale_limits(ratio * 0.99) == is_within_scale_limits(ratio * 1.01);
}

/* Multiplies means and coefficients of all groups by the factor in the defect's text. */
static bool scale_means_and_coefficients(ap_damage *damage)
{
    ap_memg_candidates candidates;
    motion_scale scale;
    const double factor = strtod(damage->defect->text, NULL);
    if (!ap_memg_find_candidates(damage, &candidates) || !compute_scale_or_1_if_scene(&candidates, &scale)
        || scale.first_group == NULL || 2 * candidates.count > AP_DEFECT_EDITS || candidates.frame_count->swap
        || !is_far_from_scale_limits(scale.median * factor)
        || is_within_scale_limits(scale.median * factor) != damage->defect->near_miss)
        return false;
    for (size_t i = 0; i < candidates.count; i++) {
        const ap_memg_candidate_group *group = &candidates.groups[i];
        const ap_memg_candidate_matrix *q = &group->coefficients;
        if (!scale_numbers(damage, group->mean, 3 * group->vertices, factor)
            || !scale_numbers(damage, q->values, q->row_count * q->column_count, factor))
            return false;
    }
    const ap_span mean = { scale.first_group->mean->span.offset,
        3 * MEMG_NUMBER_BYTES * scale.first_group->vertices };
    return damage->defect->near_miss
           || ap_expect_finding(damage, SCALE, mean,
               ap_format_damage_text(damage, "groups[%zu].mean", scale.first_group->index));
}

#define SCALED(what, words, factor, ...)                                                                     \
    ROW("obj-scale", what, words, scale_means_and_coefficients, .text = (factor), .needs_companion = true,   \
        .knobs = "vertices=6..16", __VA_ARGS__)

static const ap_defect defects[] = {
    SCALED("centimetres", "the motion is in centimetres, its .obj in metres", "100", .near_miss = false),
    SCALED("metres", "the motion is in metres, its .obj in millimetres", "0.001", .near_miss = false),
    SCALED("3", "the motion is 3 times as large as its .obj", "3", .near_miss = false),
    SCALED("2.4", "the motion is 2.4 times as large as its .obj", "2.4", .near_miss = true),
    SCALED("0.42", "the motion is 0.42 times as large as its .obj", "0.42", .near_miss = true),
};

const ap_defect_table ap_memg_scale_defects = { defects, sizeof defects / sizeof *defects };
