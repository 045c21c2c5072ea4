/* The rules on a motion file and its `.obj` together. Without an .obj nothing here reports anything. */
#ifndef AP_MEMG_SCENE_H
#define AP_MEMG_SCENE_H

#include "validators/memg/memg.h"
#include "validators/memg/obj/obj.h"

typedef struct ap_memg_scene_state {
    const ap_obj_scene *scene; /* NULL: none was given */
    ap_companion_use *use;     /* of the scene */
    const ap_obj_group *group; /* what the motion's group is in it; NULL: none, or another had the name */
    uint64_t *moved;           /* a bit a group of the scene: the motion has it */
    uint64_t *marks;           /* a bit a vertex of the scene, all 0 between groups */
} ap_memg_scene_state;

/* What files have spent of the work that all together may cost: ap_companion_use.spent. */
enum { AP_MEMG_CORNER_WORK, AP_MEMG_UNMOVED_WORK };

/* use: of a scene; NULL: without one. Takes no memory yet. */
void ap_memg_scene_init(ap_memg_scene_state *state, ap_companion_use *use);

/* What a mapping entry can be at most. */
int32_t ap_memg_most_entry(const ap_memg_scene_state *state);

/* A new group begins; nothing is known of it yet. */
void ap_memg_forget_group(ap_memg_scene_state *state);

/* Looks for the group just named (io->field is its name, which no group before it had) and reports
   memg/group-not-in-obj. False when memory has run out. */
bool ap_memg_find_group(ap_io *io, ap_memg_scene_state *state, ap_view name) AP_MUST_USE;

/* memg/vertex-unmapped, once the mapping has been read. False when memory has run out. */
bool ap_memg_check_unmapped(ap_io *io, ap_memg_scene_state *state, const ap_memg_group *group) AP_MUST_USE;

/* memg/obj-group-without-motion, once the motion file has been read to its end. The findings go to the
   scene's own list. */
void ap_memg_check_unmoved(const ap_memg_scene_state *state);

#endif
