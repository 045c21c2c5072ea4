/* Tests memg/matrix-order with random bases, against a literal implementation of the definition: the rule fires if max |U^T U -
   I| <= 1e-6 in the other order and not in the order in use, and rows, columns >= 2, columns <= rows. */
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "tests/unit/memg/memg_build.h"
#include "tests/unit/support/lint_case.h"
#include "tests/unit/support/test_choices.h"
#include "validators/memg/memg.h"

enum { MOST_ROWS = 60, MOST_COLUMNS = 24 };

/* Element (i, j) is values[j * rows + i] in column order, values[i * columns + j] in row order. */
typedef struct test_basis {
    size_t rows, columns;
    double values[MOST_ROWS * MOST_COLUMNS];
} test_basis;

static size_t index_in_order(const test_basis *u, ap_memg_order order, size_t row, size_t column)
{
    return order == AP_MEMG_ROW ? row * u->columns + column : column * u->rows + row;
}

static double product_of_columns(const test_basis *u, ap_memg_order order, size_t a, size_t b)
{
    double sum = 0;
    for (size_t row = 0; row < u->rows; row++)
        sum += u->values[index_in_order(u, order, row, a)] * u->values[index_in_order(u, order, row, b)];
    return sum;
}

static bool is_orthonormal(const test_basis *u, ap_memg_order order)
{
    bool is = true;
    for (size_t a = 0; a < u->columns; a++) {
        for (size_t b = 0; b < u->columns; b++)
            is = is && fabs(product_of_columns(u, order, a, b) - (a == b ? 1 : 0)) <= 1e-6;
    }
    return is;
}

static bool expects_finding(const test_basis *u, ap_memg_order in_use)
{
    const ap_memg_order other = in_use == AP_MEMG_ROW ? AP_MEMG_COLUMN : AP_MEMG_ROW;
    return u->rows >= 2 && u->columns >= 2 && u->columns <= u->rows && is_orthonormal(u, other)
           && !is_orthonormal(u, in_use);
}

/* Makes a column orthogonal to the columns before, twice because of rounding, and of length 1. */
static void orthonormalize(test_basis *u, ap_memg_order order, size_t column)
{
    for (size_t i = 0; i < 2 * column; i++) {
        const double share = product_of_columns(u, order, i % column, column);
        for (size_t row = 0; row < u->rows; row++)
            u->values[index_in_order(u, order, row, column)] -=
                share * u->values[index_in_order(u, order, row, i % column)];
    }
    const double length = sqrt(product_of_columns(u, order, column, column));
    for (size_t row = 0; row < u->rows; row++)
        u->values[index_in_order(u, order, row, column)] /= length;
}

static test_basis random_basis_near_orthonormal(
    choices *source, size_t rows, size_t columns, ap_memg_order order)
{
    static const double steps[] = { 0, 0, 0, 1e-8, 1e-3 };
    test_basis u = { .rows = rows, .columns = columns };
    for (size_t i = 0; i < rows * columns; i++)
        u.values[i] = (double)random_number_below(source, 2001) - 1000;
    for (size_t column = 0; column < columns; column++)
        orthonormalize(&u, order, column);
    u.values[random_number_below(source, (unsigned)(rows * columns))] +=
        steps[random_number_below(source, 5)];
    return u;
}

static void write_basis(file_build *file, const test_basis *u, bool big_endian)
{
    const memg_group_spec group = { .name = "a", .vertices = (int)u->rows / 3, .modes = (int)u->columns };
    memg_build(
        file, &(memg_spec){
                  .frames = 1, .timesteps = MOST_COLUMNS, .big_endian = big_endian, .groups = { group } });
    for (size_t i = 0; i < u->rows * u->columns; i++) {
        char path[FIELD_PATH_BYTES];
        snprintf(path, sizeof path, "groups[0].basis.values[%zu]", i);
        set_f64(file, path, u->values[i]);
    }
}

/* Checks that the rule fires exactly if the definition holds. Returns true if the definition holds. */
static bool check_basis(const test_basis *u, ap_memg_order in_use, bool big_endian)
{
    AT_END(file_build_free) file_build file;
    const ap_lint_options options = { .choices[AP_MEMG_ORDER_CHOICE] = in_use };
    const bool wanted = expects_finding(u, in_use);
    char what[64];
    snprintf(what, sizeof what, "%zu x %zu", u->rows, u->columns);
    write_basis(&file, u, big_endian);
    const expected note = { "memg/matrix-order", offset_of_field(&file, "groups[0].basis.values"),
        8 * u->rows * u->columns, "groups[0].basis.values", 0, 0 };
    if (wanted)
        expect_rule(&ap_memg_format, file_build_view(&file), &options, note, what);
    else
        expect_rule_absent(&ap_memg_format, file_build_view(&file), &options, note.rule, what);
    return wanted;
}

Test(memg_basis, random_bases_are_reported_by_the_definition)
{
    static const size_t sizes[][2] = { { 3, 1 }, { 3, 2 }, { 3, 3 }, { 9, 9 }, { 9, 8 }, { 12, 7 }, { 24, 9 },
        { 30, 16 }, { 33, 17 }, { 60, 24 } };
    static const ap_memg_order orders[2] = { AP_MEMG_COLUMN, AP_MEMG_ROW };
    choices source = { 21 };
    size_t notes = 0;
    for (size_t i = 0; i < 8 * (sizeof sizes / sizeof *sizes); i++) {
        const size_t *size = sizes[i / 8];
        const test_basis u =
            random_basis_near_orthonormal(&source, size[0], size[1], orders[random_number_below(&source, 2)]);
        notes += check_basis(&u, AP_MEMG_COLUMN, i % 2 == 0);
        notes += check_basis(&u, AP_MEMG_ROW, i % 2 == 0);
    }
    cr_assert(notes > 20 && notes < 80, "%zu notes", notes);
}

/* More columns than rows cannot be orthonormal. */
Test(memg_basis, a_basis_with_more_columns_than_rows_is_not_reported)
{
    test_basis u = { .rows = 3, .columns = 4, .values = { 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0 } };
    check_basis(&u, AP_MEMG_COLUMN, false);
    check_basis(&u, AP_MEMG_ROW, false);
}
