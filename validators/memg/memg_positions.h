/* Computes the positions of a scene's vertices at one timestep of a mesh-ensemble motion: T(parent, t) ·
   (mean + U·Q[:, t]). */
#ifndef AP_MEMG_POSITIONS_H
#define AP_MEMG_POSITIONS_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "validators/format.h"
#include "validators/memg/memg.h"

typedef struct ap_memg_position {
    double at[3];
    bool known; /* a group of the motion maps the vertex, so `at` is valid */
} ap_memg_position;

/* Sets `at` to the world position, at a timestep, of vertex number `vertex` of the group, counted from 0. The group must have no
   errors. */
void ap_memg_compute_position(const ap_memg_motion *motion, const ap_memg_group *group, ap_memg_order order,
    size_t vertex, size_t timestep, double at[3]);

/* Computes mean + U·Q[:, t] of a group: the positions of all its vertices in their parent's frame, 3 numbers for each. The counts
   of the group must fit each other, as ap_memg_do_counts_and_parent_fit says. */
void ap_memg_compute_local_positions(
    const ap_memg_group *group, ap_memg_order order, size_t timestep, bool swap, double *positions);

typedef struct ap_memg_positions {
    size_t count;               /* number of vertices in the scene */
    ap_memg_position *vertices; /* positions of the scene's vertices: element i is vertex i + 1 of the .obj */
    /* 1-based number of the first vertex with an infinite or NaN coordinate; 0 if all known positions are finite */
    size_t first_not_finite;
} ap_memg_positions;

typedef enum ap_memg_positions_result {
    AP_MEMG_POSITIONS_DONE,
    AP_MEMG_POSITIONS_NO_TIMESTEP, /* the motion has no such timestep; *timesteps is the number of
                                      timesteps */
    AP_MEMG_POSITIONS_FAILED       /* the motion has an error, or memory ran out (arena->failed) */
} ap_memg_positions_result;

/* Computes the positions at `timestep` for a scene of vertex_count vertices. The motion has no error except
   perhaps memg/byte-order; `order` is the order of U and Q. If several groups map a vertex, the last group
   decides. The positions live in the arena. */
ap_memg_positions_result ap_memg_compute_positions(ap_view input, ap_memg_order order, size_t timestep,
    size_t vertex_count, ap_arena *arena, ap_memg_positions *positions, size_t *timesteps);

#endif
