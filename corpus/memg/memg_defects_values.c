/* Defects in the numbers of a motion file: transforms, means, bases, coefficients, parents. */
#include <math.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_corpus.h"
#include "corpus/memg/memg_group_bytes.h"
#include "corpus/memg/memg_page.h"
#include "corpus/memg/memg_page_spikes.h"

#define FORMAT "memg"

#define ORDER "memg/matrix-order"

#define QUIET_NAN  INT64_C(0x7ff8000000000000)
#define SIGNALLING INT64_C(0x7ff0000000000001)
#define INFINITE   INT64_C(0x7ff0000000000000)
#define MINUS      INT64_MIN
#define GREATEST   INT64_C(0x7fefffffffffffff)

/* Picks a transform that is certainly a rotation within the linter's limit. Returns NULL if the file has none. */
static const ap_listed_field *pick_rotation_transform(ap_memg_candidates *candidates)
{
    const ap_listed_field *picked = NULL;
    size_t seen = 0;
    for (size_t i = 0; i < candidates->frames * candidates->timesteps; i++) {
        const ap_listed_field *transform = candidates->transforms + MEMG_ENTRIES * i;
        if (ap_memg_orthonormal_error_or_nan(candidates, transform) < 0.5e-6
            && !ap_memg_is_reflection(candidates, transform)
            && ap_pick_this_item(candidates->damage->choices, &seen))
            picked = transform;
    }
    return picked;
}

static const ap_listed_field *pick_rotation_transform_of_damage(ap_damage *damage)
{
    ap_memg_candidates candidates;
    return ap_memg_find_candidates(damage, &candidates) ? pick_rotation_transform(&candidates) : NULL;
}

static void read_translation(const ap_damage *damage, const ap_listed_field *transform, double translation[3])
{
    for (size_t row = 0; row < 3; row++)
        translation[row] = ap_field_f64(damage, transform + MEMG_ROW_ENTRIES * row + 3);
}

/* Sets an entry of a transform to the defect's number: an entry of the rotation if the defect's text is "rotation", otherwise of
   the translation. */
static bool set_transform_entry(ap_damage *damage)
{
    ap_memg_candidates candidates;
    double translation[3];
    const ap_listed_field *transform =
        ap_memg_find_candidates(damage, &candidates) ? pick_rotation_transform(&candidates) : NULL;
    if (transform == NULL)
        return false;
    const bool of_rotation = damage->defect->text != NULL;
    const size_t row = ap_choose_below(damage->choices, 3);
    const size_t column = of_rotation ? ap_choose_below(damage->choices, 3) : 3;
    const ap_listed_field *entry = transform + MEMG_ROW_ENTRIES * row + column;
    read_translation(damage, transform, translation);
    translation[row] = of_rotation ? NAN : ap_double_of_bits((uint64_t)damage->defect->number);
    return ap_edit_number(damage, entry, (uint64_t)damage->defect->number)
           && ap_expect_own_rule(damage, entry)
           && ap_memg_expect_changed_spike(&candidates, transform, translation)
           && (!damage->defect->near_miss || damage->expected_count == 0);
}

/* Expects a finding of the defect's rule at the whole transform. */
static bool expect_finding_at_transform(ap_damage *damage, const ap_listed_field *transform)
{
    char text[AP_PATH_TEXT_BYTES];
    const char *path = ap_put_field_path(transform, text); /* such as "transforms[2][0][0]" */
    const int length = (int)(strrchr(path, '[') - path);
    return damage->defect->near_miss
           || ap_expect_finding(damage, damage->defect->rule,
               (ap_span){ transform->span.offset, MEMG_TRANSFORM_BYTES },
               ap_format_damage_text(damage, "%.*s", length, path));
}

/* Adds the defect's number times 1e-12 to an entry of the rotation. */
static bool change_entry_slightly(ap_damage *damage)
{
    const ap_listed_field *transform = pick_rotation_transform_of_damage(damage);
    if (transform == NULL)
        return false;
    const size_t row = ap_choose_below(damage->choices, 3);
    const ap_listed_field *entry = transform + MEMG_ROW_ENTRIES * row + ap_choose_below(damage->choices, 3);
    const double nudged = ap_field_f64(damage, entry) + (double)damage->defect->number / 1e12;
    return ap_edit_number(damage, entry, ap_bits_of_double(nudged))
           && expect_finding_at_transform(damage, transform);
}

