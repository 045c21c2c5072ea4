/* The rules about a motion file together with its `.obj`. Without an .obj these functions report no
   findings. */
#ifndef AP_MEMG_SCENE_H
#define AP_MEMG_SCENE_H

#include "validators/memg/memg.h"
#include "validators/memg/obj/obj.h"

typedef struct ap_memg_scene_state {
    const ap_obj_scene *scene; /* the .obj scene; NULL if the file is linted without one */
    ap_companion_use *use;     /* the companion that holds the scene; NULL without a scene */
    /* the group of the scene with the name of the current motion group; NULL if the scene has no such group,
       if an earlier motion group had the name, or if the group has more corners than the limit of work allows */
    const ap_obj_group *group;
    uint64_t *moved; /* one bit per group of the scene: set if the motion has the group */
    /* one bit per vertex of the scene: set if faces of the current group use it; all bits are 0 between groups */
    uint64_t *marks;
    /* one bit per vertex of the scene: set if the current group maps it; all bits are 0 between groups */
    uint64_t *mapped;
} ap_memg_scene_state;

/* Indices of ap_companion_use.spent: work with a limit shared by all files of a scene. */
enum { AP_MEMG_CORNER_WORK, AP_MEMG_UNMOVED_WORK };

/* Initialises the state. `use` is the parsed .obj; NULL if the motion is linted without an .obj. Allocates no
   memory. */
void ap_memg_scene_init(ap_memg_scene_state *state, ap_companion_use *use);

/* Returns the largest valid mapping entry: the number of vertices in the .obj, or INT32_MAX without an
   .obj. */
int32_t ap_memg_largest_mapping_entry(const ap_memg_scene_state *state);

/* Resets the state for a new group. */
void ap_memg_reset_group_state(ap_memg_scene_state *state);

/* Finds the scene's group for the name just read (io->field; no earlier group had the name), or reports
   memg/group-not-in-obj. Returns false when out of memory. */
bool ap_memg_find_scene_group_or_report(ap_io *io, ap_memg_scene_state *state, ap_view name) AP_MUST_USE;

/* Checks memg/mapping-foreign and memg/vertex-unmapped, after the mapping was read. Returns false when out of memory. */
bool ap_memg_check_mapping_with_scene(
    ap_io *io, ap_memg_scene_state *state, const ap_memg_group *group) AP_MUST_USE;

/* Checks memg/obj-group-without-motion, after the motion file was read to its end. Findings are added to the
   scene's own list, and memory comes from `arena` (arena->failed: out of memory). */
void ap_memg_check_group_without_motion(const ap_memg_scene_state *state, ap_arena *arena);

#endif
