/* Groups of an `.obj` and the corners of their faces, as they are gathered. */
#ifndef AP_OBJ_INDEX_H
#define AP_OBJ_INDEX_H

#include "core/base/arena.h"
#include "validators/memg/obj/obj.h"

typedef struct ap_obj_gatherer {
    ap_arena *arena;
    ap_obj_scene *scene;
    size_t group_room; /* groups that fit into scene->groups */
    size_t *current;   /* indices of the groups that faces belong to now */
    size_t current_count, current_room;
    size_t g_number; /* of the last `g` statement, counted from 2; 1 before any */
    ap_obj_run *run; /* of the current groups; NULL before their first face */
} ap_obj_gatherer;

/* Begins an empty scene for faces of at most corner_count corners. False when memory has run out. */
bool ap_obj_gather(ap_obj_gatherer *gatherer, ap_obj_scene *scene, ap_arena *arena, size_t corner_count)
    __attribute__((warn_unused_result));

/* A `g` begins: until the next one faces belong to what ap_obj_add_name names. */
void ap_obj_begin_g(ap_obj_gatherer *gatherer);

/* A name of the `g`; for one without names, `default` (ap_obj_default). The name is copied. False when
   memory has run out. */
bool ap_obj_add_name(ap_obj_gatherer *gatherer, ap_view name) __attribute__((warn_unused_result));

/* The `g` ends: it is at `statement`. */
void ap_obj_end_g(ap_obj_gatherer *gatherer, ap_span statement);

/* A face begins, sound or not; without a `g` before it, it belongs to `default`. False when memory has
   run out. */
bool ap_obj_begin_face(ap_obj_gatherer *gatherer) __attribute__((warn_unused_result));

/* A corner of the face: the 1-based vertex of a good index. */
void ap_obj_add_corner(ap_obj_gatherer *gatherer, size_t vertex);

/* The face ends: it is at `statement`. */
void ap_obj_end_face(ap_obj_gatherer *gatherer, ap_span statement);

/* The name of the group that faces belong to where no `g` says otherwise. */
ap_view ap_obj_default(void);

#endif
