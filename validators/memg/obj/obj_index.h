/* Builds the groups of an `.obj` and the corners of their faces while the file is parsed. */
#ifndef AP_OBJ_INDEX_H
#define AP_OBJ_INDEX_H

#include "core/base/arena.h"
#include "validators/memg/obj/obj.h"

typedef struct ap_obj_gatherer {
    ap_arena *arena;
    ap_obj_scene *scene;
    size_t group_room; /* capacity of scene->groups */
    size_t *current;   /* indices of the groups to which the next faces belong */
    size_t current_count, current_room;
    size_t g_number;     /* number of the last `g` statement, counted from 2; 1 before the first */
    size_t vertex_count; /* vertices so far */
    size_t face_first;   /* index in scene->corners of the first corner of the face being read */
    ap_obj_corner_run
        *run; /* run that the next faces are added to; NULL until the current groups have a face */
} ap_obj_gatherer;

/* Initialises an empty scene of vertex_count vertices, for at most corner_count corners of all faces. Returns false when out of
   memory. */
bool ap_obj_gatherer_init(ap_obj_gatherer *gatherer, ap_obj_scene *scene, ap_arena *arena,
    size_t vertex_count, size_t corner_count) __attribute__((warn_unused_result));

/* Begins a `g` statement: the next faces belong to the groups that ap_obj_add_group_name adds. */
void ap_obj_begin_g_statement(ap_obj_gatherer *gatherer);

/* Adds a group name of the current `g`. For a `g` without names, the caller passes ap_obj_default_group_name(). Copies
   the name. Returns false when out of memory. */
bool ap_obj_add_group_name(ap_obj_gatherer *gatherer, ap_view name) __attribute__((warn_unused_result));

/* Ends the `g` statement. `statement` is its span in the input. */
void ap_obj_end_g_statement(ap_obj_gatherer *gatherer, ap_span statement);

/* Begins a face, valid or not; before the first `g` the face belongs to `default`. Returns false when out of
   memory. */
bool ap_obj_begin_face(ap_obj_gatherer *gatherer) __attribute__((warn_unused_result));

/* Adds a corner of the face: the 1-based vertex of a valid index. */
void ap_obj_add_corner(ap_obj_gatherer *gatherer, size_t vertex);

/* Ends the face with the span `statement`. `valid`: the face has no error. */
void ap_obj_end_face_and_mark_faulty(ap_obj_gatherer *gatherer, ap_span statement, bool valid);

/* Adds the vertex of the next `v`. `position` is NULL if the `v` has an error. */
void ap_obj_add_vertex(ap_obj_gatherer *gatherer, const double position[3]);

/* Returns the name of the group of faces before the first `g`: "default". */
ap_view ap_obj_default_group_name(void);

#endif