/* Negates a row of the rotation. */
static bool negate_rotation_row(ap_damage *damage, const ap_listed_field *first)
{
    enum { SIGN_BYTE = 7 };
    uint8_t row[3 * MEMG_NUMBER_BYTES];
    memcpy(row, damage->input.bytes + first->span.offset, sizeof row);
    for (size_t i = 0; i < 3; i++)
        row[MEMG_NUMBER_BYTES * i + (first->swap ? 0 : SIGN_BYTE)] ^= 0x80;
    return ap_edit_span(damage, (ap_span){ first->span.offset, sizeof row }, row, sizeof row);
}

/* Negates one row, which makes the rotation a reflection. */
static bool negate_row(ap_damage *damage)
{
    const ap_listed_field *transform = pick_rotation_transform_of_damage(damage);
    return transform != NULL
           && negate_rotation_row(damage, transform + MEMG_ROW_ENTRIES * ap_choose_below(damage->choices, 3))
           && expect_finding_at_transform(damage, transform);
}

/* Negates two rows: the result is still a rotation. */
static bool negate_two_rows(ap_damage *damage)
{
    const ap_listed_field *transform = pick_rotation_transform_of_damage(damage);
    if (transform == NULL)
        return false;
    const size_t left_out = ap_choose_below(damage->choices, 3);
    for (size_t row = 0; row < 3; row++) {
        if (row != left_out && !negate_rotation_row(damage, transform + MEMG_ROW_ENTRIES * row))
            return false;
    }
    return true;
}

static bool zero_transform(ap_damage *damage)
{
    const uint8_t zeros[MEMG_TRANSFORM_BYTES] = { 0 };
    const double origin[3] = { 0, 0, 0 };
    ap_memg_candidates candidates;
    const ap_listed_field *transform =
        ap_memg_find_candidates(damage, &candidates) ? pick_rotation_transform(&candidates) : NULL;
    return transform != NULL
           && ap_edit_span(damage, (ap_span){ transform->span.offset, sizeof zeros }, zeros, sizeof zeros)
           && expect_finding_at_transform(damage, transform)
           && ap_memg_expect_changed_spike(&candidates, transform, origin);
}

/* Sets a coordinate of a frame at one timestep to the defect's number times the greatest magnitude of the frame's coordinates (1
   or more). For a near miss, the timestep is the first. */
static bool move_transform_far_away(ap_damage *damage)
{
    ap_memg_candidates candidates;
    double translation[3], size = 1;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.timesteps < 5 || candidates.frames == 0)
        return false;
    const size_t axis = ap_choose_below(damage->choices, 3), step = MEMG_ENTRIES * candidates.frames;
    const size_t timestep =
        damage->defect->near_miss ? 0 : 1 + ap_choose_below(damage->choices, candidates.timesteps - 2);
    const ap_listed_field *first =
        candidates.transforms + MEMG_ENTRIES * ap_choose_below(damage->choices, candidates.frames);
    const ap_listed_field *transform = first + step * timestep;
    for (size_t t = 0; t < candidates.timesteps; t++) {
        read_translation(damage, first + step * t, translation);
        for (size_t i = 0; i < 3; i++)
            size = fmax(size, fabs(translation[i]));
    }
    const ap_listed_field *entry = transform + MEMG_ROW_ENTRIES * axis + 3;
    read_translation(damage, transform, translation);
    translation[axis] = (double)damage->defect->number * size;
    return isfinite(translation[axis]) && ap_edit_number(damage, entry, ap_bits_of_double(translation[axis]))
           && ap_memg_expect_changed_spike(&candidates, transform, translation)
           && ap_do_expectations_suit_defect(damage);
}

/* Sets an entry to a number so large that its square overflows. */
static bool set_overflowing_entry(ap_damage *damage)
{
    const ap_listed_field *transform = pick_rotation_transform_of_damage(damage);
    return transform != NULL && ap_edit_number(damage, transform, (uint64_t)damage->defect->number)
           && expect_finding_at_transform(damage, transform);
}

static bool set_parent_frame(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    if (candidates->frames == 0)
        return false;
    const int64_t number =
        damage->defect->number + (damage->defect->text != NULL ? (int64_t)candidates->frames : 0);
    return number <= INT32_MAX && ap_edit_number(damage, group->parent_frame, (uint64_t)number)
           && ap_expect_own_rule(damage, group->parent_frame);
}

