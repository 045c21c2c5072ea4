/* The `.obj` scene that goes with a mesh-ensemble motion file: "In addition to telling us how the scene is
   broken into groups (using the "g [groupname]" syntax), the .obj file also provides mesh connectivity".
   Kept of it is what rules on the motion ask: groups, vertex counts, and the vertices that faces use. */
#ifndef AP_OBJ_H
#define AP_OBJ_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/span.h"
#include "core/finding/finding.h"
#include "core/finding/rule.h"
#include "validators/memg/memg_names.h"

/* What a scene may cost beyond what stands in the motion files that are judged by it: one face can belong to
   many groups, and many small files can be judged by one large scene. Checks for which there is no work left
   are skipped, and said to be. Corners that memg/vertex-unmapped looks at, half a second; and findings of
   memg/obj-group-without-motion, a second and a half. */
#define AP_OBJ_CORNER_WORK  ((size_t)1 << 28)
#define AP_OBJ_UNMOVED_WORK ((size_t)1 << 22)

/* Corners of faces that are one after the other in the file, without a `g` between them. */
typedef struct ap_obj_run {
    size_t first, count; /* of ap_obj_scene.corners */
} ap_obj_run;

/* The runs of one group: a run belongs to each group that its `g` names. */
typedef struct ap_obj_run_list {
    const ap_obj_run *run;
    const struct ap_obj_run_list *next; /* NULL: the last */
} ap_obj_run_list;

typedef struct ap_obj_group {
    ap_view name;
    ap_span statement; /* the first `g` that names it; for `default` without one, the first face */
    bool stated;       /* a `g` names it */
    bool has_faces;
    const ap_obj_run_list *runs; /* in any order; a face without a good index adds nothing to them */
    size_t listed_in;            /* the last `g` statement, by number, that names it */
} ap_obj_group;

typedef struct ap_obj_scene {
    size_t vertex_count;  /* `v` statements, malformed ones included */
    ap_obj_group *groups; /* in the order of their first mention */
    size_t group_count;
    size_t *corners; /* the 1-based vertex of each corner with a good index */
    size_t corner_count;
    ap_names names; /* of the groups; an entry is the index + 1 */
} ap_obj_scene;

/* Reads a whole .obj. Never NULL for what is in it: all that is wrong goes to the findings, which carry
   offsets only (core/finding/lines.h adds lines and columns) and are not in their order yet. The scene and
   all it holds live in findings->arena and last as long as that is not reset; the input need not. NULL when
   memory has run out. */
ap_obj_scene *ap_obj_parse(ap_view input, ap_findings *findings);

/* The group of that name, byte for byte; NULL when there is none. */
const ap_obj_group *ap_obj_find_group(const ap_obj_scene *scene, ap_view name);

#endif
