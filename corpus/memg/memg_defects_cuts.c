/* Motion files that end too early: in every field, at its first byte, its last, and between. */
#include <string.h>

#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_kit.h"

#define TRUNCATED "memg/truncated"
#define EXCEEDS   "memg/count-exceeds-file"
#define TRAILING  "memg/trailing-bytes"
#define NO_GROUPS "memg/no-groups"

static bool stops_with(ap_damage *damage, const char *rule, const ap_listed_field *field, size_t length)
{
    return ap_expect_about(damage, rule, (ap_span){ field->span.offset, length }, field)
           && ap_vanish_from(damage, NULL, field->span.offset);
}

/* The count of the bytes that the field is one of; NULL: the field is not counted. */
static const ap_listed_field *count_of(const ap_memg_candidate_group *group, const ap_listed_field *field)
{
    if (field == group->name)
        return group->name_length;
    if (field >= group->mapping && field < group->parent_frame)
        return group->vertex_count;
    if (field >= group->basis.values && field < group->coefficients.rows)
        return group->basis.rows;
    return field >= group->coefficients.values ? group->coefficients.rows : NULL;
}

/* Where a group begins: nothing at all is fine, or no group; up to three bytes are none. */
static bool expect_cut_group(ap_memg_candidates *candidates, const ap_memg_candidate_group *group, size_t at)
{
    ap_damage *damage = candidates->damage;
    const size_t start = group->name_length->span.offset;
    if (at > start)
        return ap_expect(damage, TRAILING, (ap_span){ start, at - start }, "")
               && ap_vanish_from(damage, NULL, start);
    if (candidates->count - group->index >= AP_DEFECT_EXPECTATIONS)
        return false;
    for (size_t i = group->index; i < candidates->count; i++) {
        if (!ap_memg_expect_unmoved(candidates, &candidates->groups[i]))
            return false;
    }
    return ap_vanish_from(damage, NULL, start)
           && (group->index > 0 || ap_expect(damage, NO_GROUPS, (ap_span){ start, 0 }, "groups"));
}

static bool expect_cut(ap_memg_candidates *candidates, const ap_listed_field *field, size_t at)
{
    ap_damage *damage = candidates->damage;
    const size_t kept = at - field->span.offset;
    if (field < candidates->transforms)
        return stops_with(damage, TRUNCATED, field, kept);
    for (size_t i = candidates->count; i-- > 0;) {
        const ap_memg_candidate_group *group = &candidates->groups[i];
        if (field < group->name_length)
            continue;
        if (field == group->name_length)
            return expect_cut_group(candidates, group, at);
        const ap_listed_field *count = count_of(group, field);
        return count != NULL ? stops_with(damage, EXCEEDS, count, count->span.length)
                             : stops_with(damage, TRUNCATED, field, kept);
    }
    return ap_expect_at(damage, EXCEEDS, candidates->frame_count)
           && ap_vanish_from(damage, NULL, ap_span_end(candidates->timestep_count->span));
}

static bool cut(ap_damage *damage)
{
    ap_memg_candidates candidates;
    size_t kept;
    const char *pattern = damage->defect->pattern == NULL ? "*" : damage->defect->pattern;
    const ap_listed_field *field = ap_pick_field(&damage->fields, pattern, damage->choices);
    if (field == NULL || !ap_kept_bytes(damage, field->span.length, &kept)
        || !ap_memg_find_candidates(damage, &candidates))
        return false;
    const size_t at = field->span.offset + kept;
    return ap_edit_cut(damage, at) && expect_cut(&candidates, field, at)
           && strcmp(damage->expected[0].rule, damage->defect->rule) == 0;
}

/* Whole groups are missing at the end, and not all, or all but `number`: there is nothing to see. */
static bool cut_between(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (damage->companion.bytes != NULL || !ap_memg_find_candidates(damage, &candidates)
        || candidates.count < 2)
        return false;
    const size_t few = (size_t)damage->defect->number;
    const size_t left = few > 0 ? few : 1 + ap_choose_below(damage->choices, candidates.count - 1);
    const size_t at = candidates.groups[left].name_length->span.offset;
    return ap_edit_cut(damage, at) && ap_vanish_from(damage, NULL, at);
}

