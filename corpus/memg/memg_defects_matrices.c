/* Defects in the sizes of a group's basis U and coefficients Q. */
#include <string.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/memg/memg_corpus.h"
#include "corpus/memg/memg_group_bytes.h"
#include "corpus/memg/memg_page.h"

#define FORMAT "memg"

#define BASIS_ROWS "memg/basis-rows"
#define ROWS       "memg/coefficients-rows"
#define COLUMNS    "memg/coefficients-columns"
#define RIGID      "memg/rigid-group"
#define EXCEED     "memg/modes-exceed"

static size_t largest_rank_of_basis(const ap_memg_candidates *candidates, size_t vertices)
{
    return 3 * vertices < candidates->timesteps ? 3 * vertices : candidates->timesteps;
}

/* Returns true if the group has modes. */
static bool has_modes(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    (void)candidates;
    return group->basis.column_count > 0;
}

static bool has_no_modes(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    return !has_modes(candidates, group);
}

static bool has_coefficients(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    return has_modes(candidates, group) && candidates->timesteps > 0;
}

/* Adds one row or column to a matrix, or removes one, as the defect's number says: appends `value_count` values of 2 to the
   matrix, or removes its last `value_count` values. `field` is the count of its rows or columns. */
static bool resize_matrix_by_defect_number(ap_damage *damage, const ap_memg_candidate_matrix *matrix,
    const ap_listed_field *field, size_t value_count)
{
    const bool more = damage->defect->number > 0;
    const size_t count = matrix->row_count * matrix->column_count;
    uint8_t *twos =
        ap_memg_allocate_up_to_limit(damage, ap_saturating_size_product(value_count, MEMG_NUMBER_BYTES));
    const size_t end = ap_span_end(matrix->columns->span) + MEMG_NUMBER_BYTES * count;
    const int64_t was = ap_field_i32(damage, field);
    if (twos == NULL || field->swap || was + damage->defect->number < 0)
        return false;
    const double two = 2;
    for (size_t i = 0; i < value_count; i++)
        ap_memg_put_numbers(twos + MEMG_NUMBER_BYTES * i, &two, 1);
    const ap_span span = { more ? end : end - MEMG_NUMBER_BYTES * value_count,
        more ? 0 : MEMG_NUMBER_BYTES * value_count };
    return ap_edit_number(damage, field, (uint64_t)(was + damage->defect->number))
           && ap_edit_span(damage, span, twos, more ? MEMG_NUMBER_BYTES * value_count : 0)
           && ap_expect_own_rule(damage, field);
}

/* Marks the input's findings about the order of the basis values as vanished in the changed file. */
static bool expect_order_vanished(ap_damage *damage, const ap_memg_candidate_group *group)
{
    return ap_expect_vanished_at(damage, "memg/matrix-order", group->basis.values->span);
}

static bool resize_basis_rows(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    return (group->basis.column_count == 1 || damage->defect->number > 0)
           && resize_matrix_by_defect_number(
               damage, &group->basis, group->basis.rows, group->basis.column_count)
           && expect_order_vanished(damage, group);
}

static bool resize_coefficient_rows(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    return resize_matrix_by_defect_number(
        candidates->damage, &group->coefficients, group->coefficients.rows, candidates->timesteps);
}

/* Adds or removes one column of Q. Returns false if the new column count of a file's only group equals the frame count, which is
   reported as exchanged counts. */
static bool resize_coefficient_columns(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    return (candidates->count > 1
               || (int64_t)candidates->timesteps + damage->defect->number != (int64_t)candidates->frames)
           && resize_matrix_by_defect_number(
               damage, &group->coefficients, group->coefficients.columns, group->coefficients.row_count);
}

static bool swap_matrix_sizes(ap_damage *damage, const ap_memg_candidate_matrix *matrix)
{
    uint8_t sizes[2 * MEMG_COUNT_BYTES];
    const uint8_t *at = damage->input.bytes + matrix->rows->span.offset;
    memcpy(sizes, at + MEMG_COUNT_BYTES, MEMG_COUNT_BYTES);
    memcpy(sizes + MEMG_COUNT_BYTES, at, MEMG_COUNT_BYTES);
    return matrix->row_count != matrix->column_count
           && ap_edit_span(damage, (ap_span){ matrix->rows->span.offset, sizeof sizes }, sizes, sizeof sizes);
}

/* Exchanges the row and column counts of U: it then no longer fits Q. */
static bool transpose_basis(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    if (group->basis.column_count >= group->basis.row_count)
        return false;
    return swap_matrix_sizes(damage, &group->basis)
           && ap_expect_at_field(damage, BASIS_ROWS, group->basis.rows)
           && (group->basis.row_count <= largest_rank_of_basis(candidates, group->vertices)
               || ap_expect_at_field(damage, EXCEED, group->basis.columns))
           && ap_expect_at_field(damage, ROWS, group->coefficients.rows)
           && expect_order_vanished(damage, group);
}

