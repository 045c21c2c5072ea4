/* Converts a mesh ensemble to glTF: parent frames become moving nodes, groups become points below them, and
   modes become morph targets. */
#include <stdio.h>
#include <string.h>

#include "core/number/decomposition.h"
#include "validators/memg/memg_blocks.h"
#include "validators/memg/memg_layout.h"
#include "validators/services/export/export_gltf.h"

enum { AXES = 3, QUATERNION = 4, LINEAR = 9, ROW = 4 /* entries of a row of a transform */ };

typedef struct motion_export {
    ap_gltf *gltf;
    ap_io io;
    ap_memg_motion motion;
    ap_memg_cursor cursor;
    ap_memg_order order;
    const ap_gltf_accessor *times; /* times of the timesteps; NULL: the file has no timesteps */
    ap_gltf_node **frames; /* parent nodes of groups, by frame number, or only one node if the file has no
                              timesteps; NULL: node not made yet */
    size_t empty;          /* number of groups without vertices */
    size_t skewed;         /* number of frames that do more than rotate and translate */
    size_t used;           /* number of frames with a node */
} motion_export;

/* Sets `linear` to the 3 x 3 part of a frame's transform, row by row, and `at` to the translation. */
static void load_transform(
    const motion_export *e, size_t frame, size_t timestep, double linear[LINEAR], float at[AXES])
{
    const size_t first = AP_MEMG_TRANSFORM_ENTRIES * (timestep * (size_t)e->motion.frame_count + frame);
    for (size_t i = 0; i < AXES; i++) {
        at[i] = (float)ap_memg_number(e->motion.transforms, first + ROW * i + AXES, e->io.swap);
        for (size_t k = 0; k < AXES; k++)
            linear[AXES * i + k] = ap_memg_number(e->motion.transforms, first + ROW * i + k, e->io.swap);
    }
}

/* Returns true if a frame only rotates and translates, at all timesteps; false if a number is not finite. */
static bool is_frame_rigid(const motion_export *e, size_t frame)
{
    for (size_t t = 0; t < e->times->count; t++) {
        const size_t transform = t * (size_t)e->motion.frame_count + frame;
        const ap_memg_rotation_measurement rotation = ap_memg_measure_rotation(
            e->motion.transforms.bytes + AP_MEMG_TRANSFORM_BYTES * transform, e->io.swap);
        if (!rotation.finite || rotation.deviation > AP_MEMG_ORTHONORMAL_WITHIN
            || !(rotation.determinant > 0))
            return false;
    }
    return true;
}

static void store_floats(float *to, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = (float)values[i];
}

/* Returns true if the numbers are finite as float32; otherwise refuses the file and returns false. */
static bool is_matrix_finite_else_refuse(motion_export *e, const double linear[LINEAR])
{
    float values[LINEAR];
    store_floats(values, linear, LINEAR);
    return ap_gltf_check_floats(e->gltf, values, LINEAR);
}

/* The nodes of a frame, and buffers for their keys. A frame that scales or shears becomes three nodes: a
   rotation, a scaling along the axes, and a rotation. */
typedef struct frame_nodes_and_keys {
    ap_gltf_node *outer, *middle, *inner; /* `middle` and `inner` are NULL if one node is enough */
    float *at, *after, *scale, *before;
} frame_nodes_and_keys;

