#include "corpus/memg/memg_page_scale.h"

#include <math.h>
#include <stdlib.h>

#include "corpus/memg/memg_page.h"

enum { FEWEST_EDGES = 8 };

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

bool ap_memg_compute_scale_or_1_if_scene(ap_memg_candidates *candidates, ap_memg_motion_scale *scale)
{
    scale_search s;
    *scale = (ap_memg_motion_scale){ .first_group = NULL };
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
