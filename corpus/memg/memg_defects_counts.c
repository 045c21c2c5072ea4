/* Defects in the counts of a motion file. */
#include <string.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_corpus.h"
#include "corpus/memg/memg_page.h"

#define FORMAT "memg"

#define EXCEEDS  "memg/count-exceeds-file"
#define NEGATIVE "memg/count-negative"

/* Returns the new value of a count: the defect's number, or the old value changed as the defect's text says. */
static int64_t changed_count(const ap_damage *damage, int64_t was)
{
    const char *text = damage->defect->text;
    if (text == NULL)
        return damage->defect->number;
    return strcmp(text, "plus") == 0 ? was + damage->defect->number : was * damage->defect->number;
}

static bool is_i32(int64_t count)
{
    return count >= INT32_MIN && count <= INT32_MAX;
}

/* The one or two count fields of an array, which has as many elements as their product, and the size of an element. */
typedef struct counted_elements {
    /* the counts in file order; `second` is NULL if one field counts the elements */
    const ap_listed_field *first, *second;
    size_t element_bytes;
} counted_elements;

/* Finds the array that the field counts, alone or together with another field. Returns false if the field is not a count. */
static bool find_counted_elements(
    const ap_memg_candidates *candidates, const ap_listed_field *field, counted_elements *counts)
{
    if (field == candidates->frame_count || field == candidates->timestep_count) {
        *counts =
            (counted_elements){ candidates->frame_count, candidates->timestep_count, MEMG_TRANSFORM_BYTES };
        return true;
    }
    for (size_t i = 0; i < candidates->count; i++) {
        const ap_memg_candidate_group *group = &candidates->groups[i];
        const ap_memg_candidate_matrix *u = &group->basis, *q = &group->coefficients;
        if (field == group->name_length)
            *counts = (counted_elements){ field, NULL, 1 };
        else if (field == group->vertex_count)
            *counts = (counted_elements){ field, NULL, MEMG_VERTEX_BYTES };
        else if (field == u->rows || field == u->columns)
            *counts = (counted_elements){ u->rows, u->columns, MEMG_NUMBER_BYTES };
        else if (field == q->rows || field == q->columns)
            *counts = (counted_elements){ q->rows, q->columns, MEMG_NUMBER_BYTES };
        else
            continue;
        return true;
    }
    return false;
}

static size_t other_factor_of_count(
    const ap_damage *damage, const counted_elements *counts, const ap_listed_field *field)
{
    if (counts->second == NULL)
        return 1;
    return (size_t)ap_field_i32(damage, field == counts->first ? counts->second : counts->first);
}

/* Returns true if `count` elements need more bytes than the rest of the file has. */
static bool does_count_exceed_file(
    const ap_damage *damage, const counted_elements *counts, const ap_listed_field *field, int64_t count)
{
    const ap_listed_field *last = counts->second != NULL ? counts->second : counts->first;
    const size_t left = damage->input.size - ap_span_end(last->span);
    const uint64_t others =
        ap_saturating_product(other_factor_of_count(damage, counts, field), counts->element_bytes);
    return count > 0 && ap_saturating_product((uint64_t)count, others) > left;
}

static bool is_count_of_transforms(const ap_memg_candidates *candidates, const ap_listed_field *field)
{
    return field == candidates->frame_count || field == candidates->timestep_count;
}

/* Returns true if the new count differs from the old one by 1: the linter may then report memg/other-layout instead. */
static bool is_off_by_one(int64_t was, int64_t count)
{
    return count == was + 1 || count == was - 1;
}

/* Changes one count as the defect's number and text say. Picks only a count that is then negative or exceeds the rest of the
   file, because the findings of other values depend on the file. Returns false if there is no such count. */
static bool break_count(ap_damage *damage)
{
    ap_memg_candidates candidates;
    counted_elements counts;
    const ap_listed_field *field, *picked = NULL;
    size_t seen = 0;
    if (!ap_memg_find_candidates(damage, &candidates))
        return false;
    for (size_t at = 0; (field = ap_next_field(&damage->fields, damage->defect->pattern, &at)) != NULL;) {
        const int64_t was = ap_field_i32(damage, field);
        const int64_t count = changed_count(damage, was);
        if (!(is_count_of_transforms(&candidates, field) && is_off_by_one(was, count))
            && find_counted_elements(&candidates, field, &counts) && is_i32(count)
            && (count < 0 || does_count_exceed_file(damage, &counts, field, count))
            && ap_pick_this_item(damage->choices, &seen))
            picked = field;
    }
    if (picked == NULL || !find_counted_elements(&candidates, picked, &counts))
        return false;
    const int64_t count = changed_count(damage, ap_field_i32(damage, picked));
    const ap_listed_field *at_fault = count < 0 ? picked : counts.first;
    return ap_edit_number(damage, picked, (uint64_t)count)
           && ap_expect_at_field(damage, damage->defect->rule, at_fault)
           && ap_expect_vanished_from(damage, NULL, at_fault->span.offset);
}

