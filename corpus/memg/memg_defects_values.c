/* Defects of a motion file's numbers: transforms, means, bases, coefficients, parents. */
#include <math.h>

#include "corpus/memg/memg_candidates.h"
#include "corpus/memg/memg_group_bytes.h"
#include "corpus/memg/memg_kit.h"
#include "corpus/memg/memg_page.h"

#define NOT_FINITE "memg/not-finite"
#define ROTATION   "memg/rotation"
#define REFLECTION "memg/reflection"
#define ORDER      "memg/matrix-order"
#define PARENT     "memg/parent-range"

#define QUIET_NAN  INT64_C(0x7ff8000000000000)
#define SIGNALLING INT64_C(0x7ff0000000000001)
#define INFINITE   INT64_C(0x7ff0000000000000)
#define MINUS      INT64_MIN
#define GREATEST   INT64_C(0x7fefffffffffffff)

/* One of the transforms that are rotations, or as good as; NULL where there is none. */
static const ap_listed_field *pick_transform(ap_memg_candidates *candidates)
{
    const ap_listed_field *picked = NULL;
    size_t seen = 0;
    for (size_t i = 0; i < candidates->frames * candidates->timesteps; i++) {
        const ap_listed_field *transform = candidates->transforms + MEMG_ENTRIES * i;
        if (ap_memg_deviation(candidates, transform) < 0.5e-6 && !ap_memg_mirrors(candidates, transform)
            && ap_pick_this(candidates->damage->choices, &seen))
            picked = transform;
    }
    return picked;
}

static const ap_listed_field *find_transform(ap_damage *damage)
{
    ap_memg_candidates candidates;
    return ap_memg_find_candidates(damage, &candidates) ? pick_transform(&candidates) : NULL;
}

/* The place of an entry: of the rotation (text "rotation"), or of the translation. */
static const ap_listed_field *pick_entry(ap_damage *damage)
{
    const ap_listed_field *transform = find_transform(damage);
    if (transform == NULL)
        return NULL;
    const bool of_rotation = damage->defect->text != NULL;
    const size_t row = ap_choose_below(damage->choices, 3);
    const size_t column = of_rotation ? ap_choose_below(damage->choices, 3) : 3;
    return transform + MEMG_ROW_ENTRIES * row + column;
}

static bool break_entry(ap_damage *damage)
{
    const ap_listed_field *entry = pick_entry(damage);
    return entry != NULL && ap_edit_number(damage, entry, (uint64_t)damage->defect->number)
           && ap_expect_own(damage, entry);
}

/* A transform's rule points at all of it. */
static bool expect_transform(ap_damage *damage, const ap_listed_field *transform)
{
    char text[AP_PATH_TEXT_BYTES];
    const char *path = ap_field_path(transform, text); /* "transforms[2][0][0]" */
    const int length = (int)(strrchr(path, '[') - path);
    return damage->defect->near_miss
           || ap_expect(damage, damage->defect->rule,
               (ap_span){ transform->span.offset, MEMG_TRANSFORM_BYTES },
               ap_path_format(damage, "%.*s", length, path));
}

/* `number` millionths of a millionth are added to an entry of the rotation. */
static bool nudge_entry(ap_damage *damage)
{
    const ap_listed_field *transform = find_transform(damage);
    if (transform == NULL)
        return false;
    const size_t row = ap_choose_below(damage->choices, 3);
    const ap_listed_field *entry = transform + MEMG_ROW_ENTRIES * row + ap_choose_below(damage->choices, 3);
    const double nudged = ap_field_f64(damage, entry) + (double)damage->defect->number / 1e12;
    return ap_edit_number(damage, entry, ap_bits_of_double(nudged)) && expect_transform(damage, transform);
}

/* A row of the rotation, the other way round. */
static bool edit_negated(ap_damage *damage, const ap_listed_field *first)
{
    enum { SIGN_BYTE = 7 };
    uint8_t row[3 * MEMG_NUMBER_BYTES];
    memcpy(row, damage->input.bytes + first->span.offset, sizeof row);
    for (size_t i = 0; i < 3; i++)
        row[MEMG_NUMBER_BYTES * i + (first->swap ? 0 : SIGN_BYTE)] ^= 0x80;
    return ap_edit_span(damage, (ap_span){ first->span.offset, sizeof row }, row, sizeof row);
}

