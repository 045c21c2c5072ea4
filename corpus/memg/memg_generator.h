/* Parts of the generator of mesh-ensemble motion. A file is generated group by group; the memory holds one group, and the
   transforms of timestep 0 and of one other timestep. */
#ifndef AP_MEMG_GENERATOR_H
#define AP_MEMG_GENERATOR_H

#include "corpus/generate/generator_parts.h"
#include "validators/memg/memg_compose.h"

typedef enum ap_memg_knob {
    AP_MEMG_FRAMES,
    AP_MEMG_TIMESTEPS,
    AP_MEMG_GROUPS,
    AP_MEMG_VERTICES,
    AP_MEMG_MODES,
    AP_MEMG_NAME_BYTES,
    AP_MEMG_BYTE_ORDER,
    AP_MEMG_MATRIX_ORDER,
    AP_MEMG_KNOBS
} ap_memg_knob;

/* State of a moving local frame. */
typedef struct ap_moving_frame {
    ap_oscillations turning, moving;
} ap_moving_frame;

/* A buffer that is reused for each group. */
typedef struct ap_reused_buffer {
    void *memory;
    size_t bytes;
} ap_reused_buffer;

typedef struct ap_memg_generation {
    const ap_generation_request *make;
    int64_t values[AP_GENERATOR_KNOBS];
    ap_memg_composer composer;
    bool has_scene; /* true if the names and mappings of the groups can be written to an .obj */
    /* transforms of timestep 0, AP_MEMG_TRANSFORM_ENTRIES numbers per frame; NULL if the file has no transforms */
    double *first_transforms;
    size_t vertices_before; /* number of vertices that earlier groups have in the .obj */

    /* The current group. */
    ap_memg_group group;
    /* vertex i of the group's motion is vertex (turn + i) of the group in the .obj, modulo the number of vertices */
    size_t turn;
    /* true if vertex i of the group's motion is vertex (turn - i) of the group in the .obj, instead of (turn + i) */
    bool backwards;
    ap_reused_buffer mapping, mean, basis, coefficients;
} ap_memg_generation;

/* Returns a buffer of at least `bytes` bytes, reusing the memory of `room`; NULL when out of memory. */
void *ap_reuse_buffer(const ap_generation_request *make, ap_reused_buffer *room, size_t bytes);

/* Generates and writes group number `index`. Returns false when out of memory or if the writer has failed. */
bool ap_memg_make_and_write_group(ap_memg_generation *m, size_t index);

/* Writes the current group to the .obj. */
bool ap_memg_put_group_in_scene(ap_memg_generation *m);

/* ap_memg_scene_vertex returns the vertex of the group in the .obj, from 0, for vertex i of the motion; ap_memg_motion_vertex is
   the inverse. */
size_t ap_memg_scene_vertex(const ap_memg_generation *m, size_t i);
size_t ap_memg_motion_vertex(const ap_memg_generation *m, size_t vertex);

/* Returns the index of element (row, column) in the values of a matrix. */
size_t ap_memg_element_at(
    const ap_memg_generation *m, const ap_memg_matrix *matrix, size_t row, size_t column);

#endif