static bool add_nodes_and_channels(motion_export *e, size_t frame, frame_nodes_and_keys *keys)
{
    enum { NAME_BYTES = 40 };
    char *name = ap_alloc(e->gltf->arena, NAME_BYTES);
    const bool simple = e->times == NULL || is_frame_rigid(e, frame);
    if (name == NULL)
        return false;
    if (e->times == NULL)
        (void)snprintf(name, NAME_BYTES, "frames");
    else
        (void)snprintf(name, NAME_BYTES, "frame %zu", frame);
    *keys = (frame_nodes_and_keys){ .outer = ap_gltf_add_node(e->gltf, NULL, ap_gltf_view_of_text(name)) };
    e->used++;
    if (keys->outer == NULL || e->times == NULL)
        return keys->outer != NULL;
    keys->at = ap_gltf_add_channel(e->gltf, keys->outer, AP_GLTF_TRANSLATION, e->times);
    keys->after = ap_gltf_add_channel(e->gltf, keys->outer, AP_GLTF_ROTATION, e->times);
    if (simple || e->gltf->arena->failed)
        return !e->gltf->arena->failed;
    e->skewed++;
    keys->middle = ap_gltf_add_node(e->gltf, keys->outer, ap_gltf_view_of_text("scale"));
    keys->inner = keys->middle == NULL
                      ? NULL
                      : ap_gltf_add_node(e->gltf, keys->middle, ap_gltf_view_of_text("turn before"));
    if (keys->inner == NULL)
        return false;
    keys->scale = ap_gltf_add_channel(e->gltf, keys->middle, AP_GLTF_SCALE, e->times);
    keys->before = ap_gltf_add_channel(e->gltf, keys->inner, AP_GLTF_ROTATION, e->times);
    return !e->gltf->arena->failed;
}

/* Stores the keys of one timestep. */
static bool store_frame_keys(motion_export *e, const frame_nodes_and_keys *keys, size_t frame, size_t t)
{
    double linear[LINEAR], after[QUATERNION], scale[AXES], before[QUATERNION];
    load_transform(e, frame, t, linear, keys->at + AXES * t);
    if (!is_matrix_finite_else_refuse(e, linear))
        return false;
    if (keys->inner == NULL) {
        ap_rotation_of_matrix(linear, after);
    } else {
        ap_decompose_matrix(linear, after, scale, before);
        store_floats(keys->scale + AXES * t, scale, AXES);
        store_floats(keys->before + QUATERNION * t, before, QUATERNION);
    }
    store_floats(keys->after + QUATERNION * t, after, QUATERNION);
    return true;
}

/* Returns the parent node of a frame's groups; NULL if it cannot be made. */
static ap_gltf_node *get_or_add_node_of_frame(motion_export *e, size_t frame)
{
    frame_nodes_and_keys keys;
    ap_gltf_node **node = &e->frames[e->times == NULL ? 0 : frame];
    if (*node != NULL)
        return *node;
    if (!add_nodes_and_channels(e, frame, &keys))
        return NULL;
    *node = keys.inner == NULL ? keys.outer : keys.inner;
    if (e->times == NULL)
        return *node;
    for (size_t t = 0; t < e->times->count; t++) {
        if (!store_frame_keys(e, &keys, frame, t))
            return NULL;
    }
    if (!ap_gltf_check_floats(e->gltf, keys.at, AXES * e->times->count))
        return NULL;
    ap_gltf_make_rotations_continuous(keys.after, e->times->count);
    memcpy(keys.outer->translation, keys.at, sizeof keys.outer->translation);
    memcpy(keys.outer->rotation, keys.after, sizeof keys.outer->rotation);
    if (keys.inner != NULL) {
        ap_gltf_make_rotations_continuous(keys.before, e->times->count);
        memcpy(keys.middle->scale, keys.scale, sizeof keys.middle->scale);
        memcpy(keys.inner->rotation, keys.before, sizeof keys.inner->rotation);
    }
    return *node;
}

/* Adds three numbers per vertex: the mean, or a column of the basis. */
static const ap_gltf_accessor *add_points(
    motion_export *e, const ap_memg_group *group, bool is_mean, size_t column)
{
    const size_t count = (size_t)group->vertex_count;
    ap_gltf_accessor *points = ap_gltf_add_floats(e->gltf, AP_GLTF_VEC3, count, AP_GLTF_FOR_VERTICES);
    if (points == NULL)
        return NULL;
    points->bounded = true;
    for (size_t row = 0; row < AXES * count; row++)
        points->floats[row] =
            (float)(is_mean ? ap_memg_number(group->mean, row, e->io.swap)
                            : ap_memg_element(&group->basis, e->order, row, column, e->io.swap));
    return ap_gltf_check_floats(e->gltf, points->floats, AXES * count) ? points : NULL;
}

