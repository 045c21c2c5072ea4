#include "validators/memg/memg_scene.h"

#include "validators/memg/memg_file_rules.h"
#include "validators/memg/memg_table.h"

/* FREE_CORNERS: corners per mapping entry that do not count as work. A triangle mesh has six corners per vertex, and a valid
   mapping names each vertex once. */
enum { WORD_BITS = 64, FREE_CORNERS = 16 };

void ap_memg_scene_init(ap_memg_scene_state *state, ap_companion_use *use)
{
    *state = (ap_memg_scene_state){ .scene = use == NULL ? NULL : use->model, .use = use };
}

int32_t ap_memg_most_entry(const ap_memg_scene_state *state)
{
    if (state->scene == NULL || state->scene->vertex_count > INT32_MAX)
        return INT32_MAX;
    return (int32_t)state->scene->vertex_count;
}

void ap_memg_forget_group(ap_memg_scene_state *state)
{
    state->group = NULL;
}

/* Allocates `count` bits, cleared; NULL when out of memory. */
static uint64_t *bits_for(ap_io *io, size_t count)
{
    return ap_alloc_array(io->arena, count / WORD_BITS + 1, sizeof(uint64_t));
}

static bool has_bit(const uint64_t *bits, size_t i)
{
    return (bits[i / WORD_BITS] >> i % WORD_BITS & 1) != 0;
}

static void set_bit(uint64_t *bits, size_t i)
{
    bits[i / WORD_BITS] |= UINT64_C(1) << i % WORD_BITS;
}

bool ap_memg_find_group(ap_io *io, ap_memg_scene_state *state, ap_view name)
{
    if (state->scene == NULL)
        return true;
    if (state->moved == NULL)
        state->moved = bits_for(io, state->scene->group_count);
    if (state->moved == NULL)
        return false;
    state->group = ap_obj_find_group(state->scene, name);
    if (state->group == NULL)
        ap_found(io, AP_MEMG_RULE(GROUP_NOT_IN_OBJ), ap_text_value("a group of the .obj"), ap_bytes(name),
            "; the .obj has no group of that name");
    else
        set_bit(state->moved, (size_t)(state->group - state->scene->groups));
    return true;
}

/* Sets or clears the marks of all vertices in the mapping. */
static void mark_mapping(const ap_io *io, ap_memg_scene_state *state, ap_view mapping, bool set)
{
    const int32_t most = ap_memg_most_entry(state);
    for (size_t at = 0; at < mapping.size; at += AP_MEMG_MAPPING_BYTES) {
        const int32_t entry = ap_load_i32(mapping.bytes + at, io->swap);
        if (entry < 1 || entry > most)
            continue;
        if (set)
            set_bit(state->marks, (size_t)entry);
        else
            state->marks[entry / WORD_BITS] = 0;
    }
}

/* Counts the unmarked vertices of the group's faces, each vertex once; *first becomes the first unmarked
   vertex. */
static size_t count_unmarked(ap_memg_scene_state *state, size_t *first)
{
    size_t unmarked = 0;
    for (const ap_obj_run_list *list = state->group->runs; list != NULL; list = list->next) {
        const size_t *corners = state->scene->corners + list->run->first;
        for (size_t i = 0; i < list->run->count; i++) {
            if (has_bit(state->marks, corners[i]))
                continue;
            set_bit(state->marks, corners[i]);
            *first = unmarked == 0 || corners[i] < *first ? corners[i] : *first;
            unmarked++;
        }
    }
    return unmarked;
}

static void clear_corners(ap_memg_scene_state *state)
{
    for (const ap_obj_run_list *list = state->group->runs; list != NULL; list = list->next) {
        const size_t *corners = state->scene->corners + list->run->first;
        for (size_t i = 0; i < list->run->count; i++)
            state->marks[corners[i] / WORD_BITS] = 0;
    }
}

/* Adds the group's corners to the work done, except FREE_CORNERS for each mapping entry. Returns false if the
   limit is exceeded. */
static bool spend_corners(ap_memg_scene_state *state, size_t entries)
{
    size_t *spent = &state->use->spent[AP_MEMG_CORNER_WORK];
    const size_t left = AP_OBJ_CORNER_WORK - *spent;
    const size_t most = ap_memory_sum(left, ap_memory_product(FREE_CORNERS, entries));
    size_t corners = 0;
    for (const ap_obj_run_list *list = state->group->runs; list != NULL && corners <= most; list = list->next)
        corners += list->run->count + (list->run->count == 0);
    if (corners > most)
        return false;
    if (most - corners < left)
        *spent = AP_OBJ_CORNER_WORK - (most - corners);
    return true;
}

