#include "validators/memg/memg_scene.h"

#include <stdio.h>

#include "core/base/bits.h"
#include "validators/memg/memg_file_rules.h"
#include "validators/memg/memg_table.h"

/* Number of corners per mapping entry that do not count as work. A triangle mesh has six corners per vertex, and a valid
   mapping names each vertex once. */
enum { FREE_CORNERS = 16 };

void ap_memg_scene_init(ap_memg_scene_state *state, ap_companion_use *use)
{
    *state = (ap_memg_scene_state){ .scene = use == NULL ? NULL : use->model, .use = use };
}

int32_t ap_memg_largest_mapping_entry(const ap_memg_scene_state *state)
{
    if (state->scene == NULL || state->scene->vertex_count > INT32_MAX)
        return INT32_MAX;
    return (int32_t)state->scene->vertex_count;
}

void ap_memg_reset_group_state(ap_memg_scene_state *state)
{
    state->group = NULL;
}

/* Allocates `count` bits, cleared; NULL when out of memory. */
static uint64_t *allocate_bits(ap_io *io, size_t count)
{
    return ap_alloc_array(io->arena, ap_words_for_bits_and_a_spare(count), sizeof(uint64_t));
}

bool ap_memg_find_scene_group_or_report(ap_io *io, ap_memg_scene_state *state, ap_view name)
{
    if (state->scene == NULL)
        return true;
    if (state->moved == NULL)
        state->moved = allocate_bits(io, state->scene->group_count);
    if (state->moved == NULL)
        return false;
    state->group = ap_obj_find_group(state->scene, name);
    if (state->group == NULL)
        ap_add_finding(io, AP_MEMG_RULE(GROUP_NOT_IN_OBJ), ap_text_value("a group of the .obj"),
            ap_bytes(name), "; the .obj has no group of that name");
    else
        ap_set_bit(state->moved, (size_t)(state->group - state->scene->groups));
    return true;
}

/* Result of comparing the vertices in a group's mapping with the vertices that the group's faces use. */
typedef struct mapping_comparison {
    size_t missing; /* number of vertices of the faces that no entry maps */
    size_t
        faulty; /* number of entries that are out of range, duplicate or foreign; each explains one missing vertex */
    size_t foreign;       /* number of entries with a vertex that only faces of other groups use */
    size_t first_foreign; /* index of the first foreign entry */
} mapping_comparison;

/* Marks the vertices that the group's faces use; returns their number. */
static size_t mark_vertices_of_faces(ap_memg_scene_state *state)
{
    size_t marked = 0;
    for (const ap_obj_corner_run_list *list = state->group->runs; list != NULL; list = list->next) {
        const size_t *corners = state->scene->corners + list->run->first;
        for (size_t i = 0; i < list->run->count; i++) {
            marked += !ap_has_bit(state->marks, corners[i]);
            ap_set_bit(state->marks, corners[i]);
        }
    }
    return marked;
}

/* Compares the entries of the mapping with the vertices of the group's faces, which mark_vertices_of_faces has marked; `used` is
   their number. Sets the bits of the mapped vertices in state->mapped. */
static mapping_comparison compare_mapping_with_faces(
    const ap_io *io, ap_memg_scene_state *state, ap_view mapping, size_t used)
{
    mapping_comparison review = { .missing = used };
    const int32_t most = ap_memg_largest_mapping_entry(state);
    for (size_t i = 0; i < mapping.size / AP_MEMG_MAPPING_BYTES; i++) {
        const int32_t entry = ap_load_i32(mapping.bytes + AP_MEMG_MAPPING_BYTES * i, io->swap);
        if (entry < 1 || entry > most) {
            review.faulty++;
            continue;
        }
        const size_t vertex = (size_t)entry;
        const bool duplicate = ap_has_bit(state->mapped, vertex), own = ap_has_bit(state->marks, vertex);
        const bool foreign = !own && ap_has_bit(state->scene->used, vertex);
        ap_set_bit(state->mapped, vertex);
        review.missing -= own && !duplicate;
        review.faulty += duplicate || foreign;
        if (foreign && review.foreign++ == 0)
            review.first_foreign = i;
    }
    return review;
}