/* Sets both counts of a product: the first to the low 32 bits of the defect's number, the second to its high 32 bits. */
static bool break_both_counts(ap_damage *damage)
{
    ap_memg_candidates candidates;
    counted_elements counts;
    const ap_listed_field *field = ap_pick_field(&damage->fields, damage->defect->pattern, damage->choices);
    const uint32_t first = (uint32_t)damage->defect->number;
    const uint32_t second = (uint32_t)(damage->defect->number >> 32);
    if (field == NULL || !ap_memg_find_candidates(damage, &candidates)
        || !find_counted_elements(&candidates, field, &counts))
        return false;
    return ap_edit_number(damage, counts.first, first) && ap_edit_number(damage, counts.second, second)
           && ap_expect_at_field(damage, EXCEEDS, counts.first)
           && ap_expect_vanished_from(damage, NULL, counts.first->span.offset);
}

/* Lowers a count of the coefficients of the last group, so that the values that are no longer counted are read as another group.
   */
static bool lower_coefficient_count(ap_damage *damage)
{
    const bool of_rows = strcmp(damage->defect->rule, "memg/coefficients-rows") == 0;
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.count == 0)
        return false;
    const ap_memg_candidate_matrix *q = &candidates.groups[candidates.count - 1].coefficients;
    const ap_listed_field *field = of_rows ? q->rows : q->columns;
    const size_t was = of_rows ? q->row_count : q->column_count;
    const int64_t count = changed_count(damage, (int64_t)was);
    if (count < 0 || (size_t)count >= was)
        return false;
    const size_t left = (size_t)count * (of_rows ? q->column_count : q->row_count);
    const size_t at = ap_span_end(q->columns->span) + MEMG_NUMBER_BYTES * left;
    return at < damage->input.size && ap_edit_number(damage, field, (uint64_t)count)
           && ap_expect_own_rule(damage, field) && ap_expect_vanished_from(damage, NULL, at)
           && ap_memg_expect_misread_group(&candidates, at, candidates.count);
}

/* Lowers the timestep count, so that the remaining transforms are read as a group. */
static bool lower_timestep_count(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.frames == 0)
        return false;
    const int64_t count = changed_count(damage, (int64_t)candidates.timesteps);
    if (count < 0 || (size_t)count >= candidates.timesteps
        || is_off_by_one((int64_t)candidates.timesteps, count))
        return false;
    const size_t at = ap_span_end(candidates.timestep_count->span)
                      + MEMG_TRANSFORM_BYTES * candidates.frames * (size_t)count;
    return ap_edit_number(damage, candidates.timestep_count, (uint64_t)count)
           && (count > 0 || ap_expect_at_field(damage, "memg/no-timesteps", candidates.timestep_count))
           && ap_expect_vanished_from(damage, NULL, at) && ap_memg_expect_misread_group(&candidates, at, 0)
           && strcmp(damage->expected[0].rule, damage->defect->rule) == 0;
}

/* Sets the frame count to 0, so that all transforms are read as a group. Returns false if the file has as many transforms
   as one frame and one timestep more than stored: counts that are too small by 1 are a common mistake, with a rule of its own. */
static bool set_frame_count_to_0(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.frames < 2 || candidates.timesteps == 0
        || candidates.frames * candidates.timesteps == candidates.timesteps + 1)
        return false;
    const size_t at = ap_span_end(candidates.timestep_count->span);
    return ap_edit_number(damage, candidates.frame_count, 0)
           && ap_expect_own_rule(damage, candidates.frame_count) && ap_expect_vanished_from(damage, NULL, at)
           && ap_memg_expect_misread_group(&candidates, at, 0);
}

/* Expects the findings about the characters of a name, and about a name that the scene does not have. `name` begins where the
   name of the group begins, but ends elsewhere. Returns false if another group has the name. */