static bool transpose_coefficients(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    return swap_matrix_sizes(damage, &group->coefficients)
           && ap_expect_at_field(damage, ROWS, group->coefficients.rows)
           && ap_expect_at_field(damage, COLUMNS, group->coefficients.columns);
}

/* Sets the row count of a rigid group's basis to the defect's number. The basis has no columns, so that any number of rows takes
   0 bytes. */
static bool break_rigid_rows(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    return ap_edit_number(damage, group->basis.rows, (uint64_t)damage->defect->number)
           && ap_expect_own_rule(damage, group->basis.rows);
}

static bool break_rigid_columns(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    return ap_edit_number(damage, group->coefficients.columns, (uint64_t)damage->defect->number)
           && ap_expect_own_rule(damage, group->coefficients.columns);
}

/* Replaces U and Q by matrices with `modes` modes, and expects a finding of the defect's rule at the column count of U. */
static bool replace_matrices_and_expect(ap_damage *damage, const ap_memg_candidates *candidates,
    const ap_memg_candidate_group *group, size_t modes)
{
    size_t size;
    const size_t start = group->basis.rows->span.offset;
    const uint8_t *bytes =
        ap_memg_make_matrix_bytes(damage, 3 * group->vertices, modes, candidates->timesteps, &size);
    return bytes != NULL && !group->basis.rows->swap
           && ap_edit_span(damage, (ap_span){ start, group->end - start }, bytes, size)
           && ap_expect_own_rule(damage, group->basis.columns);
}

static bool drop_modes(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    return replace_matrices_and_expect(candidates->damage, candidates, group, 0);
}

enum { MOST_MODES = 64 };

static bool set_more_modes_than_rank(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    if (largest_rank_of_basis(candidates, group->vertices) >= MOST_MODES)
        return false;
    return replace_matrices_and_expect(damage, candidates, group,
        largest_rank_of_basis(candidates, group->vertices) + (size_t)damage->defect->number);
}

/* Returns true if the largest useful number of modes of the group is at least 1 and less than MOST_MODES. */
static bool is_largest_rank_usable(const ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    const size_t rank = largest_rank_of_basis(candidates, group->vertices);
    return rank > 0 && rank < MOST_MODES;
}

/* Near miss: sets the number of modes to the defect's number, or to the highest useful number of modes if that is lower. */
static bool set_mode_count_up_to_rank(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    const size_t rank = largest_rank_of_basis(candidates, group->vertices),
                 modes = (size_t)damage->defect->number;
    return replace_matrices_and_expect(damage, candidates, group, modes < rank ? modes : rank);
}

/* Near miss: gives the last group as many modes as are useful. Its coefficients then end exactly at the end of the file. */
static bool give_last_group_most_modes(ap_damage *damage)
{
    ap_memg_candidates candidates;
    if (!ap_memg_find_candidates(damage, &candidates) || candidates.count == 0)
        return false;
    const ap_memg_candidate_group *last = &candidates.groups[candidates.count - 1];
    return is_largest_rank_usable(&candidates, last)
           && replace_matrices_and_expect(
               damage, &candidates, last, largest_rank_of_basis(&candidates, last->vertices));
}

/* Replaces U and Q by matrices with one mode less or more, if that number of modes is useful. */
static bool add_or_drop_one_mode(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    const int64_t modes = (int64_t)group->basis.column_count + damage->defect->number;
    return modes > 0 && modes <= (int64_t)largest_rank_of_basis(candidates, group->vertices)
           && replace_matrices_and_expect(damage, candidates, group, (size_t)modes);
}

/* Replaces all data of the group after its name: the new data has one vertex more than the old, and one mode. */
static bool add_vertex(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    size_t size;
    if (damage->companion.bytes != NULL)
        return false;
    const size_t start = group->vertex_count->span.offset;
    const size_t parent = (size_t)ap_field_i32(damage, group->parent_frame);
    const uint8_t *bytes =
        ap_memg_make_group_bytes_after_name(candidates, group->vertices + 1, parent, 1, &size);
    return bytes != NULL && ap_edit_span(damage, (ap_span){ start, group->end - start }, bytes, size);
}

/* Replaces all data of the group after its name: the number of vertices is the defect's number, and the group has one mode, or no
   mode if it has no vertices. */
