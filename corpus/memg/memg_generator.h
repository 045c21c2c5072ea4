/* The parts of the maker of mesh-ensemble motion: a file is made group by group, in memory for the largest
   group and for one timestep of frames. */
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

/* Where a local frame is, and where it goes. */
typedef struct ap_made_frame {
    ap_swings turning, moving;
} ap_made_frame;

/* Memory that is used again for the next group. */
typedef struct ap_room {
    void *memory;
    size_t bytes;
} ap_room;

typedef struct ap_memg_generation {
    const ap_make *make;
    int64_t values[AP_GENERATOR_KNOBS];
    ap_memg_composer composer;
    bool has_scene; /* an .obj can hold the groups' names and mappings */
    double *first; /* the transforms of timestep 0, AP_MEMG_TRANSFORM_ENTRIES a frame; NULL: none were made */
    size_t vertices_before; /* of the .obj, in the groups before */

    /* The group at hand. */
    ap_memg_group group;
    size_t turn;    /* motion vertex i is vertex (turn + i) of the group in the .obj, modulo their number */
    bool backwards; /* (turn - i) */
    ap_room mapping, mean, basis, coefficients;
} ap_memg_generation;

/* At least `bytes` of memory; NULL when there is none left. */
void *ap_borrow_room(const ap_make *make, ap_room *room, size_t bytes);

/* Makes and writes a group. */
bool ap_memg_make_group(ap_memg_generation *m, size_t index);

/* Writes the last made group to the .obj. */
bool ap_memg_put_scene(ap_memg_generation *m);

/* The vertex of the group in the .obj, from 0 on, that the motion's vertex i is; and the other way round. */
size_t ap_memg_scene_vertex(const ap_memg_generation *m, size_t i);
size_t ap_memg_motion_vertex(const ap_memg_generation *m, size_t vertex);

/* Element (row, column) of a matrix is this number of its values. */
size_t ap_memg_element_at(
    const ap_memg_generation *m, const ap_memg_matrix *matrix, size_t row, size_t column);

#endif
