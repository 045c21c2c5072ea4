/* The figures of a mesh-ensemble motion: counts, modes, duration, and the box around its vertices at the first timestep. */
#include <math.h>

#include "validators/figure.h"
#include "validators/md5mesh/md5mesh_skin.h"
#include "validators/memg/memg_layout.h"
#include "validators/memg/memg_positions.h"

enum {
    BYTES,
    GROUPS,
    VERTICES,
    MODES,
    PARENTS,
    TIMESTEPS,
    DURATION,
    RATE,
    EXTENT_X,
    EXTENT_Y,
    EXTENT_Z,
    FIGURES
};

typedef struct measurement {
    ap_io io;
    ap_memg_motion motion;
    ap_memg_cursor cursor;
    ap_memg_order order;
    ap_md5mesh_box box; /* around the vertices at the first timestep */
} measurement;

static void measure_group(measurement *m, double figures[FIGURES])
{
    const ap_memg_group *group = &m->cursor.group;
    double at[3];
    figures[GROUPS]++;
    figures[VERTICES] += group->vertex_count;
    figures[MODES] = fmax(figures[MODES], group->basis.columns);
    for (size_t i = 0; m->motion.timestep_count > 0 && i < (size_t)group->vertex_count; i++) {
        ap_memg_compute_position(&m->motion, group, m->order, i, 0, at);
        ap_md5mesh_extend_box(&m->box, at);
    }
}

static const double *measure_motion(ap_view input, const ap_lint_options *options, ap_arena *arena)
{
    measurement m = { .order = ap_memg_wanted_matrix_order(options), .box = AP_MD5MESH_EMPTY_BOX };
    double *figures = ap_alloc_array(arena, FIGURES, sizeof *figures);
    m.cursor.motion = &m.motion;
    if (figures == NULL || !ap_memg_open_reader_at_first_group(&m.io, &m.cursor, input, arena))
        return NULL;
    for (size_t i = 0; ap_bytes_left(&m.io) > 0; i++) {
        if (!ap_memg_read_or_write_group(&m.io, i)
            || !ap_memg_do_counts_and_parent_fit(&m.motion, &m.cursor.group))
            return NULL;
        measure_group(&m, figures);
    }
    figures[BYTES] = (double)input.size;
    figures[PARENTS] = m.motion.frame_count;
    figures[TIMESTEPS] = m.motion.timestep_count;
    figures[RATE] = m.motion.framerate;
    figures[DURATION] = m.motion.framerate > 0 ? ap_memg_seconds(&m.motion) : (double)NAN;
    for (size_t axis = 0; axis < 3; axis++)
        figures[EXTENT_X + axis] =
            m.box.max[axis] < m.box.min[axis] ? (double)NAN : m.box.max[axis] - m.box.min[axis];
    return figures;
}

static const ap_figure rows[] = {
    [BYTES] = AP_FIGURE_BYTES,
    [GROUPS] = { "groups", "", "groups", true, false },
    [VERTICES] = { "vertices", "", "vertices of all groups", true, false },
    [MODES] = { "modes", "", "most modes of one group: columns of its matrix U", false, false },
    [PARENTS] = { "parents", "", "parent frames of the groups, each animated", false, false },
    [TIMESTEPS] = { "timesteps", "", "timesteps", true, false },
    [DURATION] = { "duration", "s", "timesteps divided by the framerate", true, false },
    [RATE] = { "rate", "frames/s", "timesteps a second", false, false },
    [EXTENT_X] = { "extent-x", "units", "length along x of the box around all vertices at the first timestep",
        false, true },
    [EXTENT_Y] = { "extent-y", "units", "length along y of the box around all vertices at the first timestep",
        false, true },
    [EXTENT_Z] = { "extent-z", "units", "length along z of the box around all vertices at the first timestep",
        false, true },
};

const ap_figure_table ap_memg_figures = { rows, sizeof rows / sizeof *rows, measure_motion };