static bool set_vertex_count(ap_memg_candidates *candidates, const ap_memg_candidate_group *group)
{
    ap_damage *damage = candidates->damage;
    size_t size;
    const size_t vertices = (size_t)damage->defect->number;
    if (damage->companion.bytes != NULL)
        return false;
    if (group->vertices == vertices || group->basis.rows->swap)
        return false;
    const size_t modes = vertices > 0 ? 1 : 0;
    const size_t start = group->vertex_count->span.offset;
    const size_t parent = (size_t)ap_field_i32(damage, group->parent_frame);
    const uint8_t *bytes = ap_memg_make_group_bytes_after_name(candidates, vertices, parent, modes, &size);
    return bytes != NULL && candidates->timesteps >= modes
           && ap_edit_span(damage, (ap_span){ start, group->end - start }, bytes, size)
           && ap_expect_own_rule(damage, group->vertex_count)
           && (modes > 0
               || ap_expect_with_path_of_field(damage, RIGID,
                   (ap_span){ start + 3 * MEMG_COUNT_BYTES, MEMG_COUNT_BYTES }, group->basis.columns));
}

static const ap_defect defects[] = {
    GROUP("basis-rows", "one-more", "a basis has one row more than three per vertex", has_modes,
        resize_basis_rows, .number = 1),
    GROUP("basis-rows", "one-less", "a basis has one row less than three per vertex", has_modes,
        resize_basis_rows, .number = -1, .knobs = "modes=1"),
    GROUP("basis-rows", "transposed", "rows and columns of a basis are swapped", has_modes, transpose_basis,
        NULL),
    GROUP("basis-rows", "rigid-most", "a basis without columns has the largest int32 as its row count",
        has_no_modes, break_rigid_rows, .number = INT32_MAX, .knobs = "modes=0"),
    GROUP("basis-rows", "rigid-0", "a basis without columns has no rows", has_no_modes, break_rigid_rows,
        .knobs = "modes=0"),
    GROUP("coefficients-rows", "one-more", "the coefficients have one row more than the basis has columns",
        has_coefficients, resize_coefficient_rows, .number = 1),
    GROUP("coefficients-rows", "one-less", "the coefficients have one row less than the basis has columns",
        has_coefficients, resize_coefficient_rows, .number = -1),
    GROUP("coefficients-rows", "transposed", "rows and columns of the coefficients are swapped", NULL,
        transpose_coefficients, NULL),
    GROUP("coefficients-columns", "one-more",
        "the coefficients have one column more than the file has timesteps", has_coefficients,
        resize_coefficient_columns, .number = 1),
    GROUP("coefficients-columns", "one-less",
        "the coefficients have one column less than the file has timesteps", has_coefficients,
        resize_coefficient_columns, .number = -1),
    GROUP("coefficients-columns", "rigid-most",
        "coefficients without rows have the largest int32 as their column count", has_no_modes,
        break_rigid_columns, .number = INT32_MAX, .knobs = "modes=0"),
    GROUP("rigid-group", "no-modes", "a group has no modes", has_modes, drop_modes, NULL),
    GROUP("modes-exceed", "one-more", "a group has one mode more than its motion can have", NULL,
        set_more_modes_than_rank, .number = 1),
    GROUP("modes-exceed", "ten-more", "a group has ten modes more than its motion can have", NULL,
        set_more_modes_than_rank, .number = 10),
    GROUP("no-vertices", "emptied", "a group has no vertices", NULL, set_vertex_count, NULL),

    GROUP("basis-rows", "vertex-more", "a group has one vertex more, and its basis three rows more",
        is_largest_rank_usable, add_vertex, .near_miss = true),
    GROUP("coefficients-rows", "mode-less", "basis and coefficients both have one mode less",
        is_largest_rank_usable, add_or_drop_one_mode, .number = -1, .knobs = "modes=2..4", .near_miss = true),
    GROUP("coefficients-rows", "mode-more", "basis and coefficients both have one mode more",
        is_largest_rank_usable, add_or_drop_one_mode, .number = 1, .near_miss = true),
    NEAR("count-exceeds-file", "coefficients-fill",
        "the last coefficients have as many rows as fit, and end at the last byte of the file",
        give_last_group_most_modes),
    GROUP("modes-exceed", "as-many", "a group has as many modes as its motion can have",
        is_largest_rank_usable, set_mode_count_up_to_rank, .number = MOST_MODES, .near_miss = true),
    GROUP("rigid-group", "one-mode", "a group has only one mode", is_largest_rank_usable,
        set_mode_count_up_to_rank, .number = 1, .near_miss = true),
    GROUP("no-vertices", "one", "a group has only one vertex", NULL, set_vertex_count, .number = 1,
        .near_miss = true),
};

const ap_defect_table ap_memg_matrix_defects = { defects, sizeof defects / sizeof *defects };
