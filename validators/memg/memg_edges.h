/* Lists the edges of a group in the .obj, between vertices that the motion of the group moves. */
#ifndef AP_MEMG_EDGES_H
#define AP_MEMG_EDGES_H

#include "validators/memg/memg_mapping.h"
#include "validators/memg/memg_scene.h"

typedef struct ap_memg_edge {
    uint32_t one, other; /* indices of two vertices in the group of the motion, from 0 */
    double length;       /* length of the edge in the .obj, greater than 0; may be infinite */
} ap_memg_edge;

/* The edges of a group. Initialise to 0. The memory is reused for each group. */
typedef struct ap_memg_edges {
    ap_memg_edge *edges;
    size_t count;
    ap_memg_scratch moved, ends, others, marks, listed;
} ap_memg_edges;

/* Lists the edges of those faces of scene->group that have no error: each pair of different vertices once. Leaves
   out an edge if its length is 0, or if one of its vertices has a `v` with an error or is not in the group's
   mapping. If several entries map a vertex, the first counts. Takes time proportional to the corners of the
   faces and the vertices of the group. Returns false when out of memory. */
bool ap_memg_list_edges(ap_io *io, const ap_memg_scene_state *scene, const ap_memg_group *group,
    ap_memg_edges *edges) AP_MUST_USE;

#endif
