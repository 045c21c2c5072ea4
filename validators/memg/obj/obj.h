/* The `.obj` scene of a mesh-ensemble motion file: "In addition to telling us how the scene is broken into
   groups (using the "g [groupname]" syntax), the .obj file also provides mesh connectivity". The model keeps
   the data that rules on the motion need: groups, positions, and the vertices that faces use. */
#ifndef AP_OBJ_H
#define AP_OBJ_H

#include <stdbool.h>
#include <stddef.h>

#include "core/base/span.h"
#include "core/finding/finding.h"
#include "core/finding/rule.h"
#include "validators/memg/memg_names.h"

/* Limits of the work on a scene that all motion files linted with it do together, since one face can belong to many groups, and
   many small files can share one large scene. Checks beyond a limit are skipped and reported as skipped. AP_OBJ_CORNER_WORK
   limits the corners visited for memg/vertex-unmapped (without those that the size of the motion file accounts for), and the
   groups and runs visited for memg/obj-group-without-motion: that many take half a second. AP_OBJ_UNMOVED_WORK limits the
   findings of memg/obj-group-without-motion: that many take a second and a half. */
#define AP_OBJ_CORNER_WORK  ((size_t)1 << 28)
#define AP_OBJ_UNMOVED_WORK ((size_t)1 << 22)

/* Corners of consecutive faces, without a `g` between them. */
typedef struct ap_obj_corner_run {
    size_t index;        /* number of the run: how many runs of the scene are before it */
    size_t first, count; /* range of ap_obj_scene.corners */
} ap_obj_corner_run;

/* A list of the runs of one group. A run belongs to each group that its `g` names. */
typedef struct ap_obj_corner_run_list {
    const ap_obj_corner_run *run;
    const struct ap_obj_corner_run_list *next; /* NULL in the last element of the list */
} ap_obj_corner_run_list;

typedef struct ap_obj_group {
    ap_view name;
    ap_span statement; /* the first `g` that names the group; for `default` without a `g`, the first face */
    bool stated;       /* a `g` names the group */
    bool has_faces;
    /* runs of the group's faces in any order; corners without a valid vertex index are left out */
    const ap_obj_corner_run_list *runs;
    size_t listed_in; /* number of the last `g` statement that names the group */
} ap_obj_group;

typedef struct ap_obj_scene {
    size_t vertex_count;  /* number of `v` statements, including malformed ones */
    ap_obj_group *groups; /* the groups, in the order of their first mention */
    size_t group_count;
    size_t *corners; /* 1-based vertex of each corner with a valid index */
    size_t corner_count;
    uint64_t *last;         /* one bit for each corner: set at the last corner of a face */
    uint64_t *faulty;       /* one bit for each corner: set at the last corner of a face with an error */
    double (*positions)[3]; /* positions of the vertices, from 1; NaN if the `v` has an error */
    uint64_t *used;         /* one bit for each 1-based vertex: set if a face uses it */
    size_t run_count;       /* number of runs of all groups, each counted once */
    size_t member_count;    /* number of elements of all groups' lists of runs */
    ap_name_table names;    /* names of the groups; the entry of a name is the group's index + 1 */
} ap_obj_scene;

/* Parses a whole .obj. All defects become findings, which carry offsets only (core/finding/lines.h adds lines
   and columns) and are not sorted. The scene lives in findings->arena; the input need not outlive the call.
   Returns NULL only when out of memory. */
ap_obj_scene *ap_obj_parse(ap_view input, ap_findings *findings);

/* Returns the group with exactly this name; NULL if the scene has no such group. */
const ap_obj_group *ap_obj_find_group(const ap_obj_scene *scene, ap_view name);

#endif