/* Returns the lowest vertex of the group's faces that no entry maps. */
static size_t find_lowest_unmapped_vertex(const ap_memg_scene_state *state)
{
    size_t lowest = SIZE_MAX;
    for (const ap_obj_corner_run_list *list = state->group->runs; list != NULL; list = list->next) {
        const size_t *corners = state->scene->corners + list->run->first;
        for (size_t i = 0; i < list->run->count; i++) {
            if (corners[i] < lowest && !ap_has_bit(state->mapped, corners[i]))
                lowest = corners[i];
        }
    }
    return lowest;
}

/* Clears the bits that mark_vertices_of_faces and compare_mapping_with_faces set. */
static void clear_marks(const ap_io *io, ap_memg_scene_state *state, ap_view mapping)
{
    const int32_t most = ap_memg_largest_mapping_entry(state);
    for (size_t at = 0; at < mapping.size; at += AP_MEMG_MAPPING_BYTES) {
        const int32_t entry = ap_load_i32(mapping.bytes + at, io->swap);
        if (entry >= 1 && entry <= most)
            state->mapped[entry / AP_WORD_BITS] = 0;
    }
    for (const ap_obj_corner_run_list *list = state->group->runs; list != NULL; list = list->next) {
        const size_t *corners = state->scene->corners + list->run->first;
        for (size_t i = 0; i < list->run->count; i++)
            state->marks[corners[i] / AP_WORD_BITS] = 0;
    }
}

/* Adds the group's corners to the work done, except FREE_CORNERS for each mapping entry. Returns false if the
   limit is exceeded. */
static bool spend_budget_for_corners(ap_memg_scene_state *state, size_t entries)
{
    size_t *spent = &state->use->spent[AP_MEMG_CORNER_WORK];
    const size_t left = AP_OBJ_CORNER_WORK - *spent;
    const size_t most = ap_saturating_size_sum(left, ap_saturating_size_product(FREE_CORNERS, entries));
    size_t corners = 0;
    for (const ap_obj_corner_run_list *list = state->group->runs; list != NULL && corners <= most;
         list = list->next)
        corners += list->run->count + (list->run->count == 0);
    if (corners > most)
        return false;
    if (most - corners < left)
        *spent = AP_OBJ_CORNER_WORK - (most - corners);
    return true;
}

static void report_first_foreign_entry(ap_io *io, ap_view mapping, const mapping_comparison *review)
{
    const uint8_t *entry = mapping.bytes + AP_MEMG_MAPPING_BYTES * review->first_foreign;
    char others[64] = "";
    if (review->foreign > 1)
        snprintf(others, sizeof others, "; the group has %zu such entries", review->foreign);
    ap_enter_element(io, "mapping", review->first_foreign);
    ap_add_finding_at(io, AP_MEMG_RULE(MAPPING_FOREIGN),
        (ap_span){ (size_t)(entry - io->input.bytes), AP_MEMG_MAPPING_BYTES }, NULL, ap_no_value(),
        ap_integer(ap_load_i32(entry, io->swap)),
        "; only faces of other groups use this vertex of the .obj%s", others);
    ap_leave_record(io);
}

static void report_unmapped_vertices(ap_io *io, const ap_memg_group *group, size_t missing, size_t lowest)
{
    ap_add_finding_at(io, AP_MEMG_RULE(VERTEX_UNMAPPED),
        (ap_span){ group->vertex_count_at, AP_MEMG_COUNT_BYTES }, "vertex_count", ap_no_value(),
        ap_no_value(),
        "the mapping of groups[%zu] leaves out %zu %s that the group's faces use%s .obj vertex %zu",
        ap_current_element_index(io), missing, missing == 1 ? "vertex" : "vertices",
        missing == 1 ? ":" : ", the lowest is", lowest);
}

/* Allocates state->marks and state->mapped at the first call. Returns false when out of memory. */
static bool allocate_marks(ap_io *io, ap_memg_scene_state *state)
{
    if (state->marks == NULL)
        state->marks = allocate_bits(io, state->scene->vertex_count);
    if (state->mapped == NULL && state->marks != NULL)
        state->mapped = allocate_bits(io, state->scene->vertex_count);
    return state->marks != NULL && state->mapped != NULL;
}