static bool has_later_coefficients(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    (void)candidates;
    return group->coefficients.row_count > 0 && group->coefficients.column_count > 1;
}

/* Sets a coefficient to the defect's number. The coefficient is of a timestep other than 0, whether Q is stored row by row or
   column by column: at timestep 0, the change would break memg/obj-scale. */
static bool set_later_coefficient(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    const ap_memg_candidate_matrix *q = &group->coefficients;
    const ap_listed_field *picked = NULL;
    size_t seen = 0;
    for (size_t i = q->row_count; i < q->row_count * q->column_count; i++) {
        if (i % q->column_count != 0 && ap_pick_this_item(damage->choices, &seen))
            picked = q->values + i;
    }
    return picked != NULL && ap_edit_number(damage, picked, (uint64_t)damage->defect->number);
}

/* Returns the greatest absolute value of an element of U^T U - I. `by_row` and `by_column` are the steps in the array from one
   row, or column, of U to the next. */
static double basis_deviation(
    const double *values, size_t rows, size_t columns, size_t by_row, size_t by_column)
{
    double most = 0;
    for (size_t a = 0; a < columns; a++) {
        for (size_t b = 0; b < columns; b++) {
            double dot = 0;
            for (size_t i = 0; i < rows; i++)
                dot += values[i * by_row + a * by_column] * values[i * by_row + b * by_column];
            most = fmax(most, fabs(dot - (a == b ? 1 : 0)));
        }
    }
    return most;
}

enum { MOST_VALUES = 4096, MOST_COLUMNS = 24 };

/* Returns true if a basis of the group's size can be orthonormal if it is stored row by row, and not orthonormal if the same
   values are read column by column. */
static bool is_basis_order_detectable(
    const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    const ap_memg_candidate_matrix *u = &group->basis;
    (void)candidates;
    return u->column_count >= 2 && u->column_count < u->row_count && u->column_count <= MOST_COLUMNS
           && u->row_count * u->column_count <= MOST_VALUES;
}

/* Writes the first columns of a unit matrix as the basis, row by row, and adds the defect's number times 1e-6 to the first value.
   */
static bool write_unit_basis_by_row(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    const ap_memg_candidate_matrix *u = &group->basis;
    const size_t rows = u->row_count, columns = u->column_count;
    double *values = ap_alloc_array(damage->arena, rows * columns, sizeof *values);
    if (values == NULL)
        return false;
    for (size_t i = 0; i < columns; i++)
        values[i * columns + i] = 1;
    values[0] += (double)damage->defect->number / 1e6;
    if (basis_deviation(values, rows, columns, 1, rows) <= 1e-3)
        return false;
    const ap_span span = { u->values->span.offset, rows * columns * MEMG_NUMBER_BYTES };
    if (u->values->swap) /* a big-endian file already has an error */
        return false;
    uint8_t *bytes = ap_memg_allocate_up_to_limit(damage, span.length);
    if (bytes == NULL)
        return false;
    ap_memg_put_numbers(bytes, values, rows * columns);
    return ap_edit_span(damage, span, bytes, span.length)
           && (damage->defect->near_miss
               || ap_expect_finding(damage, ORDER, span,
                   ap_format_damage_text(damage, "groups[%zu].basis.values", group->index)));
}

