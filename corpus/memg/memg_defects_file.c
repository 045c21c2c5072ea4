/* Defects in all transforms or all groups of a motion file at once. */
#include <math.h>
#include <string.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_corpus.h"
#include "corpus/memg/memg_group_bytes.h"
#include "corpus/memg/memg_page.h"

#define FORMAT "memg"

#define ORDER "memg/transform-order"
#define LOCAL "memg/mapping-local"

enum { BY_COLUMN = 0, ROTATION_FIRST = 1 };

/* limit for ap_memg_orthonormal_error_or_nan: so far below the linter's limit of 1e-6 that rounding does not matter */
static const double surely = 1e-9;

static bool are_all_transforms_orthonormal(const ap_memg_candidates *candidates)
{
    const size_t count = candidates->frames * candidates->timesteps;
    for (size_t i = 0; i < count; i++) {
        const ap_listed_field *transform = candidates->transforms + MEMG_ENTRIES * i;
        if (!(ap_memg_orthonormal_error_or_nan(candidates, transform) <= surely))
            return false;
        for (size_t e = 3; e < MEMG_ENTRIES; e += 4) {
            if (!isfinite(ap_field_f64(candidates->damage, transform + e)))
                return false;
        }
    }
    return count > 0;
}

static bool does_no_transform_mirror(const ap_memg_candidates *candidates)
{
    const size_t count = candidates->frames * candidates->timesteps;
    for (size_t i = 0; i < count; i++) {
        if (ap_memg_is_reflection(candidates, candidates->transforms + MEMG_ENTRIES * i))
            return false;
    }
    return true;
}

/* Exchanges the counts of frames and timesteps. Returns false if the input has a finding about a transform, since the finding
   would then name another frame. */
static bool exchange_counts(ap_damage *damage)
{
    ap_memg_candidates candidates;
    return ap_memg_find_candidates(damage, &candidates) && candidates.count > 0
           && candidates.frames != candidates.timesteps && are_all_transforms_orthonormal(&candidates)
           && does_no_transform_mirror(&candidates)
           && ap_edit_number(damage, candidates.frame_count, candidates.timesteps)
           && ap_edit_number(damage, candidates.timestep_count, candidates.frames)
           && ap_expect_own_rule(damage, candidates.frame_count)
           && ap_expect_vanished_from(damage, "memg/modes-exceed", 0);
}

/* Returns the index of the transform's entry that the given order stores at this position. */
static size_t entry_stored_at(size_t position, int64_t order)
{
    if (order == BY_COLUMN)
        return position % 3 * 4 + position / 3;
    return position < 9 ? position / 3 * 4 + position % 3 : (position - 9) * 4 + 3;
}

/* Returns true if the linter can detect the order of the entries: the first transform, written in the given order and read in the
   usual order, is not a rotation. */
static bool is_order_detectable(const ap_memg_candidates *candidates, int64_t order)
{
    double sum = 0;
    for (size_t e = 0; e < 3; e++) {
        const double a = ap_field_f64(candidates->damage, candidates->transforms + entry_stored_at(e, order));
        const double b =
            ap_field_f64(candidates->damage, candidates->transforms + entry_stored_at(4 + e, order));
        sum += a * b;
    }
    return fabs(sum) > 1e-3;
}

static bool reorder_transforms(ap_damage *damage)
{
    ap_memg_candidates candidates;
    const int64_t order = damage->defect->number;
    if (!ap_memg_find_candidates(damage, &candidates) || !are_all_transforms_orthonormal(&candidates)
        || !is_order_detectable(&candidates, order))
        return false;
    const size_t count = candidates.frames * candidates.timesteps;
    const ap_span span = { candidates.transforms->span.offset, MEMG_NUMBER_BYTES * MEMG_ENTRIES * count };
    uint8_t *bytes = ap_alloc(damage->arena, span.length);
    if (bytes == NULL)
        return false;
    for (size_t i = 0; i < MEMG_ENTRIES * count; i++) {
        const size_t from = i / MEMG_ENTRIES * MEMG_ENTRIES + entry_stored_at(i % MEMG_ENTRIES, order);
        memcpy(bytes + MEMG_NUMBER_BYTES * i, damage->input.bytes + span.offset + MEMG_NUMBER_BYTES * from,
            MEMG_NUMBER_BYTES);
    }
    return ap_edit_span(damage, span, bytes, span.length)
           && ap_expect_finding(damage, ORDER, span, "transforms");
}

/* Makes each transform a translation by (0, 1, 0). Its first nine values, which other layouts take for the rotation, are then a
   reflection. */
static bool set_all_transforms_to_one_translation(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.frame_count->swap
        || candidates.groups_at == 16)
        return false;
    static const double moved[MEMG_ENTRIES] = { 1, 0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 0 };
    const ap_span span = { candidates.transforms->span.offset,
        candidates.groups_at - candidates.transforms->span.offset };
    uint8_t *bytes = ap_alloc(damage->arena, span.length);
    if (bytes == NULL)
        return false;
    for (size_t at = 0; at < span.length; at += sizeof moved)
        ap_memg_put_numbers(bytes + at, moved, MEMG_ENTRIES);
    return ap_edit_span(damage, span, bytes, span.length);
}

/* Makes the mapping of each group count the group's own vertices, from 1. */
static bool number_vertices_per_group(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.count < 2
        || candidates.count > AP_DEFECT_EDITS)
        return false;
    for (size_t i = 0; i < candidates.count; i++) {
        const ap_memg_candidate_group *group = &candidates.groups[i];
        const ap_span span = { group->mapping->span.offset, MEMG_COUNT_BYTES * group->vertices };
        uint8_t *bytes = ap_alloc(damage->arena, span.length);
        if (group->vertices < 2 || bytes == NULL)
            return false;
        for (uint32_t v = 1; v <= group->vertices; v++) {
            ap_store_u32(bytes + MEMG_COUNT_BYTES * (v - 1), v, group->vertex_count->swap);
        }
        if (!ap_edit_span(damage, span, bytes, span.length))
            return false;
    }
    const ap_memg_candidate_group *second = &candidates.groups[1];
    return ap_expect_finding(damage, LOCAL,
               (ap_span){ second->mapping->span.offset, MEMG_COUNT_BYTES * second->vertices },
               "groups[1].mapping")
           && ap_expect_vanished_from(damage, "memg/vertex-unmapped", 0);
}

static const ap_defect defects[] = {
    ROW("counts-swapped", "exchanged", "frame count and timestep count are swapped", exchange_counts,
        .knobs = "groups=1..3"),
    ROW("transform-order", "columns", "the transforms are written column by column", reorder_transforms,
        .number = BY_COLUMN),
    ROW("transform-order", "rotation-first", "each transform has its translation after its rotation",
        reorder_transforms, .number = ROTATION_FIRST),
    NEAR("transform-order", "either", "the transforms are valid in the documented order and in another order",
        set_all_transforms_to_one_translation),
    ROW("mapping-local", "each", "each group counts its vertices from 1", number_vertices_per_group,
        .knobs = "groups=2..4 vertices=2..9"),
};

const ap_defect_table ap_memg_file_defects = { defects, sizeof defects / sizeof *defects };
