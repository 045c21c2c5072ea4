/* Motion files that end too early: in each field, at its first byte, before its last byte, and between. */
#include <string.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_corpus.h"

#define FORMAT "memg"

#define TRUNCATED "memg/truncated"
#define EXCEEDS   "memg/count-exceeds-file"
#define TRAILING  "memg/trailing-bytes"
#define NO_GROUPS "memg/no-groups"

static bool expect_reading_stops(
    ap_damage *damage, const char *rule, const ap_listed_field *field, size_t length)
{
    return ap_expect_with_path_of_field(damage, rule, (ap_span){ field->span.offset, length }, field)
           && ap_expect_vanished_from(damage, NULL, field->span.offset);
}

/* Returns the field that counts the elements of the array that `field` belongs to; NULL if `field` is not
   counted. */
static const ap_listed_field *count_field_of_array(
    const ap_memg_candidate_group *group, const ap_listed_field *field)
{
    if (field == group->name)
        return group->name_length;
    if (field >= group->mapping && field < group->parent_frame)
        return group->vertex_count;
    if (field >= group->basis.values && field < group->coefficients.rows)
        return group->basis.rows;
    return field >= group->coefficients.values ? group->coefficients.rows : NULL;
}

/* Expects the findings of a file that ends at the start of a group's name length, or inside it. In the first case the file is
   valid or has no groups; in the second case, one to three bytes of the name length are trailing bytes. */
static bool expect_cut_before_or_in_name_length(
    ap_memg_candidates *candidates, const ap_memg_candidate_group *group, size_t at)
{
    ap_damage *damage = candidates->damage;
    const size_t start = group->name_length->span.offset;
    if (at > start)
        return ap_expect_finding(damage, TRAILING, (ap_span){ start, at - start }, "")
               && ap_expect_vanished_from(damage, NULL, start);
    if (candidates->count - group->index >= AP_DEFECT_EXPECTATIONS)
        return false;
    for (size_t i = group->index; i < candidates->count; i++) {
        if (!ap_memg_expect_group_without_motion(candidates, &candidates->groups[i]))
            return false;
    }
    return ap_expect_vanished_from(damage, NULL, start)
           && (group->index > 0 || ap_expect_finding(damage, NO_GROUPS, (ap_span){ start, 0 }, "groups"));
}

static bool expect_cut(ap_memg_candidates *candidates, const ap_listed_field *field, size_t at)
{
    ap_damage *damage = candidates->damage;
    const size_t kept = at - field->span.offset;
    if (field < candidates->transforms)
        return expect_reading_stops(damage, TRUNCATED, field, kept);
    for (size_t i = candidates->count; i-- > 0;) {
        const ap_memg_candidate_group *group = &candidates->groups[i];
        if (field < group->name_length)
            continue;
        if (field == group->name_length)
            return expect_cut_before_or_in_name_length(candidates, group, at);
        const ap_listed_field *count = count_field_of_array(group, field);
        return count != NULL ? expect_reading_stops(damage, EXCEEDS, count, count->span.length)
                             : expect_reading_stops(damage, TRUNCATED, field, kept);
    }
    return ap_expect_at_field(damage, EXCEEDS, candidates->frame_count)
           && ap_expect_vanished_from(damage, NULL, ap_span_end(candidates->timestep_count->span));
}

static bool cut_file(ap_damage *damage)
{
    ap_memg_candidates candidates;
    size_t kept;
    const char *pattern = damage->defect->pattern == NULL ? "*" : damage->defect->pattern;
    const ap_listed_field *field = ap_pick_field(&damage->fields, pattern, damage->choices);
    if (field == NULL || !ap_choose_kept_bytes(damage, field->span.length, &kept)
        || !ap_memg_find_candidates(damage, &candidates))
        return false;
    const size_t at = field->span.offset + kept;
    return ap_edit_cut_off_at(damage, at) && expect_cut(&candidates, field, at)
           && strcmp(damage->expected[0].rule, damage->defect->rule) == 0;
}

/* Removes complete groups at the end of the file. Keeps as many groups as the defect's number says; if it is 0, a random number
   of groups. The changed file has no finding. */
static bool remove_last_groups(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (damage->companion.bytes != NULL || !ap_memg_find_candidates(damage, &candidates)
        || candidates.count < 2)
        return false;
    const size_t few = (size_t)damage->defect->number;
    const size_t left = few > 0 ? few : 1 + ap_choose_below(damage->choices, candidates.count - 1);
    const size_t at = candidates.groups[left].name_length->span.offset;
    return ap_edit_cut_off_at(damage, at) && ap_expect_vanished_from(damage, NULL, at);
}

