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

static void make_numbers_unusual_if_wild(ap_memg_generation *m, double *numbers, size_t count)
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

/* Basis: mode 3 (k - 1) + d is standing wave k along the sheet, in direction d of a random rotation. The standing waves are the
   vectors of the discrete cosine transform, and the directions of a wave are orthonormal, so the columns are orthonormal. */

enum { DIRECTIONS = 3 };

/* Computes the cosine and sine of an angle from 0 to pi. Uses basic operations only: the functions of C libraries differ in
   the last bit, and a seed makes the same bytes on every machine. */
static void compute_cosine_and_sine(double angle, double *cosine, double *sine)
{
    const size_t halvings = 4;
    const double x = angle / 16, square = x * x; /* at most 0.04: the series is exact after the terms below */
    double c = 1, s = 1;
    for (int n = 12; n > 0; n -= 2) {
        c = 1 - square / (double)(n * (n - 1)) * c;
        s = 1 - square / (double)(n * (n + 1)) * s;
    }
    s *= x;
    for (size_t i = 0; i < halvings; i++) {
        const double twice = 2 * s * c;
        c = 1 - 2 * s * s;
        s = twice;
    }
    *cosine = c;
    *sine = s;
}

/* A standing wave: element i of `count` is cos(pi number (i + 1/2) / count), scaled to length 1. */
typedef struct standing_wave {
    double now, quarter; /* this element, and the same with sin instead of cos */
    double cosine, sine; /* of the angle from one element to the next */
} standing_wave;

static standing_wave start_wave(size_t number, size_t count)
{
    const double pi = 3.14159265358979323846;
    const double step = pi * (double)number / (double)count;
    const double scale = sqrt((number == 0 ? 1 : 2) / (double)count);
    standing_wave wave;
    compute_cosine_and_sine(step, &wave.cosine, &wave.sine);
    compute_cosine_and_sine(step / 2, &wave.now, &wave.quarter);
    wave.now *= scale;
    wave.quarter *= scale;
    return wave;
}

static double next_of_wave(standing_wave *wave)
{
    const double value = wave->now;
    wave->now = value * wave->cosine - wave->quarter * wave->sine;
    wave->quarter = value * wave->sine + wave->quarter * wave->cosine;
    return value;
}

/* Stores the columns of one wave, from `column` on: DIRECTIONS columns, or fewer at the end of the matrix. */
static void make_wave_columns(
    const ap_memg_generation *m, const ap_memg_matrix *matrix, size_t column, double *values)
{
    const size_t count = (size_t)m->group.vertex_count, left = (size_t)matrix->columns - column;
    const size_t columns = left < DIRECTIONS ? left : DIRECTIONS;
    double rotation[4], directions[DIRECTIONS][3] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } };
    ap_make_rotation(m->make->choices, rotation);
    for (size_t i = 0; i < columns; i++)
        ap_rotate_vector(rotation, directions[i], directions[i]);
    standing_wave wave = start_wave((1 + column / DIRECTIONS) % count, count);
    for (size_t i = 0; i < count; i++) {
        const double size = next_of_wave(&wave);
        const size_t first_row = 3 * ap_memg_motion_vertex(m, i);
        for (size_t c = 0; c < columns; c++) {
            for (size_t axis = 0; axis < 3; axis++)
                values[ap_memg_element_at(m, matrix, first_row + axis, column + c)] =
                    size * directions[c][axis];
        }
    }
}

/* Chooses the number of modes. It is at most the number of independent modes, except in half of the groups of a wild file, where
   the knob alone decides. In a wild file without timesteps, a group without vertices may have the largest int32. */
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
    if (values == NULL)
        return false;
    for (size_t column = 0; count > 0 && column < (size_t)matrix->columns; column += DIRECTIONS)
        make_wave_columns(m, matrix, column, values);
    make_numbers_unusual_if_wild(m, values, count);
    matrix->values = (ap_view){ (const uint8_t *)values, count * sizeof *values };
    return true;
}

/* Generates the coefficients of up to AP_SWINGS modes, from `first_mode` on. */
static void make_coefficients_of_next_modes(
    ap_memg_generation *m, const ap_memg_matrix *matrix, size_t first_mode, double *values)
{
    const double size = 0.3 * sqrt((double)m->group.basis.rows);
    const size_t left = (size_t)matrix->rows - first_mode, modes = left < AP_SWINGS ? left : AP_SWINGS;
    ap_oscillations swings = { 0 };
    for (size_t i = 0; i < modes; i++)
        ap_oscillation_init(&swings, i, m->make->choices, 0, size / (double)(first_mode + i + 1));
    for (size_t t = 0; t < (size_t)matrix->columns; t++) {
        double now[AP_SWINGS];
        ap_oscillations_next(&swings, now);
        for (size_t i = 0; i < modes; i++)
            values[ap_memg_element_at(m, matrix, first_mode + i, t)] = now[i];
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
        make_coefficients_of_next_modes(m, matrix, mode, values);
    make_numbers_unusual_if_wild(m, values, count);
    matrix->values = (ap_view){ (const uint8_t *)values, count * sizeof *values };
    return true;
}

bool ap_memg_make_and_write_group(ap_memg_generation *m, size_t index)
{
    const ap_knob_range vertices = m->make->ranges[AP_MEMG_VERTICES];
    ap_choices *choices = m->make->choices;
    m->group = (ap_memg_group){ .name_length = 0 };
    int64_t count = ap_choose_between(choices, vertices.least, vertices.greatest);
    if (m->make->wild && ap_choose_one_in(choices, 6))
        count = 0;
    const int64_t room = INT32_MAX - (int64_t)m->vertices_before; /* most vertices of the group: the mapping
                                                                     has int32 vertex numbers */
    m->group.vertex_count = (int32_t)(count < room ? count : room);
    m->group.parent_frame = (int32_t)ap_choose_below(choices, (size_t)m->composer.motion.frame_count);
    if (!make_name(m, index) || !make_mapping(m) || !make_mean_positions(m) || !make_basis(m)
        || !make_coefficients(m))
        return false;
    if (m->make->wild)
        make_numbers_unusual_if_wild(m, m->mean.memory, 3 * (size_t)m->group.vertex_count);
    return ap_memg_compose_unchecked_group(&m->composer, &m->group);
}
