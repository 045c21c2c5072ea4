/* Reads a simple `.obj` for defects: each `g` names one group, faces follow a `g`, indices are positive,
   lines end with LF or CR LF, and lines are not continued. Shares no code with the library's reader. */
#ifndef AP_OBJ_SKETCH_H
#define AP_OBJ_SKETCH_H

#include "core/base/arena.h"
#include "core/base/span.h"

typedef struct ap_sketched_group {
    ap_view name;
    ap_span statement; /* first `g` that names the group */
    bool has_faces;
    size_t corner[3]; /* vertices of the first face */
} ap_sketched_group;

typedef struct ap_sketched_corner {
    size_t group, vertex;
    size_t face; /* number of earlier faces in the file */
} ap_sketched_corner;

typedef struct ap_obj_sketch {
    size_t vertices, textures, normals, faces;
    double (*positions)[3]; /* positions of the vertices; vertex 1 of the file has index 0 */
    ap_sketched_group *groups;
    size_t group_count;
    ap_sketched_corner *corners;
    size_t corner_count;
} ap_obj_sketch;

/* Returns false when out of memory or if the file is not simple. */
bool ap_sketch_obj(ap_view file, ap_arena *arena, ap_obj_sketch *sketch);

/* Returns the group with this name; NULL if not found. */
const ap_sketched_group *ap_find_sketched_group(const ap_obj_sketch *sketch, ap_view name);

#endif
