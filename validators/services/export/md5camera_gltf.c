/* Converts a camera path to glTF: one camera that moves, shot by shot. */
#include <math.h>
#include <string.h>

#include "validators/md5camera/md5camera_source.h"
#include "validators/services/export/export_gltf.h"
#include "validators/services/export/md5_gltf.h"

enum { AXES = 3, QUATERNION = 4, IDS_NEAR = 3 /* near plane of id's renderer, in units */ };

static const double aspect_ratio = 4.0 / 3; /* aspect ratio of id's screen, to which the angles refer */

typedef struct camera_export {
    ap_gltf *gltf;
    ap_md5camera_file *file;
    int32_t *cuts;
    ap_gltf_accessor *times;
    float *at, *rotations, *angles;
    size_t keys;   /* number of keys of the camera */
    size_t unseen; /* number of frames without a key, because each is a shot of one frame */
} camera_export;

/* Returns the vertical angle of view in radians for a horizontal one in degrees. */
static float vertical_view_angle(float horizontal_degrees)
{
    const double half = (double)horizontal_degrees * acos(-1) / 360;
    return (float)(2 * atan(tan(half) / aspect_ratio));
}

/* Reads the cuts, and counts the keys, and the frames without a key because they are a shot of one frame. */
static bool read_cuts_and_count_keys(camera_export *f)
{
    ap_md5camera_source *source = &f->file->source;
    f->keys = (size_t)f->file->camera.frame_count;
    for (size_t i = 0; i < (size_t)f->file->camera.cut_count; i++) {
        if (!source->cut(source, i, &f->cuts[i]))
            return false;
        f->keys -= i > 0 && f->cuts[i] == f->cuts[i - 1] + 1;
    }
    f->unseen = (size_t)f->file->camera.frame_count - f->keys;
    return true;
}

static bool add_channels(camera_export *f, const ap_gltf_node *moving)
{
    f->times = ap_gltf_add_times(f->gltf, f->keys);
    f->angles = ap_alloc_array(f->gltf->arena, f->keys, sizeof *f->angles);
    if (f->times == NULL || f->angles == NULL)
        return false;
    f->at = ap_gltf_add_channel(f->gltf, moving, AP_GLTF_TRANSLATION, f->times);
    f->rotations = ap_gltf_add_channel(f->gltf, moving, AP_GLTF_ROTATION, f->times);
    return !f->gltf->arena->failed;
}

static void store_key(camera_export *f, size_t key, float time, const ap_md5camera_frame *frame)
{
    ap_md5_transform transform;
    ap_md5_unit_transform_of_numbers(frame->position, frame->orientation, &transform);
    ap_md5_gltf_transform_to_float(&transform, f->at + AXES * key, f->rotations + QUATERNION * key);
    f->times->floats[key] = time;
    f->angles[key] = vertical_view_angle(frame->fov);
}

/* Reads the frames of all shots. The last frame of a shot has the time of the next shot's first frame:
   players blend towards it, but never show it. Its key is one float32 step earlier, since no two keys may
   have the same time. A shot of a single frame that a cut ends has no duration and gets no key. */
static bool read_frames(camera_export *f)
{
    const ap_md5camera *camera = &f->file->camera;
    const double rate = ap_md5camera_rate(camera);
    ap_md5camera_frame frame;
    size_t cut = 0, key = 0;
    for (size_t i = 0; i < (size_t)camera->frame_count; i++) {
        const bool last = cut < (size_t)camera->cut_count && (size_t)f->cuts[cut] == i;
        const bool alone = last && cut > 0 && f->cuts[cut] == f->cuts[cut - 1] + 1;
        const float at = (float)(((double)i - (double)cut) / rate);
        if (!f->file->source.frame(&f->file->source, i, &frame))
            return false;
        if (!alone)
            store_key(f, key++, last ? nextafterf(at, -1) : at, &frame);
        cut += last;
    }
    ap_gltf_make_rotations_continuous(f->rotations, f->keys);
    return ap_gltf_check_times(f->gltf, f->times) && ap_md5_read_to_end_without_error(&f->file->stream.base);
}

/* Adds the camera node. glTF's camera looks along -z, with y up; id's along x, with z up. */
static ap_gltf_node *add_camera_node(camera_export *f, ap_gltf_node *moving)
{
    static const float turn[QUATERNION] = { 0.5F, -0.5F, -0.5F, 0.5F };
    ap_gltf_node *camera_node = ap_gltf_add_node(f->gltf, moving, ap_gltf_view_of_text("camera"));
    ap_gltf_camera *camera = ap_gltf_add_camera(f->gltf);
    if (camera_node == NULL || camera == NULL)
        return NULL;
    memcpy(camera_node->rotation, turn, sizeof turn);
    camera->aspect_ratio = (float)aspect_ratio;
    camera->near = IDS_NEAR;
    camera->height_angle = f->angles[0];
    camera_node->camera = camera;
    return camera_node;
}

/* Adds a channel with the angle of view at each key, and a remark, if the angle changes. */
static bool add_angle_channel_if_it_changes(camera_export *f, const ap_gltf_node *camera_node)
{
    bool changes = false;
    for (size_t i = 1; i < f->keys; i++)
        changes |= f->angles[i] != f->angles[0];
    if (!changes)
        return true;
    float *angles = ap_gltf_add_channel(f->gltf, camera_node, AP_GLTF_HEIGHT_ANGLE, f->times);
    if (angles == NULL)
        return false;
    memcpy(angles, f->angles, f->keys * sizeof *angles);
    ap_gltf_add_remark(f->gltf, "lost: the angle of view over time, where a reader lacks "
                                "KHR_animation_pointer; it has that of the first frame");
    return true;
}

bool ap_md5camera_to_gltf(const ap_export_source *source, ap_gltf *gltf)
{
    ap_arena *arena = gltf->arena;
    camera_export f = { .gltf = gltf, .file = ap_md5camera_open_file(source->input, arena) };
    if (f.file == NULL || f.file->camera.frame_count < 1)
        return false;
    ap_gltf_node *root = ap_md5_gltf_add_root(gltf);
    ap_gltf_node *moving =
        root == NULL ? NULL : ap_gltf_add_node(gltf, root, ap_gltf_view_of_text("camera path"));
    f.cuts = ap_alloc_array(arena, (size_t)f.file->camera.cut_count, sizeof *f.cuts);
    if (arena->failed || !read_cuts_and_count_keys(&f) || !add_channels(&f, moving) || !read_frames(&f))
        return false;
    memcpy(moving->translation, f.at, sizeof moving->translation);
    memcpy(moving->rotation, f.rotations, sizeof moving->rotation);
    if (f.unseen > 0)
        ap_gltf_add_remark(
            gltf, "lost: frames that are a shot of one frame, which lasts no time: %zu", f.unseen);
    ap_gltf_add_remark(gltf, "made up: an aspect ratio of 4:3, as in id Tech 4, and a near plane at 3 units");
    const ap_gltf_node *camera_node = add_camera_node(&f, moving);
    return camera_node != NULL && add_angle_channel_if_it_changes(&f, camera_node);
}