bool ap_memg_check_unmapped(ap_io *io, ap_memg_scene_state *state, const ap_memg_group *group)
{
    size_t first = 0;
    if (state->group == NULL || state->group->runs == NULL)
        return true;
    if (state->marks == NULL)
        state->marks = bits_for(io, state->scene->vertex_count);
    if (state->marks == NULL)
        return false;
    if (!spend_corners(state, group->mapping.size / AP_MEMG_MAPPING_BYTES)) {
        ap_skip(io, 1);
        return true;
    }
    mark_mapping(io, state, group->mapping, true);
    const size_t unmapped = count_unmarked(state, &first);
    mark_mapping(io, state, group->mapping, false);
    clear_corners(state);
    if (unmapped > 0 && !ap_memg_all_local(io))
        ap_found_at(io, AP_MEMG_RULE(VERTEX_UNMAPPED),
            (ap_span){ group->vertex_count_at, AP_MEMG_COUNT_BYTES }, "vertex_count", ap_no_value(),
            ap_no_value(),
            "the mapping of groups[%zu] leaves out %zu %s that the group's faces use%s .obj vertex %zu",
            ap_index(io), unmapped, unmapped == 1 ? "vertex" : "vertices",
            unmapped == 1 ? ":" : ", the lowest is", first);
    return true;
}

static bool is_moved(const ap_memg_scene_state *state, size_t group)
{
    return state->moved != NULL && has_bit(state->moved, group);
}

/* Returns true if the motion has no block for a group with faces. */
static bool lacks_blocks(const ap_memg_scene_state *state)
{
    for (size_t i = 0; i < state->scene->group_count; i++) {
        if (state->scene->groups[i].has_faces && !is_moved(state, i))
            return true;
    }
    return false;
}

/* Adds the scene's groups and their runs to the work done. Returns false if the limit is exceeded. */
static bool spend_runs(const ap_memg_scene_state *state)
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
        const ap_obj_run_list *list = is_moved(state, i) ? state->scene->groups[i].runs : NULL;
        for (; list != NULL; list = list->next)
            set_bit(moved_runs, list->run->index);
    }
}

/* Returns true if no group of one of the group's faces has motion. */
static bool has_unmoved_face(const ap_obj_group *group, const uint64_t *moved_runs)
{
    const ap_obj_run_list *list = group->runs;
    while (list != NULL && has_bit(moved_runs, list->run->index))
        list = list->next;
    return list != NULL;
}

/* Adds a finding for each group with a face that no block of the motion moves. */
static void report_unmoved(ap_io *io, const ap_memg_scene_state *state, const uint64_t *moved_runs)
{
    size_t *spent = &state->use->spent[AP_MEMG_UNMOVED_WORK];
    for (size_t i = 0; i < state->scene->group_count; i++) {
        char name[128];
        const ap_obj_group *group = &state->scene->groups[i];
        if (is_moved(state, i) || !has_unmoved_face(group, moved_runs))
            continue;
        if (*spent == AP_OBJ_UNMOVED_WORK) {
            ap_skip(io, 1);
            return;
        }
        ++*spent;
        ap_quote(group->name, name, sizeof name);
        ap_found_at(io, AP_MEMG_RULE(OBJ_GROUP_WITHOUT_MOTION), group->statement, NULL, ap_no_value(),
            ap_bytes(group->name),
            "the group %s has faces, but the motion file has no motion for it or for another group of these "
            "faces",
            name);
    }
}

void ap_memg_check_unmoved(const ap_memg_scene_state *state, ap_arena *arena)
{
    ap_io io;
    if (state->scene == NULL || !lacks_blocks(state))
        return;
    ap_io_init(&io, (ap_view){ NULL, 0 }, state->use->findings, arena, NULL);
    if (!spend_runs(state)) {
        ap_skip(&io, 1);
        return;
    }
    uint64_t *moved_runs = bits_for(&io, state->scene->run_count);
    if (moved_runs == NULL)
        return;
    mark_moved_runs(state, moved_runs);
    report_unmoved(&io, state, moved_runs);
}
