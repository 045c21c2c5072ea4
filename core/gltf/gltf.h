/* Builds a glTF 2.0 document in an arena, then writes it: nodes, meshes, skins, cameras and one animation.
   The caller gives the length of each array when adding it, so that no array is copied to grow. */
#ifndef AP_GLTF_H
#define AP_GLTF_H

#include <stdbool.h>
#include <stdint.h>

#include "core/base/arena.h"
#include "core/base/span.h"
#include "core/files/writer.h"

typedef enum ap_gltf_type {
    AP_GLTF_SCALAR,
    AP_GLTF_VEC2,
    AP_GLTF_VEC3,
    AP_GLTF_VEC4,
    AP_GLTF_MAT4,
} ap_gltf_type;

typedef enum ap_gltf_component { AP_GLTF_FLOAT, AP_GLTF_UINT16, AP_GLTF_UINT32 } ap_gltf_component;

typedef enum ap_gltf_use { AP_GLTF_FOR_NODES, AP_GLTF_FOR_VERTICES, AP_GLTF_FOR_INDICES } ap_gltf_use;

/* An array in the arena of `count` elements of one type. One of the pointers floats, shorts and words points to its numbers. */
typedef struct ap_gltf_accessor {
    ap_gltf_type type;
    ap_gltf_component component;
    ap_gltf_use use;
    bool bounded; /* true to write the minimum and maximum of each component, too */
    size_t count;
    float *floats; /* finite */
    uint16_t *shorts;
    uint32_t *words;
    size_t index;
    struct ap_gltf_accessor *next;
} ap_gltf_accessor;

enum { AP_GLTF_JOINTS_PER_SET = 4 };

/* A mesh of one primitive: triangles if it has indices, otherwise points. */
typedef struct ap_gltf_mesh {
    ap_view name, material; /* size 0 if absent */
    const ap_gltf_accessor *positions;
    const ap_gltf_accessor *texture; /* texture coordinates; NULL if absent */
    const ap_gltf_accessor *indices; /* NULL for points */
    /* arrays of `set_count` accessors; each accessor has AP_GLTF_JOINTS_PER_SET joint indices, or weights, per vertex */
    const ap_gltf_accessor **joints, **weights;
    size_t set_count;
    /* one accessor per morph target, with the differences from `positions`; each has minimum and maximum */
    const ap_gltf_accessor **targets;
    size_t target_count;
    size_t index, material_index;
    struct ap_gltf_mesh *next;
} ap_gltf_mesh;

struct ap_gltf_node;

typedef struct ap_gltf_skin {
    const struct ap_gltf_node *root;    /* an ancestor of all joints */
    const struct ap_gltf_node **joints; /* 1 or more */
    size_t joint_count;
    const ap_gltf_accessor
        *inverses; /* inverse bind matrices (MAT4): from the space of the mesh to the space of each joint */
    size_t index;
    struct ap_gltf_skin *next;
} ap_gltf_skin;

typedef struct ap_gltf_camera {
    float height_angle; /* vertical field of view in radians, above 0 and below pi */
    float aspect_ratio; /* width divided by height */
    float near;         /* distance of the near plane, in units of the document */
    size_t index;
    struct ap_gltf_camera *next;
} ap_gltf_camera;

typedef struct ap_gltf_node {
    ap_view name;
    float translation[3], rotation[4],
        scale[3];             /* transform relative to the parent; the rotation is a quaternion x y z w */
    const ap_gltf_mesh *mesh; /* the mesh of the node; mesh, skin and camera are NULL if the node has none */
    const ap_gltf_skin *skin;
    const ap_gltf_camera *camera;
    struct ap_gltf_node *first_child, *last_child,
        *sibling; /* children and siblings in the order of creation */
    size_t index;
    struct ap_gltf_node *next;
} ap_gltf_node;

typedef enum ap_gltf_animated_property {
    AP_GLTF_TRANSLATION,
    AP_GLTF_ROTATION,
    AP_GLTF_SCALE,
    AP_GLTF_WEIGHTS,
    AP_GLTF_HEIGHT_ANGLE, /* a camera's field of view, animated by KHR_animation_pointer */
} ap_gltf_animated_property;

/* An animated property, interpolated linearly between keys; rotations take the shorter arc. */
typedef struct ap_gltf_channel {
    const ap_gltf_node *node;
    const ap_gltf_camera *camera; /* camera of the node, NULL if none; AP_GLTF_HEIGHT_ANGLE animates it */
    ap_gltf_animated_property path;
    const ap_gltf_accessor *times;  /* times of the keys in seconds, 0 or more, increasing */
    const ap_gltf_accessor *values; /* one value per time; for weights, one value per time and target */
    struct ap_gltf_channel *next;
} ap_gltf_channel;