static const ap_defect defects[] = {
    AT("truncated", "empty", "the file is empty", cut_file, "endian", AP_CUT_ALL),
    AT("truncated", "endian-1", "the file ends after its first byte", cut_file, "endian", AP_CUT_KEEP_ONE),
    AT("truncated", "endian-3", "the file ends before the indicator's last byte", cut_file, "endian",
        AP_CUT_KEEP_ALL_BUT_ONE),
    AT("truncated", "framerate", "the file ends after the endian indicator", cut_file, "framerate",
        AP_CUT_ALL),
    AT("truncated", "framerate-inside", "the file ends inside the framerate", cut_file, "framerate",
        AP_CUT_INSIDE),
    AT("truncated", "frame-count", "the file ends before the frame count", cut_file, "frame_count",
        AP_CUT_ALL),
    AT("truncated", "timestep-count", "the file ends before the timestep count", cut_file, "timestep_count",
        AP_CUT_ALL),
    AT("truncated", "timestep-count-3", "the file ends before the header's last byte", cut_file,
        "timestep_count", AP_CUT_KEEP_ALL_BUT_ONE),
    AT("count-exceeds-file", "cut-first-transform", "the file ends after its header", cut_file,
        "transforms[0][0][0]", AP_CUT_ALL),
    AT("count-exceeds-file", "cut-transform", "the file ends inside the transforms", cut_file,
        "transforms[*][*][*]", AP_CUT_INSIDE),
    AT("count-exceeds-file", "cut-transform-7", "the file ends before a transform's last byte", cut_file,
        "transforms[*][*][11]", AP_CUT_KEEP_ALL_BUT_ONE),
    AT("trailing-bytes", "cut-name-length-1", "the file ends after the first byte of a group", cut_file,
        "groups[*].name_length", AP_CUT_KEEP_ONE),
    AT("trailing-bytes", "cut-name-length-3", "the file ends after the first three bytes of a group",
        cut_file, "groups[*].name_length", AP_CUT_KEEP_ALL_BUT_ONE),
    AT("count-exceeds-file", "cut-name", "the file ends before a name", cut_file, "groups[*].name",
        AP_CUT_ALL),
    AT("count-exceeds-file", "cut-name-last", "the file ends before a name's last byte", cut_file,
        "groups[*].name", AP_CUT_KEEP_ALL_BUT_ONE),
    AT("truncated", "vertex-count", "the file ends after a name", cut_file, "groups[*].vertex_count",
        AP_CUT_ALL),
    AT("truncated", "vertex-count-inside", "the file ends inside a vertex count", cut_file,
        "groups[*].vertex_count", AP_CUT_INSIDE),
    AT("count-exceeds-file", "cut-mapping", "the file ends before a mapping entry", cut_file,
        "groups[*].mapping[*]", AP_CUT_ALL),
    AT("count-exceeds-file", "cut-mapping-inside", "the file ends inside a mapping entry", cut_file,
        "groups[*].mapping[*]", AP_CUT_INSIDE),
    AT("count-exceeds-file", "cut-mean", "the file ends after a mapping", cut_file, "groups[*].mean[0]",
        AP_CUT_ALL),
    AT("count-exceeds-file", "cut-mean-7", "the file ends before a mean value's last byte", cut_file,
        "groups[*].mean[*]", AP_CUT_KEEP_ALL_BUT_ONE),
    AT("truncated", "parent-frame", "the file ends before a parent frame", cut_file, "groups[*].parent_frame",
        AP_CUT_ALL),
    AT("truncated", "parent-frame-1", "the file ends after a parent frame's first byte", cut_file,
        "groups[*].parent_frame", AP_CUT_KEEP_ONE),
    AT("truncated", "basis-rows", "the file ends before a basis", cut_file, "groups[*].basis.rows",
        AP_CUT_ALL),
    AT("truncated", "basis-columns", "the file ends after the rows of a basis", cut_file,
        "groups[*].basis.columns", AP_CUT_ALL),
    AT("truncated", "basis-columns-inside", "the file ends inside the columns of a basis", cut_file,
        "groups[*].basis.columns", AP_CUT_INSIDE),
    AT("count-exceeds-file", "cut-basis", "the file ends before a value of a basis", cut_file,
        "groups[*].basis.values[*]", AP_CUT_ALL),
    AT("count-exceeds-file", "cut-basis-inside", "the file ends inside a value of a basis", cut_file,
        "groups[*].basis.values[*]", AP_CUT_INSIDE),
    AT("truncated", "coefficients-rows", "the file ends before the coefficients", cut_file,
        "groups[*].coefficients.rows", AP_CUT_ALL),
    AT("truncated", "coefficients-columns-3", "the file ends inside the columns of the coefficients",
        cut_file, "groups[*].coefficients.columns", AP_CUT_KEEP_ALL_BUT_ONE),
    AT("count-exceeds-file", "cut-coefficients", "the file ends after the size of the coefficients", cut_file,
        "groups[*].coefficients.values[0]", AP_CUT_ALL),
    AT("count-exceeds-file", "cut-coefficients-7", "the file ends before a coefficient's last byte", cut_file,
        "groups[*].coefficients.values[*]", AP_CUT_KEEP_ALL_BUT_ONE),
    AT("no-groups", "cut", "the file ends before its first group", cut_file, "groups[0].name_length",
        AP_CUT_ALL),
    NEAR("truncated", "between-groups", "the last groups are missing, which the file does not show",
        remove_last_groups),
    NEAR("no-groups", "one", "all groups except the first are missing", remove_last_groups, .number = 1,
        .knobs = "groups=2..4"),
};

const ap_defect_table ap_memg_cut_defects = { defects, sizeof defects / sizeof *defects };
