#include "corpus/memg/memg_candidates.h"
#include "core/base/same_bytes.h"
#include "corpus/memg/memg_page.h"

#include <math.h>

#define UNMAPPED "memg/vertex-unmapped"
#define FOREIGN  "memg/mapping-foreign"

static size_t read_valid_count_field(const ap_damage *damage, const ap_listed_field *field)
{
    return (size_t)ap_field_i32(damage, field);
}

static const ap_listed_field *read_matrix(
    const ap_damage *damage, ap_memg_candidate_matrix *matrix, const ap_listed_field *rows)
{
    matrix->rows = rows;
    matrix->columns = rows + 1;
    matrix->values = rows + 2;
    matrix->row_count = read_valid_count_field(damage, matrix->rows);
    matrix->column_count = read_valid_count_field(damage, matrix->columns);
    return matrix->values + matrix->row_count * matrix->column_count;
}

static const ap_listed_field *read_group(
    const ap_damage *damage, ap_memg_candidate_group *group, const ap_listed_field *field)
{
    group->name_length = field;
    group->name = field + 1;
    group->vertex_count = field + 2;
    group->vertices = read_valid_count_field(damage, group->vertex_count);
    group->mapping = field + 3;
    group->mean = group->mapping + group->vertices;
    group->parent_frame = group->mean + 3 * group->vertices;
    const ap_listed_field *next = read_matrix(damage, &group->basis, group->parent_frame + 1);
    next = read_matrix(damage, &group->coefficients, next);
    group->end = ap_span_end(next[-1].span);
    return next;
}

static size_t count_groups(const ap_field_list *fields)
{
    size_t count = 0;
    for (size_t i = 0; i < fields->count; i++)
        count += fields->items[i].role == AP_ROLE_NAME;
    return count;
}

bool ap_memg_find_candidates(ap_damage *damage, ap_memg_candidates *candidates)
{
    const ap_listed_field *header = damage->fields.items;
    *candidates =
        (ap_memg_candidates){ .damage = damage, .frame_count = header + 2, .timestep_count = header + 3 };
    candidates->frames = read_valid_count_field(damage, candidates->frame_count);
    candidates->timesteps = read_valid_count_field(damage, candidates->timestep_count);
    candidates->transforms = header + MEMG_HEADER_FIELDS;
    const size_t entries = MEMG_ENTRIES * candidates->frames * candidates->timesteps;
    candidates->groups_at = ap_span_end(candidates->timestep_count->span) + sizeof(double) * entries;
    candidates->count = count_groups(&damage->fields);
    candidates->groups = ap_alloc_array(damage->arena, candidates->count + 1, sizeof *candidates->groups);
    if (candidates->groups == NULL)
        return false;
    const ap_listed_field *next = candidates->transforms + entries;
    for (size_t i = 0; i < candidates->count; i++) {
        candidates->groups[i].index = i;
        next = read_group(damage, &candidates->groups[i], next);
    }
    candidates->has_scene = damage->companion.bytes != NULL;
    return !candidates->has_scene || ap_sketch_obj(damage->companion, damage->arena, &candidates->scene);
}

const ap_memg_candidate_group *ap_memg_pick_group(ap_memg_candidates *candidates,
    bool (*fits)(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group))
{
    const ap_memg_candidate_group *picked = NULL;
    size_t seen = 0;
    for (size_t i = 0; i < candidates->count; i++) {
        if ((fits == NULL || fits(candidates, &candidates->groups[i]))
            && ap_pick_this_item(candidates->damage->choices, &seen))
            picked = &candidates->groups[i];
    }
    return picked;
}

bool ap_memg_apply_change(ap_damage *damage)
{
    const ap_memg_change *change = damage->defect->change;
    ap_memg_candidates candidates;
    const ap_memg_candidate_group *group =
        ap_memg_find_candidates(damage, &candidates) ? ap_memg_pick_group(&candidates, change->fits) : NULL;
    return group != NULL && change->apply(&candidates, group);
}

ap_view ap_memg_candidate_group_name(
    const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    const ap_span span = group->name->span;
    return (ap_view){ candidates->damage->input.bytes + span.offset, span.length };
}