/* One of the rows: the block mirrors. */
static bool negate_row(ap_damage *damage)
{
    const ap_listed_field *transform = find_transform(damage);
    return transform != NULL
           && edit_negated(damage, transform + MEMG_ROW_ENTRIES * ap_choose_below(damage->choices, 3))
           && expect_transform(damage, transform);
}

/* Two of the rows: the block still turns. */
static bool negate_two_rows(ap_damage *damage)
{
    const ap_listed_field *transform = find_transform(damage);
    if (transform == NULL)
        return false;
    const size_t left_out = ap_choose_below(damage->choices, 3);
    for (size_t row = 0; row < 3; row++) {
        if (row != left_out && !edit_negated(damage, transform + MEMG_ROW_ENTRIES * row))
            return false;
    }
    return true;
}

static bool zero_transform(ap_damage *damage)
{
    const uint8_t zeros[MEMG_TRANSFORM_BYTES] = { 0 };
    const ap_listed_field *transform = find_transform(damage);
    return transform != NULL
           && ap_edit_span(damage, (ap_span){ transform->span.offset, sizeof zeros }, zeros, sizeof zeros)
           && expect_transform(damage, transform);
}

/* An entry with an infinite square. */
static bool enlarge_entry(ap_damage *damage)
{
    const ap_listed_field *transform = find_transform(damage);
    return transform != NULL && ap_edit_number(damage, transform, (uint64_t)damage->defect->number)
           && expect_transform(damage, transform);
}

static bool break_parent(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.frames == 0)
        return false;
    const ap_memg_candidate_group *group = ap_memg_pick_group(&candidates, NULL);
    if (group == NULL)
        return false;
    const int64_t number =
        damage->defect->number + (damage->defect->text != NULL ? (int64_t)candidates.frames : 0);
    return number <= INT32_MAX && ap_edit_number(damage, group->parent_frame, (uint64_t)number)
           && ap_expect_own(damage, group->parent_frame);
}

/* The deviation of U^T U from I, U read with these steps between rows and between columns. */
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

/* Whether a basis of that size can be orthonormal row by row alone. */
static bool order_fits(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    const ap_memg_candidate_matrix *u = &group->basis;
    (void)candidates;
    return u->column_count >= 2 && u->column_count < u->row_count && u->column_count <= MOST_COLUMNS
           && u->row_count * u->column_count <= MOST_VALUES;
}

/* The first columns of a unit matrix, row by row; `number` millionths are added to the first value. */
static bool reorder_basis(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates))
        return false;
    const ap_memg_candidate_group *group = ap_memg_pick_group(&candidates, order_fits);
    if (group == NULL)
        return false;
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
    if (u->values->swap) /* such a file has an error */
        return false;
    uint8_t *bytes = ap_memg_added_bytes(damage, span.length);
    if (bytes == NULL)
        return false;
    ap_memg_put_numbers(bytes, values, rows * columns);
    return ap_edit_span(damage, span, bytes, span.length)
           && (damage->defect->near_miss
               || ap_expect(
                   damage, ORDER, span, ap_path_format(damage, "groups[%zu].basis.values", group->index)));
}

