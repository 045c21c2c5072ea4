#include "validators/memg/memg_positions.h"

#include <math.h>

#include "validators/memg/memg_layout.h"

typedef struct placing {
    ap_io io;
    ap_memg_motion motion;
    ap_memg_cursor cursor;
    ap_memg_order order;
    size_t timestep;
    ap_memg_positions *positions;
} placing;

static double number_of(const placing *p, ap_view view, size_t i)
{
    return ap_memg_number(view, i, p->io.swap);
}

static double element_of(const placing *p, const ap_memg_matrix *matrix, size_t row, size_t column)
{
    return ap_memg_element(matrix, p->order, row, column, p->io.swap);
}

/* One coordinate of a vertex in its parent's frame: a row of mean + U·Q[:, t]. */
static double local_coordinate(const placing *p, size_t row)
{
    const ap_memg_group *group = &p->cursor.group;
    double sum = number_of(p, group->mean, row);
    for (size_t mode = 0; mode < (size_t)group->basis.columns; mode++)
        sum +=
            element_of(p, &group->basis, row, mode) * element_of(p, &group->coefficients, mode, p->timestep);
    return sum;
}

/* A row of the parent's transform, applied. */
static double world_coordinate(const placing *p, size_t row, const double local[3])
{
    const size_t transform =
        p->timestep * (size_t)p->motion.frame_count + (size_t)p->cursor.group.parent_frame;
    const size_t first = transform * AP_MEMG_TRANSFORM_ENTRIES + 4 * row;
    double sum = number_of(p, p->motion.transforms, first + 3);
    for (size_t i = 0; i < 3; i++)
        sum += number_of(p, p->motion.transforms, first + i) * local[i];
    return sum;
}

static void place_vertex(placing *p, size_t i)
{
    double local[3];
    const uint8_t *entry = p->cursor.group.mapping.bytes + AP_MEMG_MAPPING_BYTES * i;
    const size_t vertex = (size_t)ap_load_i32(entry, p->io.swap);
    ap_memg_position *position = &p->positions->vertices[vertex - 1];
    for (size_t c = 0; c < 3; c++)
        local[c] = local_coordinate(p, 3 * i + c);
    for (size_t c = 0; c < 3; c++) {
        position->at[c] = world_coordinate(p, c, local);
        if (!isfinite(position->at[c]))
            p->positions->not_finite = vertex;
    }
    position->known = true;
}

/* What the linter reports as errors, asked again: nothing here may reach outside of a view. */
static bool sound(const placing *p)
{
    const ap_memg_group *group = &p->cursor.group;
    const size_t count = (size_t)group->vertex_count;
    bool mapped = true;
    for (size_t i = 0; i < count; i++) {
        const int32_t entry = ap_load_i32(group->mapping.bytes + AP_MEMG_MAPPING_BYTES * i, p->io.swap);
        mapped = mapped && entry >= 1 && (size_t)entry <= p->positions->count;
    }
    return mapped && ap_memg_is_whole(&p->motion, group);
}

static bool place_groups(placing *p)
{
    for (size_t i = 0; ap_left(&p->io) > 0; i++) {
        if (!ap_memg_one_group(&p->io, i) || !sound(p))
            return false;
        for (size_t vertex = 0; vertex < (size_t)p->cursor.group.vertex_count; vertex++)
            place_vertex(p, vertex);
    }
    return true;
}

ap_memg_placing ap_memg_place_vertices(ap_view input, ap_memg_order order, size_t timestep,
    size_t vertex_count, ap_arena *arena, ap_memg_positions *positions, size_t *timesteps)
{
    placing p = { .order = order, .timestep = timestep, .positions = positions };
    ap_memg_reader(&p.io, input, arena);
    p.cursor.motion = &p.motion;
    p.io.scope = &p.cursor;
    if (!ap_memg_header(&p.io) || !ap_memg_frames(&p.io))
        return AP_MEMG_NOT_PLACED;
    *timesteps = (size_t)p.motion.timestep_count;
    if (timestep >= *timesteps)
        return AP_MEMG_NO_TIMESTEP;
    *positions = (ap_memg_positions){ .count = vertex_count };
    positions->vertices = ap_alloc_array(arena, vertex_count, sizeof *positions->vertices);
    if (positions->vertices == NULL || !place_groups(&p))
        return AP_MEMG_NOT_PLACED;
    return AP_MEMG_PLACED;
}