bool ap_memg_has_group_named(const ap_memg_candidates *candidates, ap_view name)
{
    for (size_t i = 0; i < candidates->count; i++) {
        const ap_view taken = ap_memg_candidate_group_name(candidates, &candidates->groups[i]);
        if (ap_same_bytes(taken, name))
            return true;
    }
    return false;
}

/* Returns the dot product of two rows of a transform's rotation. */
static double dot_of_transform_rows(const double *entries, size_t a, size_t b)
{
    const double *left = entries + MEMG_ROW_ENTRIES * a;
    const double *right = entries + MEMG_ROW_ENTRIES * b;
    return left[0] * right[0] + left[1] * right[1] + left[2] * right[2];
}

double ap_memg_orthonormal_error_or_nan(
    const ap_memg_candidates *candidates, const ap_listed_field *transform)
{
    double rows[MEMG_ENTRIES];
    double most = 0;
    for (size_t i = 0; i < MEMG_ENTRIES; i++) {
        rows[i] = ap_field_f64(candidates->damage, transform + i);
        if (i % 4 != 3 && !isfinite(rows[i]))
            return NAN;
    }
    for (size_t a = 0; a < 3; a++) {
        for (size_t b = 0; b < 3; b++)
            most = fmax(most, fabs(dot_of_transform_rows(rows, a, b) - (a == b ? 1 : 0)));
    }
    return most;
}

bool ap_memg_expect_misread_group(ap_memg_candidates *candidates, size_t at, size_t index)
{
    ap_damage *damage = candidates->damage;
    const uint8_t *bytes = damage->input.bytes;
    const bool swap = candidates->frame_count->swap;
    const size_t left = damage->input.size - at;
    if (left < 2 * MEMG_COUNT_BYTES)
        return false;
    const ap_span length = { at, MEMG_COUNT_BYTES }, vertices = { at + MEMG_COUNT_BYTES, MEMG_COUNT_BYTES };
    const int32_t name_length = ap_load_i32(bytes + at, swap);
    const int32_t vertex_count = ap_load_i32(bytes + at + MEMG_COUNT_BYTES, swap);
    const char *path = ap_format_damage_text(damage, "groups[%zu].name_length", index);
    if (name_length < 0)
        return ap_expect_finding(damage, "memg/count-negative", length, path);
    if (name_length > 0)
        return (size_t)name_length > left - MEMG_COUNT_BYTES
               && ap_expect_finding(damage, "memg/count-exceeds-file", length, path);
    if (!ap_expect_finding(damage, "memg/name-empty", length, path))
        return false;
    path = ap_format_damage_text(damage, "groups[%zu].vertex_count", index);
    if (vertex_count < 0)
        return ap_expect_finding(damage, "memg/count-negative", vertices, path);
    return (size_t)vertex_count > (left - 2 * MEMG_COUNT_BYTES) / MEMG_VERTEX_BYTES
           && ap_expect_finding(damage, "memg/count-exceeds-file", vertices, path);
}

static const ap_sketched_group *find_group_in_scene(
    const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    return ap_find_sketched_group(&candidates->scene, ap_memg_candidate_group_name(candidates, group));
}

bool ap_memg_expect_group_without_motion(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    const ap_sketched_group *of_scene = candidates->has_scene ? find_group_in_scene(candidates, group) : NULL;
    if (of_scene == NULL || !of_scene->has_faces)
        return true;
    return ap_expect_finding_in_companion(
        candidates->damage, "memg/obj-group-without-motion", of_scene->statement, "");
}

/* Faults of a group's mapping after a change of one entry, found by comparison with the vertices of the group's faces in the
   scene. */
typedef struct mapping_faults {
    size_t missing;                 /* number of vertices that the group's faces use and no entry maps */
    size_t faulty;                  /* number of entries out of range, repeated, or of other groups */
    const ap_listed_field *foreign; /* first entry with a vertex that only faces of other groups use */
    bool has_zero;                  /* true if an entry is 0 */
} mapping_faults;

/* Bits of the marks of a vertex. */
enum { USED = 1, USED_BY_GROUP = 2, MAPPED = 4 };