static const ap_defect defects[] = {
    ROW("not-finite", "rotation-nan", "an entry of a rotation is NaN", set_transform_entry,
        .text = "rotation", .number = QUIET_NAN),
    ROW("not-finite", "rotation-infinite", "an entry of a rotation is infinite", set_transform_entry,
        .text = "rotation", .number = INFINITE),
    ROW("not-finite", "translation-nan", "an entry of a translation is NaN", set_transform_entry,
        .number = SIGNALLING),
    ROW("not-finite", "translation-infinite", "an entry of a translation is minus infinity",
        set_transform_entry, .number = INFINITE | MINUS),
    NEAR("not-finite", "translation-greatest", "an entry of a translation is the largest double",
        set_transform_entry, .number = GREATEST),
    ROW("transform-spike", "far", "a frame is far away for one timestep", move_transform_far_away,
        .number = 100, .knobs = "frames=1..3 timesteps=6..12"),
    ROW("transform-spike", "negative", "a coordinate of a frame is far below the others for one timestep",
        move_transform_far_away, .number = -50, .knobs = "frames=1..3 timesteps=6..12"),
    NEAR("transform-spike", "first", "a frame is far away at the first timestep", move_transform_far_away,
        .number = 100, .knobs = "frames=1..3 timesteps=6..12"),
    AT("not-finite", "mean-nan", "a value of a mean pose is NaN", ap_apply_number_to_field,
        "groups[*].mean[*]", QUIET_NAN),
    AT("not-finite", "mean-infinite", "a value of a mean pose is infinite", ap_apply_number_to_field,
        "groups[*].mean[*]", INFINITE),
    NEAR_AT("not-finite", "mean-subnormal", "a value of a mean pose is the smallest subnormal double",
        ap_apply_number_to_field, "groups[*].mean[*]", 1),
    AT("not-finite", "basis-nan", "a value of a basis is a NaN with a payload", ap_apply_number_to_field,
        "groups[*].basis.values[*]", QUIET_NAN | MINUS | 0x1234),
    AT("not-finite", "basis-infinite", "a value of a basis is infinite", ap_apply_number_to_field,
        "groups[*].basis.values[*]", INFINITE),
    AT("not-finite", "coefficient-nan", "a coefficient is NaN", ap_apply_number_to_field,
        "groups[*].coefficients.values[*]", QUIET_NAN),
    AT("not-finite", "coefficient-signalling", "a coefficient is a signalling NaN", ap_apply_number_to_field,
        "groups[*].coefficients.values[*]", SIGNALLING),
    AT("not-finite", "coefficient-infinite", "a coefficient is minus infinity", ap_apply_number_to_field,
        "groups[*].coefficients.values[*]", INFINITE | MINUS),
    GROUP("not-finite", "coefficient-greatest", "a coefficient is the largest double", has_later_coefficients,
        set_later_coefficient, .number = GREATEST, .near_miss = true),

    ROW("rotation", "entry-3-more", "an entry of a rotation is 3 too large", change_entry_slightly,
        .number = INT64_C(3000000000000)),
    ROW("rotation", "entry-hundredth-more", "an entry of a rotation is wrong by 0.01", change_entry_slightly,
        .number = INT64_C(10000000000)),
    ROW("rotation", "zero", "a transform is all zeros", zero_transform),
    NEAR("rotation", "entry-barely-more", "an entry of a rotation is wrong by 1e-9", change_entry_slightly,
        .number = 1000),
    ROW("rotation", "huge", "an entry of a rotation is so large that its square overflows to infinity",
        set_overflowing_entry, .number = GREATEST),
    ROW("reflection", "row-negated", "a row of a rotation is negated", negate_row),
    NEAR("reflection", "two-rows-negated", "two rows of a rotation are negated, which gives a rotation",
        negate_two_rows),

    GROUP("parent-range", "count", "a parent frame equals the frame count, as if counted from 1", NULL,
        set_parent_frame, .text = "plus"),
    GROUP("parent-range", "above", "a parent frame is one more than the frame count", NULL, set_parent_frame,
        .text = "plus", .number = 1),
    GROUP("parent-range", "-1", "a parent frame is -1, as if there were no parent", NULL, set_parent_frame,
        .number = -1),
    GROUP("parent-range", "most", "a parent frame is the largest int32", NULL, set_parent_frame,
        .number = INT32_MAX),
    GROUP("parent-range", "least", "a parent frame is the smallest int32", NULL, set_parent_frame,
        .number = INT32_MIN),
    GROUP("parent-range", "last", "a parent frame is the last one", NULL, set_parent_frame, .text = "plus",
        .number = -1, .near_miss = true),
    GROUP("parent-range", "first", "a parent frame is the first one", NULL, set_parent_frame,
        .near_miss = true),

    GROUP("matrix-order", "rows", "a basis is orthonormal when read row by row, and not column by column",
        is_basis_order_detectable, write_unit_basis_by_row, NULL),
    GROUP("matrix-order", "rows-nearly", "a basis is nearly orthonormal when read row by row",
        is_basis_order_detectable, write_unit_basis_by_row, .number = 10, .near_miss = true),
};

const ap_defect_table ap_memg_value_defects = { defects, sizeof defects / sizeof *defects };
