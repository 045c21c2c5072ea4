/* Converts an animation to glTF: joints become nodes, and each position or rotation with animated components
   a channel with a key at each frame. */
#include "validators/md5anim/md5anim_source.h"
#include "validators/services/export/export_gltf.h"
#include "validators/services/export/md5_gltf.h"

enum { AXES = 3, QUATERNION = 4 };

/* Buffers for the keys of a joint: positions and rotations; NULL if none of the vector's components is animated. */
typedef struct joint_keys {
    float *at, *rotations;
} joint_keys;

typedef struct animation_export {
    ap_gltf *gltf;
    ap_md5anim_frame_reader frames;
    ap_gltf_node *root, **nodes;
    joint_keys *joints;
} animation_export;

static bool add_joint_nodes(animation_export *p)
{
    const ap_md5anim *animation = p->frames.animation;
    ap_md5_transform transform;
    for (size_t i = 0; i < animation->joint_count; i++) {
        const ap_md5anim_joint *joint = &animation->joints[i];
        ap_gltf_node *parent = joint->parent < 0 ? p->root : p->nodes[joint->parent];
        p->nodes[i] = ap_gltf_add_node(p->gltf, parent, joint->name);
        if (p->nodes[i] == NULL)
            return false;
        ap_md5_unit_transform_of_numbers(p->frames.base[i], p->frames.base[i] + 3, &transform);
        ap_md5_gltf_transform_to_float(&transform, p->nodes[i]->translation, p->nodes[i]->rotation);
    }
    return true;
}

static bool add_channels(animation_export *p)
{
    const ap_md5anim *animation = p->frames.animation;
    const ap_gltf_accessor *times =
        ap_md5_gltf_add_times(p->gltf, (size_t)animation->frame_count, p->frames.rate);
    if (times == NULL)
        return false;
    for (size_t i = 0; i < animation->joint_count; i++) {
        joint_keys *joint = &p->joints[i];
        if ((animation->joints[i].flags & AP_MD5_TRANSLATION_BITS) != 0)
            joint->at = ap_gltf_add_channel(p->gltf, p->nodes[i], AP_GLTF_TRANSLATION, times);
        if ((animation->joints[i].flags & AP_MD5_ROTATION_BITS) != 0)
            joint->rotations = ap_gltf_add_channel(p->gltf, p->nodes[i], AP_GLTF_ROTATION, times);
    }
    return !p->gltf->arena->failed;
}

/* Stores the keys of a joint at one frame. */
static void store_keys(const joint_keys *joint, size_t frame, const float *numbers)
{
    float at[AXES], rotation[QUATERNION];
    ap_md5_transform transform;
    ap_md5_unit_transform_of_numbers(numbers, numbers + 3, &transform);
    ap_md5_gltf_transform_to_float(&transform, at, rotation);
    for (size_t i = 0; i < AXES && joint->at != NULL; i++)
        joint->at[AXES * frame + i] = at[i];
    for (size_t i = 0; i < QUATERNION && joint->rotations != NULL; i++)
        joint->rotations[QUATERNION * frame + i] = rotation[i];
}

static bool read_frames(animation_export *p)
{
    const ap_md5anim *animation = p->frames.animation;
    const size_t frames = (size_t)animation->frame_count;
    for (size_t frame = 0; frame < frames; frame++) {
        if (!ap_md5anim_read_next_frame_unless_error(&p->frames))
            return false;
        for (size_t i = 0; i < animation->joint_count; i++)
            store_keys(&p->joints[i], frame, p->frames.now[i]);
    }
    for (size_t i = 0; i < animation->joint_count; i++) {
        if (p->joints[i].rotations != NULL)
            ap_gltf_make_rotations_continuous(p->joints[i].rotations, frames);
    }
    return ap_md5_read_to_end_without_error(&p->frames.file->stream.base);
}

bool ap_md5anim_to_gltf(const ap_export_source *source, ap_gltf *gltf)
{
    ap_arena *arena = gltf->arena;
    animation_export p = { .gltf = gltf };
    if (!ap_md5anim_open_frame_reader(&p.frames, source->input, arena) || p.frames.animation->frame_count < 1)
        return false;
    p.root = ap_md5_gltf_add_root(gltf);
    p.nodes = ap_alloc_array(arena, p.frames.animation->joint_count, sizeof(ap_gltf_node *));
    p.joints = ap_alloc_array(arena, p.frames.animation->joint_count, sizeof *p.joints);
    if (arena->failed)
        return false;
    const int32_t frames = p.frames.animation->frame_count;
    ap_gltf_add_remark(gltf, "lost: the bounds of %d %s", (int)frames, frames == 1 ? "frame" : "frames");
    return add_joint_nodes(&p) && add_channels(&p) && read_frames(&p)
           && (source->mesh.size == 0 || ap_md5_gltf_add_skinned_mesh(gltf, source->mesh, p.root, p.nodes));
}