static const ap_defect defects[] = {
    { "truncated_empty", TRUNCATED, "the file is empty", NULL, .apply = cut, .pattern = "endian",
        .number = AP_CUT_ALL },
    { "truncated_endian-1", TRUNCATED, "the file ends after its first byte", NULL, .apply = cut,
        .pattern = "endian", .number = AP_CUT_KEEP_ONE },
    { "truncated_endian-3", TRUNCATED, "the file ends before the indicator's last byte", NULL, .apply = cut,
        .pattern = "endian", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "truncated_framerate", TRUNCATED, "the file ends after the endian indicator", NULL, .apply = cut,
        .pattern = "framerate", .number = AP_CUT_ALL },
    { "truncated_framerate-inside", TRUNCATED, "the file ends inside the framerate", NULL, .apply = cut,
        .pattern = "framerate", .number = AP_CUT_INSIDE },
    { "truncated_frame-count", TRUNCATED, "the file ends before the frame count", NULL, .apply = cut,
        .pattern = "frame_count", .number = AP_CUT_ALL },
    { "truncated_timestep-count", TRUNCATED, "the file ends before the timestep count", NULL, .apply = cut,
        .pattern = "timestep_count", .number = AP_CUT_ALL },
    { "truncated_timestep-count-3", TRUNCATED, "the file ends before the header's last byte", NULL,
        .apply = cut, .pattern = "timestep_count", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "count-exceeds-file_cut-first-transform", EXCEEDS, "the file ends after its header", NULL, .apply = cut,
        .pattern = "transforms[0][0][0]", .number = AP_CUT_ALL },
    { "count-exceeds-file_cut-transform", EXCEEDS, "the file ends inside the transforms", NULL, .apply = cut,
        .pattern = "transforms[*][*][*]", .number = AP_CUT_INSIDE },
    { "count-exceeds-file_cut-transform-7", EXCEEDS, "the file ends before a transform's last byte", NULL,
        .apply = cut, .pattern = "transforms[*][*][11]", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "trailing-bytes_cut-name-length-1", TRAILING, "one byte of a group is there", NULL, .apply = cut,
        .pattern = "groups[*].name_length", .number = AP_CUT_KEEP_ONE },
    { "trailing-bytes_cut-name-length-3", TRAILING, "three bytes of a group are there", NULL, .apply = cut,
        .pattern = "groups[*].name_length", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "count-exceeds-file_cut-name", EXCEEDS, "the file ends before a name", NULL, .apply = cut,
        .pattern = "groups[*].name", .number = AP_CUT_ALL },
    { "count-exceeds-file_cut-name-last", EXCEEDS, "the file ends before a name's last byte", NULL,
        .apply = cut, .pattern = "groups[*].name", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "truncated_vertex-count", TRUNCATED, "the file ends after a name", NULL, .apply = cut,
        .pattern = "groups[*].vertex_count", .number = AP_CUT_ALL },
    { "truncated_vertex-count-inside", TRUNCATED, "the file ends inside a vertex count", NULL, .apply = cut,
        .pattern = "groups[*].vertex_count", .number = AP_CUT_INSIDE },
    { "count-exceeds-file_cut-mapping", EXCEEDS, "the file ends before a mapping entry", NULL, .apply = cut,
        .pattern = "groups[*].mapping[*]", .number = AP_CUT_ALL },
    { "count-exceeds-file_cut-mapping-inside", EXCEEDS, "the file ends inside a mapping entry", NULL,
        .apply = cut, .pattern = "groups[*].mapping[*]", .number = AP_CUT_INSIDE },
    { "count-exceeds-file_cut-mean", EXCEEDS, "the file ends after a mapping", NULL, .apply = cut,
        .pattern = "groups[*].mean[0]", .number = AP_CUT_ALL },
    { "count-exceeds-file_cut-mean-7", EXCEEDS, "the file ends before a mean value's last byte", NULL,
        .apply = cut, .pattern = "groups[*].mean[*]", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "truncated_parent-frame", TRUNCATED, "the file ends before a parent frame", NULL, .apply = cut,
        .pattern = "groups[*].parent_frame", .number = AP_CUT_ALL },
    { "truncated_parent-frame-1", TRUNCATED, "the file ends after a parent frame's first byte", NULL,
        .apply = cut, .pattern = "groups[*].parent_frame", .number = AP_CUT_KEEP_ONE },
    { "truncated_basis-rows", TRUNCATED, "the file ends before a basis", NULL, .apply = cut,
        .pattern = "groups[*].basis.rows", .number = AP_CUT_ALL },
    { "truncated_basis-columns", TRUNCATED, "the file ends after the rows of a basis", NULL, .apply = cut,
        .pattern = "groups[*].basis.columns", .number = AP_CUT_ALL },
    { "truncated_basis-columns-inside", TRUNCATED, "the file ends inside the columns of a basis", NULL,
        .apply = cut, .pattern = "groups[*].basis.columns", .number = AP_CUT_INSIDE },
    { "count-exceeds-file_cut-basis", EXCEEDS, "the file ends before a value of a basis", NULL, .apply = cut,
        .pattern = "groups[*].basis.values[*]", .number = AP_CUT_ALL },
    { "count-exceeds-file_cut-basis-inside", EXCEEDS, "the file ends inside a value of a basis", NULL,
        .apply = cut, .pattern = "groups[*].basis.values[*]", .number = AP_CUT_INSIDE },
    { "truncated_coefficients-rows", TRUNCATED, "the file ends before the coefficients", NULL, .apply = cut,
        .pattern = "groups[*].coefficients.rows", .number = AP_CUT_ALL },
    { "truncated_coefficients-columns-3", TRUNCATED, "the file ends inside the columns of the coefficients",
        NULL, .apply = cut, .pattern = "groups[*].coefficients.columns", .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "count-exceeds-file_cut-coefficients", EXCEEDS, "the file ends after the size of the coefficients",
        NULL, .apply = cut, .pattern = "groups[*].coefficients.values[0]", .number = AP_CUT_ALL },
    { "count-exceeds-file_cut-coefficients-7", EXCEEDS, "the file ends before a coefficient's last byte",
        NULL, .apply = cut, .pattern = "groups[*].coefficients.values[*]",
        .number = AP_CUT_KEEP_ALL_BUT_ONE },
    { "no-groups_cut", NO_GROUPS, "the file ends where its first group would begin", NULL, .apply = cut,
        .pattern = "groups[0].name_length", .number = AP_CUT_ALL },
    { "truncated_between-groups", TRUNCATED, "the last groups are missing, which nobody can see", NULL,
        .apply = cut_between, .near_miss = true },
    { "no-groups_one", NO_GROUPS, "all groups but the first are missing", "groups=2..4", .apply = cut_between,
        .pattern = NULL, .number = 1, .near_miss = true },
};

const ap_defect_table ap_memg_cut_defects = { defects, sizeof defects / sizeof *defects };