static const ap_defect defects[] = {
    { "not-finite_rotation-nan", NOT_FINITE, "an entry of a rotation is NaN", NULL, .apply = break_entry,
        .pattern = NULL, .number = QUIET_NAN, .text = "rotation" },
    { "not-finite_rotation-infinite", NOT_FINITE, "an entry of a rotation is infinite", NULL,
        .apply = break_entry, .pattern = NULL, .number = INFINITE, .text = "rotation" },
    { "not-finite_translation-nan", NOT_FINITE, "an entry of a translation is NaN", NULL,
        .apply = break_entry, .pattern = NULL, .number = SIGNALLING },
    { "not-finite_translation-infinite", NOT_FINITE, "an entry of a translation is minus infinity", NULL,
        .apply = break_entry, .pattern = NULL, .number = INFINITE | MINUS },
    { "not-finite_translation-greatest", NOT_FINITE,
        "an entry of a translation is the greatest double there is", NULL, .apply = break_entry,
        .pattern = NULL, .number = GREATEST, .near_miss = true },
    { "not-finite_mean-nan", NOT_FINITE, "a value of a mean pose is NaN", NULL, .apply = ap_apply_number,
        .pattern = "groups[*].mean[*]", .number = QUIET_NAN },
    { "not-finite_mean-infinite", NOT_FINITE, "a value of a mean pose is infinite", NULL,
        .apply = ap_apply_number, .pattern = "groups[*].mean[*]", .number = INFINITE },
    { "not-finite_mean-subnormal", NOT_FINITE, "a value of a mean pose is the least double there is", NULL,
        .apply = ap_apply_number, .pattern = "groups[*].mean[*]", .number = 1, .near_miss = true },
    { "not-finite_basis-nan", NOT_FINITE, "a value of a basis is a NaN with a payload", NULL,
        .apply = ap_apply_number, .pattern = "groups[*].basis.values[*]",
        .number = QUIET_NAN | MINUS | 0x1234 },
    { "not-finite_basis-infinite", NOT_FINITE, "a value of a basis is infinite", NULL,
        .apply = ap_apply_number, .pattern = "groups[*].basis.values[*]", .number = INFINITE },
    { "not-finite_coefficient-nan", NOT_FINITE, "a coefficient is NaN", NULL, .apply = ap_apply_number,
        .pattern = "groups[*].coefficients.values[*]", .number = QUIET_NAN },
    { "not-finite_coefficient-signalling", NOT_FINITE, "a coefficient is a signalling NaN", NULL,
        .apply = ap_apply_number, .pattern = "groups[*].coefficients.values[*]", .number = SIGNALLING },
    { "not-finite_coefficient-infinite", NOT_FINITE, "a coefficient is minus infinity", NULL,
        .apply = ap_apply_number, .pattern = "groups[*].coefficients.values[*]", .number = INFINITE | MINUS },
    { "not-finite_coefficient-greatest", NOT_FINITE, "a coefficient is the greatest double there is", NULL,
        .apply = ap_apply_number, .pattern = "groups[*].coefficients.values[*]", .number = GREATEST,
        .near_miss = true },

    { "rotation_entry-3-more", ROTATION, "an entry of a rotation is 3 too large", NULL, .apply = nudge_entry,
        .pattern = NULL, .number = INT64_C(3000000000000) },
    { "rotation_entry-hundredth-more", ROTATION, "an entry of a rotation is off by a hundredth", NULL,
        .apply = nudge_entry, .pattern = NULL, .number = INT64_C(10000000000) },
    { "rotation_zero", ROTATION, "a transform is all zeros", NULL, .apply = zero_transform },
    { "rotation_entry-barely-more", ROTATION, "an entry of a rotation is off by a thousandth of a millionth",
        NULL, .apply = nudge_entry, .pattern = NULL, .number = 1000, .near_miss = true },
    { "rotation_huge", ROTATION, "an entry of a rotation is so large that its square is infinite", NULL,
        .apply = enlarge_entry, .pattern = NULL, .number = GREATEST },
    { "reflection_row-negated", REFLECTION, "a row of a rotation is negated", NULL, .apply = negate_row },
    { "reflection_two-rows-negated", REFLECTION, "two rows of a rotation are negated: it is one again", NULL,
        .apply = negate_two_rows, .near_miss = true },

    { "parent-range_count", PARENT, "a parent frame is the frame count: counted from 1?", NULL,
        .apply = break_parent, .pattern = NULL, .number = 0, .text = "plus" },
    { "parent-range_above", PARENT, "a parent frame is one more than the frame count", NULL,
        .apply = break_parent, .pattern = NULL, .number = 1, .text = "plus" },
    { "parent-range_-1", PARENT, "a parent frame is -1: none?", NULL, .apply = break_parent, .pattern = NULL,
        .number = -1 },
    { "parent-range_most", PARENT, "a parent frame is the largest number there is", NULL,
        .apply = break_parent, .pattern = NULL, .number = INT32_MAX },
    { "parent-range_least", PARENT, "a parent frame is the least number there is", NULL,
        .apply = break_parent, .pattern = NULL, .number = INT32_MIN },
    { "parent-range_last", PARENT, "a parent frame is the last one", NULL, .apply = break_parent,
        .pattern = NULL, .number = -1, .text = "plus", .near_miss = true },
    { "parent-range_first", PARENT, "a parent frame is the first one", NULL, .apply = break_parent,
        .pattern = NULL, .number = 0, .near_miss = true },

    { "matrix-order_rows", ORDER, "a basis is orthonormal when read row by row, and not column by column",
        NULL, .apply = reorder_basis },
    { "matrix-order_rows-nearly", ORDER, "a basis is nearly orthonormal when read row by row", NULL,
        .apply = reorder_basis, .pattern = NULL, .number = 10, .near_miss = true },
};

const ap_defect_table ap_memg_value_defects = { defects, sizeof defects / sizeof *defects };
