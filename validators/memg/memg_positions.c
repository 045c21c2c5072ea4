#include "validators/memg/memg_positions.h"

#include <math.h>

#include "validators/memg/memg_layout.h"

enum { BLOCK_ROWS = 1024 /* number of rows that stay in the cache while the columns of U are added */ };

typedef struct positions_computation {
    ap_io io;
    ap_memg_motion motion;
    ap_memg_cursor cursor;
    ap_memg_order order;
    size_t timestep;
    ap_memg_positions *positions;
} positions_computation;

/* Returns one coordinate of a vertex in its parent's frame: a row of mean + U·Q[:, t]. */
static double local_coordinate(
    const ap_memg_group *group, ap_memg_order order, size_t row, size_t timestep, bool swap)
{
    double sum = ap_memg_number(group->mean, row, swap);
    for (size_t mode = 0; mode < (size_t)group->basis.columns; mode++)
        sum += ap_memg_element(&group->basis, order, row, mode, swap)
               * ap_memg_element(&group->coefficients, order, mode, timestep, swap);
    return sum;
}

/* Adds U·Q[:, t] to rows `first_row` to `end_row` - 1 of the positions, for U and Q in column order. Reads the elements of U in
   the order of the file. */
static inline void add_modes_to_rows(const ap_memg_group *group, size_t timestep, bool swap, size_t first_row,
    size_t end_row, double *positions)
{
    for (size_t mode = 0; mode < (size_t)group->basis.columns; mode++) {
        const double weight = ap_memg_element(&group->coefficients, AP_MEMG_COLUMN, mode, timestep, swap);
        for (size_t row = first_row; row < end_row; row++)
            positions[row] += ap_memg_element(&group->basis, AP_MEMG_COLUMN, row, mode, swap) * weight;
    }
}

void ap_memg_compute_local_positions(
    const ap_memg_group *group, ap_memg_order order, size_t timestep, bool swap, double *positions)
{
    const size_t rows = (size_t)group->basis.rows;
    for (size_t row = 0; order == AP_MEMG_ROW && row < rows; row++)
        positions[row] = local_coordinate(group, order, row, timestep, swap);
    for (size_t first = 0; order == AP_MEMG_COLUMN && first < rows; first += BLOCK_ROWS) {
        const size_t end = rows - first < BLOCK_ROWS ? rows : first + BLOCK_ROWS;
        for (size_t row = first; row < end; row++)
            positions[row] = ap_memg_number(group->mean, row, swap);
        if (swap)
            add_modes_to_rows(group, timestep, true, first, end, positions);
        else
            add_modes_to_rows(group, timestep, false, first, end, positions);
    }
}

void ap_memg_compute_position(const ap_memg_motion *motion, const ap_memg_group *group, ap_memg_order order,
    size_t vertex, size_t timestep, double at[3])
{
    double local[3];
    const bool swap = motion->big_endian;
    const size_t transform = timestep * (size_t)motion->frame_count + (size_t)group->parent_frame;
    for (size_t i = 0; i < 3; i++)
        local[i] = local_coordinate(group, order, 3 * vertex + i, timestep, swap);
    for (size_t i = 0; i < 3; i++) {
        const size_t row = AP_MEMG_TRANSFORM_ENTRIES * transform + 4 * i;
        at[i] = ap_memg_number(motion->transforms, row + 3, swap);
        for (size_t k = 0; k < 3; k++)
            at[i] += ap_memg_number(motion->transforms, row + k, swap) * local[k];
    }
}

static void compute_vertex_position(positions_computation *p, size_t i)
{
    const uint8_t *entry = p->cursor.group.mapping.bytes + AP_MEMG_MAPPING_BYTES * i;
    const size_t vertex = (size_t)ap_load_i32(entry, p->io.swap);
    ap_memg_position *position = &p->positions->vertices[vertex - 1];
    ap_memg_compute_position(&p->motion, &p->cursor.group, p->order, i, p->timestep, position->at);
    position->known = true;
}

/* Returns the 1-based number of the first vertex at a position that is not finite; 0 if all positions are finite. Must be called
   after the last group, because a later group may replace a position. */
static size_t find_vertex_that_is_not_finite(const ap_memg_positions *positions)
{
    for (size_t i = 0; i < positions->count; i++) {
        const double *at = positions->vertices[i].at; /* 0 0 0 if the position is not known */
        if (!isfinite(at[0]) || !isfinite(at[1]) || !isfinite(at[2]))
            return i + 1;
    }
    return 0;
}

/* Returns true if the group's counts and mapping allow the computation. Repeats checks of the linter, so that
   no position is computed from bytes outside the views. */
static bool has_valid_counts_and_mapping(const positions_computation *p)
{
    const ap_memg_group *group = &p->cursor.group;
    const size_t count = (size_t)group->vertex_count;
    for (size_t i = 0; i < count; i++) {
        const int32_t entry = ap_load_i32(group->mapping.bytes + AP_MEMG_MAPPING_BYTES * i, p->io.swap);
        if (entry < 1 || (size_t)entry > p->positions->count)
            return false;
    }
    return ap_memg_do_counts_and_parent_fit(&p->motion, group);
}

static bool compute_groups(positions_computation *p)
{
    for (size_t i = 0; ap_bytes_left(&p->io) > 0; i++) {
        if (!ap_memg_read_or_write_group(&p->io, i) || !has_valid_counts_and_mapping(p))
            return false;
        for (size_t vertex = 0; vertex < (size_t)p->cursor.group.vertex_count; vertex++)
            compute_vertex_position(p, vertex);
    }
    return true;
}

ap_memg_positions_result ap_memg_compute_positions(ap_view input, ap_memg_order order, size_t timestep,
    size_t vertex_count, ap_arena *arena, ap_memg_positions *positions, size_t *timesteps)
{
    positions_computation p = { .order = order, .timestep = timestep, .positions = positions };
    p.cursor.motion = &p.motion;
    if (!ap_memg_open_reader_at_first_group(&p.io, &p.cursor, input, arena))
        return AP_MEMG_POSITIONS_FAILED;
    *timesteps = (size_t)p.motion.timestep_count;
    if (timestep >= *timesteps)
        return AP_MEMG_POSITIONS_NO_TIMESTEP;
    *positions = (ap_memg_positions){ .count = vertex_count };
    positions->vertices = ap_alloc_array(arena, vertex_count, sizeof *positions->vertices);
    if (positions->vertices == NULL || !compute_groups(&p))
        return AP_MEMG_POSITIONS_FAILED;
    positions->first_not_finite = find_vertex_that_is_not_finite(positions);
    return AP_MEMG_POSITIONS_DONE;
}
