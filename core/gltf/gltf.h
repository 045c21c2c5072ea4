/* A glTF 2.0 document: nodes, meshes, skins, cameras and one animation, made in an arena and written at once. Lengths of
   lists are known as they are made, so that nothing is kept twice. */
#ifndef AP_GLTF_H
#define AP_GLTF_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "core/base/arena.h"
#include "core/base/span.h"

typedef enum ap_gltf_type {
    AP_GLTF_SCALAR,
    AP_GLTF_VEC2,
    AP_GLTF_VEC3,
    AP_GLTF_VEC4,
    AP_GLTF_MAT4,
} ap_gltf_type;

typedef enum ap_gltf_component { AP_GLTF_FLOAT, AP_GLTF_UINT16, AP_GLTF_UINT32 } ap_gltf_component;

typedef enum ap_gltf_use { AP_GLTF_FOR_NODES, AP_GLTF_FOR_VERTICES, AP_GLTF_FOR_INDICES } ap_gltf_use;

/* `count` elements of a type, element after element, in the arena. One of the three has them. */
typedef struct ap_gltf_accessor {
    ap_gltf_type type;
    ap_gltf_component component;
    ap_gltf_use use;
    bool bounded; /* the smallest and the largest are written beside them */
    size_t count;
    float *floats; /* finite */
    uint16_t *shorts;
    uint32_t *words;
    size_t index;
    struct ap_gltf_accessor *next;
} ap_gltf_accessor;

enum { AP_GLTF_JOINTS_A_SET = 4 };

/* A mesh of one primitive: triangles where it has indices, points where it has none. */
typedef struct ap_gltf_mesh {
    ap_view name, material; /* without bytes: none */
    const ap_gltf_accessor *positions;
    const ap_gltf_accessor *texture;            /* NULL: none */
    const ap_gltf_accessor *indices;            /* NULL: points */
    const ap_gltf_accessor **joints, **weights; /* a set of AP_GLTF_JOINTS_A_SET each */
    size_t set_count;
    const ap_gltf_accessor **targets; /* differences of positions, for weights of the animation; bounded */
    size_t target_count;
    size_t index, material_index;
    struct ap_gltf_mesh *next;
} ap_gltf_mesh;

struct ap_gltf_node;

typedef struct ap_gltf_skin {
    const struct ap_gltf_node *root;    /* above all joints */
    const struct ap_gltf_node **joints; /* 1 or more */
    size_t joint_count;
    const ap_gltf_accessor *inverses; /* MAT4: from the mesh's space to the joint's */
    size_t index;
    struct ap_gltf_skin *next;
} ap_gltf_skin;

typedef struct ap_gltf_camera {
    float height_angle; /* radians: above 0, below pi */
    float aspect_ratio; /* width by height */
    float near;         /* in units of the document */
    size_t index;
    struct ap_gltf_camera *next;
} ap_gltf_camera;

typedef struct ap_gltf_node {
    ap_view name;
    float at[3], rotation[4], scale[3]; /* in the parent's space; x y z w */
    const ap_gltf_mesh *mesh;           /* NULL: none, and so on */
    const ap_gltf_skin *skin;
    const ap_gltf_camera *camera;
    struct ap_gltf_node *first_child, *last_child,
        *sibling; /* children and roots, in the order they were made */
    size_t index;
    struct ap_gltf_node *next;
} ap_gltf_node;

typedef enum ap_gltf_path {
    AP_GLTF_TRANSLATION,
    AP_GLTF_ROTATION,
    AP_GLTF_SCALE,
    AP_GLTF_WEIGHTS,
    AP_GLTF_HEIGHT_ANGLE, /* of a camera: by KHR_animation_pointer */
} ap_gltf_path;

/* What changes by itself over time, straight from key to key; rotations on the shorter arc. */
typedef struct ap_gltf_channel {
    const ap_gltf_node *node;
    const ap_gltf_camera *camera; /* instead of the node, for AP_GLTF_HEIGHT_ANGLE */
    ap_gltf_path path;
    const ap_gltf_accessor *times;  /* in seconds, from 0 on, increasing */
    const ap_gltf_accessor *values; /* one a time; weights: one a time and target */
    struct ap_gltf_channel *next;
} ap_gltf_channel;

