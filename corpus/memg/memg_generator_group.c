/* Generates groups: a mesh that is a flat sheet, and modes that bend the sheet. */
#include <math.h>
#include <stdio.h>

#include "corpus/memg/memg_generator.h"

size_t ap_memg_scene_vertex(const ap_memg_generation *m, size_t i)
{
    const size_t count = (size_t)m->group.vertex_count;
    return (m->turn + (m->backwards ? count - i : i)) % count;
}

size_t ap_memg_motion_vertex(const ap_memg_generation *m, size_t vertex)
{
    const size_t count = (size_t)m->group.vertex_count;
    return (m->backwards ? m->turn + count - vertex : vertex + count - m->turn) % count;
}

size_t ap_memg_element_at(
    const ap_memg_generation *m, const ap_memg_matrix *matrix, size_t row, size_t column)
{
    if (m->values[AP_MEMG_MATRIX_ORDER] == AP_MEMG_ROW)
        return row * (size_t)matrix->columns + column;
    return column * (size_t)matrix->rows + row;
}

/* Makes a name with a number at its end, which makes the name unique. */

static bool make_name(ap_memg_generation *m, size_t index)
{
    static const char *const parts[] = { "body", "cloth", "leaf", "string", "wheel", "arm" };
    const ap_generation_request *make = m->make;
    char number[24];
    const size_t digits = (size_t)snprintf(number, sizeof number, "_%zu", index + 1);
    const size_t wildly_long = 16; /* factor by which a name may be longer than the knob's value */
    size_t size = (size_t)m->values[AP_MEMG_NAME_BYTES];
    const ap_name_kind kind = !make->wild ? AP_NAME_WORD : m->has_scene ? AP_NAME_TOKEN : AP_NAME_RAW;
    ap_view name = { (const uint8_t *)"", 0 };
    if (make->wild && ap_choose_one_in(make->choices, 4))
        size *= wildly_long;
    const char *part = parts[ap_choose_below(make->choices, sizeof parts / sizeof *parts)];
    if (make->wild || ap_choose_one_in(make->choices, 2))
        name = ap_make_name(make, kind, size);
    else
        name = (ap_view){ (const uint8_t *)part, strlen(part) };
    uint8_t *numbered = ap_alloc(make->arena, name.size + digits);
    if (numbered == NULL || name.bytes == NULL)
        return false;
    memcpy(numbered, name.bytes, name.size);
    memcpy(numbered + name.size, number, digits);
    m->group.name = (ap_view){ numbered, name.size + digits };
    m->group.name_length = (int32_t)m->group.name.size;
    return true;
}

/* Sets a few entries of the mapping to random vertex numbers, which may repeat. */
static void make_entries_unusual(ap_memg_generation *m, int32_t *mapping, size_t count)
{
    ap_choices *choices = m->make->choices;
    const int64_t most = m->has_scene ? (int64_t)m->vertices_before + (int64_t)count : INT32_MAX;
    const size_t unusual = (size_t)ap_choose_small_count(choices, (int64_t)count);
    for (size_t i = 0; i < unusual; i++) {
        const size_t at = ap_choose_below(choices, count);
        mapping[at] = (int32_t)ap_choose_between(choices, 1, most);
    }
}

static bool make_mapping(ap_memg_generation *m)
{
    const size_t count = (size_t)m->group.vertex_count;
    int32_t *mapping = ap_reuse_buffer(m->make, &m->mapping, count * sizeof *mapping);
    if (mapping == NULL)
        return false;
    m->turn = 0;
    m->backwards = false;
    if (count > 0 && ap_choose_one_in(m->make->choices, 3)) {
        m->turn = ap_choose_below(m->make->choices, count);
        m->backwards = ap_choose_one_in(m->make->choices, 2);
    }
    for (size_t i = 0; i < count; i++)
        mapping[i] = (int32_t)(m->vertices_before + ap_memg_scene_vertex(m, i) + 1);
    if (m->make->wild && count > 0)
        make_entries_unusual(m, mapping, count);
    m->group.mapping = (ap_view){ (const uint8_t *)mapping, count * sizeof *mapping };
    return true;
}

static void make_numbers_unusual(ap_memg_generation *m, double *numbers, size_t count)
{
    ap_choices *choices = m->make->choices;
    if (!m->make->wild || count == 0 || ap_choose_one_in(choices, 2))
        return;
    const size_t unusual = (size_t)ap_choose_small_count(choices, (int64_t)count);
    for (size_t i = 0; i < unusual; i++) {
        const size_t at = ap_choose_below(choices, count);
        ap_choose_wild_double(choices, &numbers[at]);
    }
}

