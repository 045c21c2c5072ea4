/* The figures of a mesh-ensemble motion: counts, modes, duration, and the box around its vertices at the first timestep. */
#include <math.h>

#include "validators/figure.h"
#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/memg/memg_layout.h"
#include "validators/memg/memg_positions.h"

typedef struct memg_measurements {
    ap_measurements facts; /* must be the first member */
    size_t groups, vertices, most_modes, parent_frames, timesteps;
    double duration, rate, extent[3];
} memg_measurements;

typedef struct measurement {
    ap_io io;
    ap_memg_motion motion;
    ap_memg_cursor cursor;
    ap_memg_order order;
    ap_md5mesh_box box; /* around the vertices at the first timestep */
} measurement;

static void measure_group(measurement *m, memg_measurements *facts)
{
    const ap_memg_group *group = &m->cursor.group;
    const size_t modes = (size_t)group->basis.columns;
    double at[3];
    facts->groups++;
    facts->vertices += (size_t)group->vertex_count;
    facts->most_modes = modes > facts->most_modes ? modes : facts->most_modes;
    for (size_t i = 0; m->motion.timestep_count > 0 && i < (size_t)group->vertex_count; i++) {
        ap_memg_compute_position(&m->motion, group, m->order, i, 0, at);
        ap_md5mesh_extend_box(&m->box, at);
    }
}

static const ap_measurements *measure_motion(ap_view input, const ap_lint_options *options, ap_arena *arena)
{
    measurement m = { .order = ap_memg_wanted_matrix_order(options), .box = AP_MD5MESH_EMPTY_BOX };
    memg_measurements *facts = ap_alloc(arena, sizeof *facts);
    m.cursor.motion = &m.motion;
    if (facts == NULL || !ap_memg_open_reader_at_first_group(&m.io, &m.cursor, input, arena))
        return NULL;
    for (size_t i = 0; ap_bytes_left(&m.io) > 0; i++) {
        if (!ap_memg_read_or_write_group(&m.io, i)
            || !ap_memg_do_counts_and_parent_fit(&m.motion, &m.cursor.group))
            return NULL;
        measure_group(&m, facts);
    }
    facts->facts.input = input;
    facts->parent_frames = (size_t)m.motion.frame_count;
    facts->timesteps = (size_t)m.motion.timestep_count;
    facts->rate = m.motion.framerate;
    facts->duration = m.motion.framerate > 0 ? ap_memg_seconds(&m.motion) : (double)NAN;
    for (size_t axis = 0; axis < 3; axis++)
        facts->extent[axis] =
            m.box.max[axis] < m.box.min[axis] ? (double)NAN : m.box.max[axis] - m.box.min[axis];
    return &facts->facts;
}

AP_FIGURE_OF(memg_measurements, groups, groups)
AP_FIGURE_OF(memg_measurements, vertices, vertices)
AP_FIGURE_OF(memg_measurements, most_modes, most_modes)
AP_FIGURE_OF(memg_measurements, parent_frames, parent_frames)
AP_FIGURE_OF(memg_measurements, timesteps, timesteps)
AP_FIGURE_OF(memg_measurements, duration, duration)
AP_FIGURE_OF(memg_measurements, rate, rate)
AP_FIGURE_OF(memg_measurements, extent_x, extent[0])
AP_FIGURE_OF(memg_measurements, extent_y, extent[1])
AP_FIGURE_OF(memg_measurements, extent_z, extent[2])

static const ap_figure rows[] = {
    AP_FIGURE_BYTES,
    { "groups", "", "groups", groups, true, false },
    { "vertices", "", "vertices of all groups", vertices, true, false },
    { "modes", "", "most modes of one group: columns of its matrix U", most_modes, false, false },
    { "parents", "", "parent frames of the groups, each animated", parent_frames, false, false },
    { "timesteps", "", "timesteps", timesteps, true, false },
    { "duration", "s", "timesteps divided by the framerate", duration, true, false },
    { "rate", "frames/s", "timesteps a second", rate, false, false },
    { "extent-x", "units", "length along x of the box around all vertices at the first timestep", extent_x,
        false, true },
    { "extent-y", "units", "length along y of the box around all vertices at the first timestep", extent_y,
        false, true },
    { "extent-z", "units", "length along z of the box around all vertices at the first timestep", extent_z,
        false, true },
};

const ap_figure_table ap_memg_figures = { rows, sizeof rows / sizeof *rows, measure_motion };