static bool add_weights(motion_export *e, const ap_gltf_node *node)
{
    const ap_memg_group *group = &e->cursor.group;
    const size_t modes = node->mesh->target_count;
    if (e->times == NULL || modes == 0)
        return true;
    float *weights = ap_gltf_add_channel(e->gltf, node, AP_GLTF_WEIGHTS, e->times);
    if (weights == NULL)
        return false;
    for (size_t t = 0; t < e->times->count; t++) {
        for (size_t mode = 0; mode < modes; mode++)
            weights[modes * t + mode] =
                (float)ap_memg_element(&group->coefficients, e->order, mode, t, e->io.swap);
    }
    return ap_gltf_check_floats(e->gltf, weights, modes * e->times->count);
}

static bool add_group(motion_export *e)
{
    const ap_memg_group *group = &e->cursor.group;
    const size_t modes = (size_t)group->basis.columns;
    if (!ap_memg_do_counts_and_parent_fit(&e->motion, group))
        return false;
    ap_gltf_node *frame = get_or_add_node_of_frame(e, (size_t)group->parent_frame);
    ap_gltf_node *node = frame == NULL ? NULL : ap_gltf_add_node(e->gltf, frame, group->name);
    if (node == NULL)
        return false;
    e->empty += group->vertex_count == 0;
    if (group->vertex_count == 0) /* without vertices, the file's size does not limit the modes */
        return true;
    ap_gltf_mesh *mesh = ap_gltf_add_mesh(e->gltf, group->name, (ap_view){ NULL, 0 });
    const ap_gltf_accessor **targets =
        ap_alloc_array(e->gltf->arena, modes, sizeof(const ap_gltf_accessor *));
    if (mesh == NULL || targets == NULL)
        return false;
    node->mesh = mesh;
    mesh->positions = add_points(e, group, true, 0);
    mesh->targets = targets;
    for (size_t mode = 0; mode < modes; mode++, mesh->target_count++) {
        targets[mode] = mesh->positions == NULL ? NULL : add_points(e, group, false, mode);
        if (targets[mode] == NULL)
            return false;
    }
    return mesh->positions != NULL && add_weights(e, node);
}

static bool add_times(motion_export *e)
{
    const size_t count = (size_t)e->motion.timestep_count;
    if (count == 0)
        return true;
    ap_gltf_accessor *times = ap_gltf_add_times(e->gltf, count);
    if (times == NULL)
        return false;
    for (size_t i = 0; i < count; i++)
        times->floats[i] = (float)((double)i / (double)e->motion.framerate);
    e->times = times;
    return ap_gltf_check_times(e->gltf, times);
}

static void add_remarks(const motion_export *e)
{
    const size_t frames = (size_t)e->motion.frame_count;
    ap_gltf_add_remark(e->gltf, "lost: which vertex of the .obj each point is, and its faces");
    if (e->times != NULL && frames > e->used)
        ap_gltf_add_remark(e->gltf, "lost: frames without a group: %zu", frames - e->used);
    if (e->empty > 0)
        ap_gltf_add_remark(e->gltf, "lost: the modes of groups without vertices; groups: %zu", e->empty);
    if (e->skewed > 0)
        ap_gltf_add_remark(e->gltf,
            "made up: three nodes for each frame that does more than rotate and translate; frames: %zu",
            e->skewed);
}

bool ap_memg_to_gltf(const ap_export_source *source, ap_gltf *gltf)
{
    motion_export e = { .gltf = gltf, .order = ap_memg_wanted_matrix_order(source->options) };
    e.cursor.motion = &e.motion;
    if (!ap_memg_open_reader_at_first_group(&e.io, &e.cursor, source->input, gltf->arena) || !add_times(&e))
        return false;
    e.frames = ap_alloc_array(
        gltf->arena, e.times == NULL ? 1 : (size_t)e.motion.frame_count, sizeof(ap_gltf_node *));
    if (e.frames == NULL)
        return false;
    for (size_t i = 0; ap_bytes_left(&e.io) > 0; i++) {
        if (!ap_memg_read_or_write_group(&e.io, i) || !add_group(&e))
            return false;
    }
    add_remarks(&e);
    return true;
}