static bool expect_name_findings(
    ap_memg_candidates *candidates, const ap_memg_candidate_group *group, ap_view name)
{
    ap_damage *damage = candidates->damage;
    const ap_span span = { group->name->span.offset, name.size };
    bool bad = false, high = false;
    for (size_t i = 0; i < name.size; i++) {
        bad |= name.bytes[i] <= 0x20 || name.bytes[i] == 0x7f;
        high |= name.bytes[i] >= 0x80;
    }
    if (ap_memg_has_group_named(candidates, name))
        return false;
    const bool unknown = candidates->has_scene && ap_find_sketched_group(&candidates->scene, name) == NULL;
    return (!bad || ap_expect_with_path_of_field(damage, "memg/name-character", span, group->name))
           && (!high || ap_expect_with_path_of_field(damage, "memg/name-not-ascii", span, group->name))
           && (!unknown || ap_expect_with_path_of_field(damage, "memg/group-not-in-obj", span, group->name));
}

/* Ends the name one byte too early or too late. The four bytes of the vertex count are then read one byte too early, from the
   last byte of the name on, or one byte too late, with the first byte of the mapping as their last byte. */
static bool misplace_name_end(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    const size_t length = (size_t)((int64_t)group->name->span.length + damage->defect->number);
    const ap_span count = { group->name->span.offset + length, sizeof(int32_t) };
    if (length == 0 || ap_span_end(count) > damage->input.size)
        return false;
    const int32_t vertices = ap_load_i32(damage->input.bytes + count.offset, group->vertex_count->swap);
    const size_t left = damage->input.size - ap_span_end(count);
    const ap_view name = { damage->input.bytes + group->name->span.offset, length };
    if (vertices <= 0 || (size_t)vertices <= left / MEMG_VERTEX_BYTES)
        return false;
    return ap_edit_number(damage, group->name_length, length)
           && ap_expect_with_path_of_field(damage, EXCEEDS, count, group->vertex_count)
           && ap_expect_vanished_from(damage, NULL, group->name->span.offset)
           && expect_name_findings(candidates, group, name);
}

#define EACH(field, short_name, knobs)                                                                       \
    { "count-negative_" short_name, NEGATIVE, "a count is -1: " field, NULL, .apply = break_count,           \
        .pattern = field, .number = -1 },                                                                    \
        { "count-negative_" short_name "-least", NEGATIVE, "a count is the smallest int32: " field, NULL,    \
            .apply = break_count, .pattern = field, .number = INT32_MIN },                                   \
        { "count-exceeds-file_" short_name "-most", EXCEEDS, "a count is the largest int32: " field, NULL,   \
            .apply = break_count, .pattern = field, .number = INT32_MAX },                                   \
    {                                                                                                        \
        "count-exceeds-file_" short_name "-doubled", EXCEEDS,                                                \
            "a count is doubled, and its elements extend past the end of the file: " field, knobs,           \
            .apply = break_count, .pattern = field, .number = 2, .text = "times"                             \
    }

#define ONE_MORE(field, short_name, knobs)                                                                   \
    {                                                                                                        \
        "count-exceeds-file_" short_name "-one-more", EXCEEDS,                                               \
            "a count is one too large, and its elements extend past the end of the file: " field, knobs,     \
            .apply = break_count, .pattern = field, .number = 1, .text = "plus"                              \
    }

#define SMALL_GROUP "frames=2..4 groups=1 vertices=1 modes=0"
#define LONG_NAME   "groups=1 vertices=1 modes=0 timesteps=2 name_bytes=5000"
#define RIGID       "groups=1..3 vertices=3..9 modes=0"
#define TALL        "groups=1 vertices=5..9 timesteps=2 modes=1..2"

#define TWO(first, second) ((int64_t)((uint64_t)(second) << 32 | (uint32_t)(first)))