enum { SHEET_WIDTH = 8 };

/* Computes the mean: the .obj vertices are in rows of SHEET_WIDTH, each slightly moved from its place in the grid. */
static bool make_mean_positions(ap_memg_generation *m)
{
    ap_choices *choices = m->make->choices;
    const size_t count = (size_t)m->group.vertex_count;
    double *mean = ap_reuse_buffer(m->make, &m->mean, 3 * count * sizeof *mean);
    if (mean == NULL)
        return false;
    for (size_t i = 0; i < count; i++) {
        const size_t vertex = ap_memg_scene_vertex(m, i);
        const size_t row = vertex / SHEET_WIDTH, column = vertex % SHEET_WIDTH;
        const double position[3] = { (double)column, (double)row, 0 };
        for (size_t axis = 0; axis < 3; axis++)
            mean[3 * i + axis] = position[axis] + ap_choose_real(choices, -0.3, 0.3);
    }
    m->group.mean = (ap_view){ (const uint8_t *)mean, 3 * count * sizeof *mean };
    return true;
}

/* Basis: Gram-Schmidt, done twice, so that the second pass removes the rounding errors of the first. */

typedef struct basis_generation {
    const ap_memg_generation *m;
    const ap_memg_matrix *matrix;
    double *values;
} basis_generation;

static double *element_of(const basis_generation *b, size_t row, size_t column)
{
    return &b->values[ap_memg_element_at(b->m, b->matrix, row, column)];
}

static double dot_of_columns(const basis_generation *b, size_t one, size_t other)
{
    double sum = 0;
    for (size_t row = 0; row < (size_t)b->matrix->rows; row++)
        sum += *element_of(b, row, one) * *element_of(b, row, other);
    return sum;
}

/* Makes a column orthogonal to all earlier columns, by subtracting its projections on them. Returns the length of the rest. */
static double make_orthogonal(const basis_generation *b, size_t column)
{
    for (size_t pass = 0; pass < 2; pass++) {
        for (size_t other = 0; other < column; other++) {
            const double share = dot_of_columns(b, column, other);
            for (size_t row = 0; row < (size_t)b->matrix->rows; row++)
                *element_of(b, row, column) -= share * *element_of(b, row, other);
        }
    }
    return sqrt(dot_of_columns(b, column, column));
}

/* Sets a column to a smooth bend of the sheet, with some noise. */
static void make_bend_column(const basis_generation *b, size_t column)
{
    ap_choices *choices = b->m->make->choices;
    const double *mean = b->m->mean.memory;
    double slope[3][4];
    for (size_t axis = 0; axis < 3; axis++) {
        for (size_t i = 0; i < 4; i++)
            slope[axis][i] = ap_choose_real(choices, -1, 1);
    }
    for (size_t row = 0; row < (size_t)b->matrix->rows; row++) {
        const double *s = slope[row % 3], *position = mean + row - row % 3;
        const double x = position[0] / (double)SHEET_WIDTH, y = position[1] / (double)SHEET_WIDTH;
        const double disorder = ap_choose_real(choices, -0.2, 0.2);
        *element_of(b, row, column) = s[0] + s[1] * x + s[2] * y + s[3] * x * y + disorder;
    }
}

/* Sets a column to the unit vector with 1 at `at`. For at least one `at`, the unit vector is far from the space that the earlier
   columns span. */
static void make_unit_column(const basis_generation *b, size_t column, size_t at)
{
    for (size_t row = 0; row < (size_t)b->matrix->rows; row++)
        *element_of(b, row, column) = row == at ? 1 : 0;
}

static void make_column(const basis_generation *b, size_t column)
{
    const double far_enough = 1e-3;
    make_bend_column(b, column);
    double length = make_orthogonal(b, column);
    for (size_t at = 0; length < far_enough && at < (size_t)b->matrix->rows; at++) {
        make_unit_column(b, column, at);
        length = make_orthogonal(b, column);
    }
    for (size_t row = 0; row < (size_t)b->matrix->rows; row++)
        *element_of(b, row, column) /= length;
}

/* Chooses the number of modes. It is at most the number of independent modes, except in a wild file, where the knob alone
   decides. */