/* A message for the user about data of the file that the document does not contain, or about data that the document adds. */
typedef struct ap_gltf_remark {
    const char *text;
    struct ap_gltf_remark *next;
} ap_gltf_remark;

/* A linked list of items of one kind, such as meshes, in the order of addition. */
typedef struct ap_gltf_item_list {
    void *first, *last;
    size_t count;
} ap_gltf_item_list;

typedef struct ap_gltf {
    ap_arena *arena;
    ap_gltf_item_list accessors, meshes, skins, cameras, nodes, channels, remarks;
    ap_gltf_node *first_root, *last_root;
    size_t material_count;
    bool uses_pointers;  /* true if a channel needs the extension KHR_animation_pointer */
    const char *refused; /* why the file cannot be written as glTF; NULL if it can */
} ap_gltf;

/* Initialises an empty document. All of its memory is in the arena. */
void ap_gltf_init(ap_gltf *gltf, ap_arena *arena);

/* The ap_gltf_add functions add an item, and set its index and the members that their arguments name; the caller sets the other
   members. They return NULL when out of memory (arena->failed). */
/* Adds a child of `parent`, or a root if `parent` is NULL. The node has no translation and no rotation, and the scale 1. */
ap_gltf_node *ap_gltf_add_node(ap_gltf *gltf, ap_gltf_node *parent, ap_view name);
ap_gltf_mesh *ap_gltf_add_mesh(ap_gltf *gltf, ap_view name, ap_view material);
/* Adds a skin with an array of joint_count joints, which the caller fills. */
ap_gltf_skin *ap_gltf_add_skin(ap_gltf *gltf, size_t joint_count);
ap_gltf_camera *ap_gltf_add_camera(ap_gltf *gltf);

/* Add an accessor of `count` zeroed elements; `count` must be at least 1. */
ap_gltf_accessor *ap_gltf_add_floats(ap_gltf *gltf, ap_gltf_type type, size_t count, ap_gltf_use use);
ap_gltf_accessor *ap_gltf_add_shorts(ap_gltf *gltf, ap_gltf_type type, size_t count);
ap_gltf_accessor *ap_gltf_add_indices(ap_gltf *gltf, size_t count);

/* Animates a property of a node or, for AP_GLTF_HEIGHT_ANGLE, of its camera. Returns the zeroed values for the caller to fill:
   one value of the property's type per time (for weights, one per time and target of the node's mesh). Returns NULL when out of
   memory. */
float *ap_gltf_add_channel(
    ap_gltf *gltf, const ap_gltf_node *node, ap_gltf_animated_property path, const ap_gltf_accessor *times);

/* Adds an accessor for `count` times, with minimum and maximum, as glTF requires for times. */
ap_gltf_accessor *ap_gltf_add_times(ap_gltf *gltf, size_t count);

/* Returns true if the times are finite, not negative and increasing; otherwise sets gltf->refused. */
bool ap_gltf_check_times(ap_gltf *gltf, const ap_gltf_accessor *times);

/* Returns true if `count` values are finite; otherwise sets gltf->refused. */
bool ap_gltf_check_floats(ap_gltf *gltf, const float *values, size_t count);

/* Adds a remark (ap_gltf_remark) of one line, formatted as by printf and cut to 399 bytes. Adds nothing when out of memory. */
void ap_gltf_add_remark(ap_gltf *gltf, const char *form, ...) __attribute__((format(printf, 2, 3)));

/* Negates quaternions where needed, so that the dot product of two neighbours is never negative. q and -q are the same rotation,
   but interpolation takes the shorter arc only if this product is not negative. */
void ap_gltf_make_rotations_continuous(float *rotations, size_t count);

/* Returns a view of a terminated text, without the terminator. */
ap_view ap_gltf_view_of_text(const char *text);

/* Writes the document in the binary form (.glb), or as JSON with its buffer in base64. Returns false if the writer has failed,
   when out of memory (arena->failed), or if the document is too large for the binary form (only then gltf->refused is set, to the
   reason). The caller flushes the writer. */
bool ap_gltf_write(ap_gltf *gltf, bool binary, ap_writer *writer);

/* Functions for the files of core/gltf that write the document */
size_t ap_gltf_component_count(
    ap_gltf_type type); /* number of components of an element, such as 3 for AP_GLTF_VEC3 */
size_t ap_gltf_accessor_size(
    const ap_gltf_accessor *accessor); /* size of the accessor's data in bytes, a multiple of 4 */
void ap_gltf_put_json(const ap_gltf *gltf, bool binary, ap_writer *writer);
void ap_gltf_put_buffer(const ap_gltf *gltf, bool base64, ap_writer *writer);

#endif
