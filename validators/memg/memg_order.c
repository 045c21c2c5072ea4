#include "validators/memg/memg_order.h"

#include <math.h>
#include <string.h>

#include "validators/memg/memg_blocks.h"

enum {
    /* number of columns in a block; each pass over the rows multiplies the columns of two blocks */
    BLOCK = 16,
    STRIP = 16 /* number of rows that are copied, and then multiplied */
};

/* A view of a matrix in one element order: element (i, j) is number i * row_step + j * column_step. */
typedef struct matrix_view {
    const uint8_t *values;
    size_t rows, columns;
    size_t row_step, column_step;
    bool swap;
} matrix_view;

static matrix_view view_matrix(const ap_memg_matrix *matrix, ap_memg_order order, bool swap)
{
    matrix_view seen = { .values = matrix->values.bytes, .swap = swap };
    seen.rows = (size_t)matrix->rows;
    seen.columns = (size_t)matrix->columns;
    seen.row_step = order == AP_MEMG_ROW ? seen.columns : 1;
    seen.column_step = order == AP_MEMG_ROW ? 1 : seen.rows;
    return seen;
}

static double matrix_element(const matrix_view *matrix, size_t row, size_t column)
{
    const size_t number = row * matrix->row_step + column * matrix->column_step;
    return ap_load_f64(matrix->values + AP_MEMG_NUMBER_BYTES * number, matrix->swap);
}

/* Returns true if the sum is close to the wanted value; false for NaN and infinity. */
static bool is_near(double sum, double wanted)
{
    return fabs(sum - wanted) <= AP_MEMG_ORTHONORMAL_WITHIN;
}

/* Returns true if the first two columns are orthonormal. */
static bool are_first_columns_orthonormal(const matrix_view *matrix)
{
    double first_squares = 0, products = 0, second_squares = 0;
    for (size_t i = 0; i < matrix->rows; i++) {
        const double first = matrix_element(matrix, i, 0), second = matrix_element(matrix, i, 1);
        first_squares += first * first;
        products += first * second;
        second_squares += second * second;
    }
    return is_near(first_squares, 1) && is_near(products, 0) && is_near(second_squares, 1);
}

/* Copies a block of BLOCK columns from `first` on and STRIP rows, so that products read consecutive numbers
   in either element order. Pads with zeros after the last column or row. */
static void copy_strip(const matrix_view *matrix, size_t row, size_t first, double strip[STRIP][BLOCK])
{
    const size_t rows = matrix->rows - row < STRIP ? matrix->rows - row : STRIP;
    const size_t columns = matrix->columns - first < BLOCK ? matrix->columns - first : BLOCK;
    memset(strip, 0, STRIP * sizeof *strip);
    for (size_t j = 0; j < columns; j++) {
        for (size_t i = 0; i < rows; i++)
            strip[i][j] = matrix_element(matrix, row + i, first + j);
    }
}

static void add_products(double sums[BLOCK][BLOCK], const double a[BLOCK], const double b[BLOCK])
{
    for (size_t i = 0; i < BLOCK; i++) {
        for (size_t j = 0; j < BLOCK; j++)
            sums[i][j] += a[i] * b[j];
    }
}

/* Returns true if the products of the columns from `first` on with those from `other` on are 1 for a column with itself,
   else 0. */
static bool are_blocks_orthonormal(const matrix_view *matrix, size_t first, size_t other)
{
    double sums[BLOCK][BLOCK] = { { 0 } };
    double a[STRIP][BLOCK];
    double b[STRIP][BLOCK];
    for (size_t row = 0; row < matrix->rows; row += STRIP) {
        copy_strip(matrix, row, first, a);
        copy_strip(matrix, row, other, b);
        for (size_t i = 0; i < STRIP; i++)
            add_products(sums, a[i], b[i]);
    }
    bool orthonormal = true;
    for (size_t i = 0; i < BLOCK && first + i < matrix->columns; i++) {
        for (size_t j = 0; j < BLOCK && other + j < matrix->columns; j++)
            orthonormal = orthonormal && is_near(sums[i][j], first + i == other + j);
    }
    return orthonormal;
}

/* Subtracts `count` times `rows` multiplications from *work; returns false if fewer are left. */
static bool spend_multiplication_budget(uint64_t *work, size_t count, size_t rows)
{
    const uint64_t needed = ap_saturating_product(count, rows);
    if (needed > *work)
        return false;
    *work -= needed;
    return true;
}

/* Returns true if max |U^T U - I| is small enough. Checks the first two columns first, which is cheap and usually rejects
   the wrong element order at once. Clears *known when the work runs out. */
static bool is_orthonormal(const matrix_view *matrix, uint64_t *work, bool *known)
{
    *known = spend_multiplication_budget(work, 3, matrix->rows);
    if (!*known || !are_first_columns_orthonormal(matrix))
        return false;
    for (size_t first = 0; first < matrix->columns; first += BLOCK) {
        for (size_t other = first; other < matrix->columns; other += BLOCK) {
            *known = spend_multiplication_budget(work, BLOCK * BLOCK, matrix->rows);
            if (!*known || !are_blocks_orthonormal(matrix, first, other))
                return false;
        }
    }
    return true;
}

ap_memg_other_order_answer ap_memg_check_if_other_order_is_better(
    const ap_memg_matrix *basis, bool swap, ap_memg_order in_use, uint64_t *work)
{
    bool known = true;
    if (basis->rows < 2 || basis->columns < 2 || basis->columns > basis->rows)
        return AP_MEMG_OTHER_ORDER_NOT_BETTER;
    const matrix_view other = view_matrix(basis, in_use == AP_MEMG_ROW ? AP_MEMG_COLUMN : AP_MEMG_ROW, swap);
    const matrix_view used = view_matrix(basis, in_use, swap);
    const bool in_other = is_orthonormal(&other, work, &known);
    const bool in_used = known && in_other && is_orthonormal(&used, work, &known);
    if (!known)
        return AP_MEMG_OTHER_ORDER_UNKNOWN;
    return in_other && !in_used ? AP_MEMG_OTHER_ORDER_BETTER : AP_MEMG_OTHER_ORDER_NOT_BETTER;
}
