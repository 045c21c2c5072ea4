/* Where the vertices of a scene are at one timestep of a mesh-ensemble motion: T(parent, t) · (mean + U·Q[:,
   t]). */
#ifndef AP_MEMG_POSITIONS_H
#define AP_MEMG_POSITIONS_H

#include "core/base/arena.h"
#include "core/base/span.h"
#include "validators/format.h"
#include "validators/memg/memg.h"

typedef struct ap_memg_position {
    double at[3];
    bool known; /* a group of the motion maps the vertex */
} ap_memg_position;

/* Where a vertex of a group without errors is at a timestep. */
void ap_memg_place_vertex(const ap_memg_motion *motion, const ap_memg_group *group, ap_memg_order order,
    size_t vertex, size_t timestep, double at[3]);

typedef struct ap_memg_positions {
    size_t count;               /* of the scene's vertices */
    ap_memg_position *vertices; /* the .obj's vertex i + 1 */
    size_t not_finite; /* the 1-based vertex that came out infinite or as NaN, the last of them; 0: none */
} ap_memg_positions;

typedef enum ap_memg_placing {
    AP_MEMG_PLACED,
    AP_MEMG_NO_TIMESTEP, /* the motion has fewer; *timesteps says how many */
    AP_MEMG_NOT_PLACED   /* the motion has an error after all, or memory has run out (arena->failed) */
} ap_memg_placing;

/* Positions at `timestep` of a motion without errors (perhaps memg/byte-order), U and Q in that order, for a
   scene of vertex_count vertices. Of a vertex that several groups map, the last has its way. The positions
   live in the arena. */
ap_memg_placing ap_memg_place_vertices(ap_view input, ap_memg_order order, size_t timestep,
    size_t vertex_count, ap_arena *arena, ap_memg_positions *positions, size_t *timesteps);

#endif