bool ap_memg_check_mapping_with_scene(ap_io *io, ap_memg_scene_state *state, const ap_memg_group *group)
{
    if (state->group == NULL || state->group->runs == NULL)
        return true;
    if (!allocate_marks(io, state))
        return false;
    if (!spend_budget_for_corners(state, group->mapping.size / AP_MEMG_MAPPING_BYTES)) {
        ap_count_skipped_checks(io, 1);
        ap_memg_reset_group_state(state);
        return true;
    }
    const mapping_comparison review =
        compare_mapping_with_faces(io, state, group->mapping, mark_vertices_of_faces(state));
    const bool unexplained = review.missing > review.faulty;
    const size_t lowest = unexplained ? find_lowest_unmapped_vertex(state) : 0;
    clear_marks(io, state, group->mapping);
    if ((review.foreign == 0 && !unexplained) || ap_memg_are_all_mappings_local(io))
        return true;
    if (review.foreign > 0 && !ap_memg_any_mapping_has_zero(io))
        report_first_foreign_entry(io, group->mapping, &review);
    if (unexplained)
        report_unmapped_vertices(io, group, review.missing, lowest);
    return true;
}

static bool is_group_moved(const ap_memg_scene_state *state, size_t group)
{
    return state->moved != NULL && ap_has_bit(state->moved, group);
}

/* Returns true if the scene has a group with faces for which the motion has no block. */
static bool is_any_group_with_faces_unmoved(const ap_memg_scene_state *state)
{
    for (size_t i = 0; i < state->scene->group_count; i++) {
        if (state->scene->groups[i].has_faces && !is_group_moved(state, i))
            return true;
    }
    return false;
}

/* Adds the scene's groups and their runs to the work done. Returns false if the limit is exceeded. */
static bool spend_budget_for_runs(const ap_memg_scene_state *state)
{
    size_t *spent = &state->use->spent[AP_MEMG_CORNER_WORK];
    const size_t visited = state->scene->group_count + state->scene->member_count;
    if (visited > AP_OBJ_CORNER_WORK - *spent)
        return false;
    *spent += visited;
    return true;
}

/* Sets the bits of the runs that belong to a group with motion. */
static void mark_moved_runs(const ap_memg_scene_state *state, uint64_t *moved_runs)
{
    for (size_t i = 0; i < state->scene->group_count; i++) {
        const ap_obj_corner_run_list *list = is_group_moved(state, i) ? state->scene->groups[i].runs : NULL;
        for (; list != NULL; list = list->next)
            ap_set_bit(moved_runs, list->run->index);
    }
}

/* Returns true if the group has a face that belongs only to groups without motion. */
static bool has_unmoved_face(const ap_obj_group *group, const uint64_t *moved_runs)
{
    const ap_obj_corner_run_list *list = group->runs;
    while (list != NULL && ap_has_bit(moved_runs, list->run->index))
        list = list->next;
    return list != NULL;
}

/* Adds a finding for each group with a face that no block of the motion moves. */
static void report_groups_without_motion(
    ap_io *io, const ap_memg_scene_state *state, const uint64_t *moved_runs)
{
    size_t *spent = &state->use->spent[AP_MEMG_UNMOVED_WORK];
    for (size_t i = 0; i < state->scene->group_count; i++) {
        char name[128];
        const ap_obj_group *group = &state->scene->groups[i];
        if (is_group_moved(state, i) || !has_unmoved_face(group, moved_runs))
            continue;
        if (*spent == AP_OBJ_UNMOVED_WORK) {
            ap_count_skipped_checks(io, 1);
            return;
        }
        ++*spent;
        ap_quote(group->name, name, sizeof name);
        ap_add_finding_at(io, AP_MEMG_RULE(OBJ_GROUP_WITHOUT_MOTION), group->statement, NULL, ap_no_value(),
            ap_bytes(group->name),
            "the group %s has faces, but the motion file has no motion for it or for another group of these "
            "faces",
            name);
    }
}

void ap_memg_check_group_without_motion(const ap_memg_scene_state *state, ap_arena *arena)
{
    ap_io io;
    if (state->scene == NULL || !is_any_group_with_faces_unmoved(state))
        return;
    ap_io_init(&io, (ap_view){ NULL, 0 }, state->use->findings, arena, NULL);
    if (!spend_budget_for_runs(state)) {
        ap_count_skipped_checks(&io, 1);
        return;
    }
    uint64_t *moved_runs = allocate_bits(&io, state->scene->run_count);
    if (moved_runs == NULL)
        return;
    mark_moved_runs(state, moved_runs);
    report_groups_without_motion(&io, state, moved_runs);
}