static int32_t choose_modes(const ap_memg_generation *m)
{
    const ap_knob_range range = m->make->ranges[AP_MEMG_MODES];
    const int64_t coordinates = 3 * (int64_t)m->group.vertex_count;
    const int64_t timesteps = m->composer.motion.timestep_count;
    int64_t most = coordinates - 1 < timesteps ? coordinates - 1 : timesteps;
    const int64_t modes = ap_choose_between(m->make->choices, range.least, range.greatest);
    if (m->make->wild && coordinates == 0 && timesteps == 0 && ap_choose_one_in(m->make->choices, 2))
        return INT32_MAX;
    if (m->make->wild && ap_choose_one_in(m->make->choices, 2))
        most = modes;
    most = most > 0 ? most : 0;
    return (int32_t)(modes < most ? modes : most);
}

static bool make_basis(ap_memg_generation *m)
{
    ap_memg_matrix *matrix = &m->group.basis;
    matrix->rows = (int32_t)(3 * (int64_t)m->group.vertex_count);
    matrix->columns = choose_modes(m);
    const size_t count = (size_t)matrix->rows * (size_t)matrix->columns;
    double *values = ap_reuse_buffer(m->make, &m->basis, ap_saturating_size_product(count, sizeof *values));
    const basis_generation b = { m, matrix, values };
    if (values == NULL)
        return false;
    for (size_t column = 0; count > 0 && column < (size_t)matrix->columns; column++) {
        if (matrix->columns < matrix->rows)
            make_column(&b, column);
        else
            /* a column that cannot be orthogonal: there are more modes than independent ones */
            make_bend_column(&b, column);
    }
    make_numbers_unusual(m, values, count);
    matrix->values = (ap_view){ (const uint8_t *)values, count * sizeof *values };
    return true;
}

/* Generates the coefficients of up to AP_SWINGS modes, from `mode` on. */
static void make_mode_coefficients(
    ap_memg_generation *m, const ap_memg_matrix *matrix, size_t mode, double *values)
{
    const double size = 0.3 * sqrt((double)m->group.basis.rows);
    const size_t left = (size_t)matrix->rows - mode, modes = left < AP_SWINGS ? left : AP_SWINGS;
    ap_oscillations swings = { 0 };
    for (size_t i = 0; i < modes; i++)
        ap_oscillation_init(&swings, i, m->make->choices, 0, size / (double)(mode + i + 1));
    for (size_t t = 0; t < (size_t)matrix->columns; t++) {
        double now[AP_SWINGS];
        ap_oscillations_next(&swings, now);
        for (size_t i = 0; i < modes; i++)
            values[ap_memg_element_at(m, matrix, mode + i, t)] = now[i];
    }
}

/* Generates the coefficients: each mode oscillates, and later modes have smaller amplitudes. */
static bool make_coefficients(ap_memg_generation *m)
{
    ap_memg_matrix *matrix = &m->group.coefficients;
    matrix->rows = m->group.basis.columns;
    matrix->columns = m->composer.motion.timestep_count;
    const size_t count = (size_t)matrix->rows * (size_t)matrix->columns;
    double *values =
        ap_reuse_buffer(m->make, &m->coefficients, ap_saturating_size_product(count, sizeof *values));
    if (values == NULL)
        return false;
    for (size_t mode = 0; count > 0 && mode < (size_t)matrix->rows; mode += AP_SWINGS)
        make_mode_coefficients(m, matrix, mode, values);
    make_numbers_unusual(m, values, count);
    matrix->values = (ap_view){ (const uint8_t *)values, count * sizeof *values };
    return true;
}

bool ap_memg_make_group(ap_memg_generation *m, size_t index)
{
    const ap_knob_range vertices = m->make->ranges[AP_MEMG_VERTICES];
    ap_choices *choices = m->make->choices;
    m->group = (ap_memg_group){ .name_length = 0 };
    int64_t count = ap_choose_between(choices, vertices.least, vertices.greatest);
    if (m->make->wild && ap_choose_one_in(choices, 6))
        count = 0;
    const int64_t room = INT32_MAX - (int64_t)m->vertices_before; /* largest vertex number that a mapping
                                                                     can hold */
    m->group.vertex_count = (int32_t)(count < room ? count : room);
    m->group.parent_frame = (int32_t)ap_choose_below(choices, (size_t)m->composer.motion.frame_count);
    if (!make_name(m, index) || !make_mapping(m) || !make_mean_positions(m) || !make_basis(m)
        || !make_coefficients(m))
        return false;
    if (m->make->wild)
        make_numbers_unusual(m, m->mean.memory, 3 * (size_t)m->group.vertex_count);
    return ap_memg_compose_group(&m->composer, &m->group);
}