/* Returns the marks of the vertices that the scene's faces use; NULL when out of memory. A vertex that
   a face uses and the scene does not have gets no mark. */
static uint8_t *mark_vertices_of_faces(const ap_memg_candidates *candidates, const ap_sketched_group *group)
{
    const ap_obj_sketch *scene = &candidates->scene;
    uint8_t *marks = ap_alloc_array(candidates->damage->arena, scene->vertices + 1, sizeof *marks);
    for (size_t i = 0; marks != NULL && i < scene->corner_count; i++) {
        const ap_sketched_corner corner = scene->corners[i];
        if (corner.vertex <= scene->vertices)
            marks[corner.vertex] |= &scene->groups[corner.group] == group ? USED | USED_BY_GROUP : USED;
    }
    return marks;
}

static bool count_mapping_faults(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group,
    const ap_listed_field *changed, int64_t number, mapping_faults *out)
{
    const size_t vertices = candidates->scene.vertices;
    uint8_t *marks = mark_vertices_of_faces(candidates, find_group_in_scene(candidates, group));
    *out = (mapping_faults){ .missing = 0 };
    for (size_t i = 0; marks != NULL && i < group->vertices; i++) {
        const ap_listed_field *entry = group->mapping + i;
        const int64_t vertex = entry == changed ? number : ap_field_i32(candidates->damage, entry);
        const bool in_range = vertex >= 1 && (uint64_t)vertex <= vertices;
        const bool foreign = in_range && (marks[vertex] & (USED | USED_BY_GROUP)) == USED;
        out->has_zero |= vertex == 0;
        out->faulty += !in_range || foreign || (marks[vertex] & MAPPED) != 0;
        if (in_range)
            marks[vertex] |= MAPPED;
        if (foreign && out->foreign == NULL)
            out->foreign = entry;
    }
    for (size_t vertex = 1; marks != NULL && vertex <= vertices; vertex++)
        out->missing += (marks[vertex] & (USED_BY_GROUP | MAPPED)) == USED_BY_GROUP;
    return marks != NULL;
}

bool ap_memg_expect_changed_mapping(ap_memg_candidates *candidates, const ap_memg_candidate_group *group,
    const ap_listed_field *entry, int64_t number)
{
    ap_damage *damage = candidates->damage;
    const ap_sketched_group *of_scene = candidates->has_scene ? find_group_in_scene(candidates, group) : NULL;
    const ap_span mapping = { group->mapping->span.offset, MEMG_COUNT_BYTES * group->vertices };
    mapping_faults after;
    if (of_scene == NULL || !of_scene->has_faces)
        return true;
    if (!count_mapping_faults(candidates, group, entry, number, &after)
        || !ap_expect_vanished_at(damage, UNMAPPED, (ap_span){ group->vertex_count->span.offset, 1 })
        || !(after.has_zero ? ap_expect_vanished_from(damage, FOREIGN, 0)
                            : ap_expect_vanished_at(damage, FOREIGN, mapping)))
        return false;
    return (after.missing <= after.faulty || ap_expect_at_field(damage, UNMAPPED, group->vertex_count))
           && (after.foreign == NULL || after.has_zero || ap_expect_at_field(damage, FOREIGN, after.foreign));
}

bool ap_memg_are_all_mappings_valid(const ap_memg_candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        mapping_faults mapping;
        if (!count_mapping_faults(candidates, &candidates->groups[i], NULL, 0, &mapping)
            || mapping.missing + mapping.faulty > 0)
            return false;
    }
    return true;
}

bool ap_memg_is_reflection(const ap_memg_candidates *candidates, const ap_listed_field *transform)
{
    double r[MEMG_ENTRIES];
    for (size_t i = 0; i < MEMG_ENTRIES; i++)
        r[i] = ap_field_f64(candidates->damage, transform + i);
    return r[0] * (r[5] * r[10] - r[6] * r[9]) + r[1] * (r[6] * r[8] - r[4] * r[10])
               + r[2] * (r[4] * r[9] - r[5] * r[8])
           < 0;
}