/* What the document does not have of the file, or has besides. */
typedef struct ap_gltf_remark {
    const char *text;
    struct ap_gltf_remark *next;
} ap_gltf_remark;

typedef struct ap_gltf_list {
    void *first, *last;
    size_t count;
} ap_gltf_list;

typedef struct ap_gltf {
    ap_arena *arena;
    ap_gltf_list accessors, meshes, skins, cameras, nodes, channels, remarks;
    ap_gltf_node *first_root, *last_root;
    size_t material_count;
    bool pointers;       /* a channel needs KHR_animation_pointer */
    const char *refused; /* why there is no such document of the file; NULL while there is one */
} ap_gltf;

/* An empty document, all of which lives in the arena. */
void ap_gltf_init(ap_gltf *gltf, ap_arena *arena);

/* Each of these adds something that the caller completes; its index is set. NULL when memory has run out
   (arena->failed). */
ap_gltf_node *ap_gltf_add_node(
    ap_gltf *gltf, ap_gltf_node *parent, ap_view name); /* NULL: a root; no turn, no shift */
ap_gltf_mesh *ap_gltf_add_mesh(ap_gltf *gltf, ap_view name, ap_view material);
ap_gltf_skin *ap_gltf_add_skin(ap_gltf *gltf, size_t joint_count); /* with room for the joints */
ap_gltf_camera *ap_gltf_add_camera(ap_gltf *gltf);

/* `count` zeroed elements, 1 or more. */
ap_gltf_accessor *ap_gltf_add_floats(ap_gltf *gltf, ap_gltf_type type, size_t count, ap_gltf_use use);
ap_gltf_accessor *ap_gltf_add_shorts(ap_gltf *gltf, ap_gltf_type type, size_t count);
ap_gltf_accessor *ap_gltf_add_indices(ap_gltf *gltf, size_t count);

/* Adds values of a node or, for AP_GLTF_HEIGHT_ANGLE, of its camera: zeroed, of the path's type, one a time (weights: one
   a time and target of the node's mesh). The result is where they go; NULL when memory has run out. */
float *ap_gltf_animate(
    ap_gltf *gltf, const ap_gltf_node *node, ap_gltf_path path, const ap_gltf_accessor *times);

/* `count` times; bounded, as times have to be. */
ap_gltf_accessor *ap_gltf_add_times(ap_gltf *gltf, size_t count);

/* Whether they are finite, not negative and increasing; otherwise the document is refused. */
bool ap_gltf_check_times(ap_gltf *gltf, const ap_gltf_accessor *times);

/* Whether all of an accessor's floats are finite; otherwise the document is refused. */
bool ap_gltf_check_floats(ap_gltf *gltf, const float *values, size_t count);

/* Says what is lost or made up: a line of its own, in the form of printf. */
void ap_gltf_remark_on(ap_gltf *gltf, const char *form, ...) __attribute__((format(printf, 2, 3)));

/* Turns each quaternion, of `count` in a row, to the side of the one before: q and -q are one rotation. */
void ap_gltf_join_rotations(float *rotations, size_t count);

/* A literal as a name. */
ap_view ap_gltf_name(const char *text);

/* Writes it whole: in the binary form (.glb), or as JSON with its buffer in base64. False when the stream has failed, or
   there is no scratch file for the binary form; or when that form cannot hold it, and gltf->refused says so. */
bool ap_gltf_write(ap_gltf *gltf, bool binary, FILE *stream);

/* Parts of that. */
size_t ap_gltf_components(ap_gltf_type type);           /* numbers of an element */
size_t ap_gltf_bytes(const ap_gltf_accessor *accessor); /* a multiple of 4 */
void ap_gltf_put_json(const ap_gltf *gltf, bool binary, FILE *stream);
void ap_gltf_put_buffer(const ap_gltf *gltf, bool base64, FILE *stream);

#endif