/* clang-format off: macros of rows */
static const ap_defect defects[] = {
    EACH("frame_count", "frames", SMALL_GROUP),
    EACH("timestep_count", "timesteps", SMALL_GROUP),
    EACH("groups[*].name_length", "name", LONG_NAME),
    EACH("groups[*].vertex_count", "vertices", RIGID),
    EACH("groups[*].basis.rows", "basis-rows", TALL),
    EACH("groups[*].basis.columns", "basis-columns", TALL),
    EACH("groups[*].coefficients.rows", "coefficients-rows", NULL),
    EACH("groups[*].coefficients.columns", "coefficients-columns", NULL),
    ONE_MORE("groups[*].vertex_count", "vertices", RIGID),
    ONE_MORE("groups[*].basis.columns", "basis-columns", TALL),
    ONE_MORE("groups[*].coefficients.rows", "coefficients-rows", NULL),
    ONE_MORE("groups[*].coefficients.columns", "coefficients-columns", NULL),
    /* clang-format on */

    AT("count-exceeds-file", "frames-96-wraps", "96 times the frame count is 32 in 32 bits", break_count,
        "frame_count", 44739243),
    AT("count-exceeds-file", "frames-96-wraps-to-0", "96 times the frame count is 0 in 32 bits", break_count,
        "frame_count", 0x08000000),
    AT("count-exceeds-file", "frames-byte-swapped", "a frame count of 1 is written big-endian", break_count,
        "frame_count", 0x01000000),
    AT("count-exceeds-file", "transforms-wrap-64",
        "96 times the frame count times the timestep count is 0 in 64 bits", break_both_counts, "frame_count",
        TWO(0x40000000, 0x20000000)),
    AT("count-exceeds-file", "transforms-wrap-32", "the frame count times the timestep count is 0 in 32 bits",
        break_both_counts, "frame_count", TWO(0x10000, 0x10000)),
    AT("count-exceeds-file", "transforms-most", "both counts are the largest int32", break_both_counts,
        "frame_count", TWO(INT32_MAX, INT32_MAX)),
    AT("count-exceeds-file", "vertices-28-wraps", "28 times a vertex count is 24 in 32 bits", break_count,
        "groups[*].vertex_count", 153391690),
    AT("count-exceeds-file", "vertices-28-wraps-to-0", "28 times a vertex count is 0 in 32 bits", break_count,
        "groups[*].vertex_count", 0x40000000),
    AT("count-exceeds-file", "vertices-28-negative", "28 times a vertex count is negative in 32 bits",
        break_count, "groups[*].vertex_count", 76695845),
    AT("count-exceeds-file", "vertices-4-wraps", "4 times a vertex count is 4 in 32 bits", break_count,
        "groups[*].vertex_count", 0x40000001),
    AT("count-exceeds-file", "basis-wraps-32", "rows times columns is 0 in 32 bits", break_both_counts,
        "groups[*].basis.rows", TWO(0x10000, 0x10000)),
    AT("count-exceeds-file", "basis-wraps-64", "8 times rows times columns is 2^63", break_both_counts,
        "groups[*].basis.rows", TWO(0x40000000, 0x40000000)),
    AT("count-exceeds-file", "basis-most", "rows and columns are the largest int32", break_both_counts,
        "groups[*].basis.rows", TWO(INT32_MAX, INT32_MAX)),
    AT("count-exceeds-file", "basis-8-wraps", "8 times rows times columns is 0 in 32 bits", break_both_counts,
        "groups[*].basis.rows", TWO(0x10000, 0x2000)),
    AT("count-exceeds-file", "coefficients-wraps-64", "8 times rows times columns is 2^63", break_both_counts,
        "groups[*].coefficients.rows", TWO(0x40000000, 0x40000000)),
    AT("count-exceeds-file", "coefficients-wraps-32", "rows times columns is 0 in 32 bits", break_both_counts,
        "groups[*].coefficients.rows", TWO(0x10000, 0x10000)),

    GROUP("count-exceeds-file", "name-one-less",
        "a name's length is one too small: its last byte becomes part of the vertex count", NULL,
        misplace_name_end, .number = -1),
    GROUP("count-exceeds-file", "name-one-more",
        "a name's length is one too large: the vertex count is read one byte late", NULL, misplace_name_end,
        .number = 1),
    ROW("coefficients-rows", "last-one-less",
        "the last row count is one too small: the last values are read as a group", lower_coefficient_count,
        .text = "plus", .number = -1),
    ROW("coefficients-rows", "last-0", "the last row count is 0: the values are read as a group",
        lower_coefficient_count),
    ROW("coefficients-columns", "last-one-less",
        "the last column count is one too small: the last values are read as a group",
        lower_coefficient_count, .text = "plus", .number = -1),
    ROW("coefficients-columns", "last-0", "the last column count is 0: the values are read as a group",
        lower_coefficient_count),
    ROW("no-timesteps", "transforms-left", "the timestep count is 0: the transforms are read as a group",
        lower_timestep_count),
    ROW("count-exceeds-file", "two-timesteps-less",
        "the timestep count is two too small: the last transforms are read as a group", lower_timestep_count,
        .text = "plus", .number = -2),
    ROW("count-negative", "two-timesteps-less",
        "the timestep count is two too small: the last transforms are read as a group", lower_timestep_count,
        .text = "plus", .number = -2),
    ROW("no-frames", "transforms-left", "the frame count is 0: the transforms are read as a group",
        set_frame_count_to_0),
};

const ap_defect_table ap_memg_count_defects = { defects, sizeof defects / sizeof *defects };
