/* An animation: its joints as nodes, each flagged vector as a channel with a key at each frame. */
#include "validators/export/export_gltf.h"
#include "validators/export/md5_gltf.h"
#include "validators/md5anim/md5anim_source.h"

enum { AXES = 3, QUATERNION = 4 };

/* A joint as a node, and where its keys go: NULL where the vector never changes. */
typedef struct moved_joint {
    float base[AP_MD5_COMPONENTS];
    float *at, *rotations;
} moved_joint;

typedef struct playing {
    ap_gltf *gltf;
    ap_md5anim_file *file;
    ap_gltf_node *root, **nodes;
    moved_joint *joints;
    float *values; /* of a frame */
} playing;

static bool make_nodes(playing *p)
{
    const ap_md5anim *animation = &p->file->animation;
    for (size_t i = 0; i < animation->joint_count; i++) {
        const ap_md5anim_joint *joint = &animation->joints[i];
        ap_gltf_node *parent = joint->parent < 0 ? p->root : p->nodes[joint->parent];
        p->nodes[i] = ap_gltf_add_node(p->gltf, parent, joint->name);
        if (p->nodes[i] == NULL)
            return false;
    }
    return true;
}

static bool read_baseframe(playing *p)
{
    ap_md5anim_source *source = &p->file->source;
    ap_md5_pair pair;
    ap_md5_place place;
    for (size_t i = 0; i < (size_t)p->file->animation.frame_count; i++) {
        if (!source->bounds(source, i, &pair))
            return false;
    }
    for (size_t i = 0; i < p->file->animation.joint_count; i++) {
        if (!source->baseframe(source, i, &pair))
            return false;
        for (size_t axis = 0; axis < AXES; axis++) {
            p->joints[i].base[axis] = pair.first[axis].value;
            p->joints[i].base[AXES + axis] = pair.second[axis].value;
        }
        ap_md5_gltf_place(p->joints[i].base, &place);
        ap_md5_gltf_store(&place, p->nodes[i]->at, p->nodes[i]->rotation);
    }
    return true;
}

static bool make_channels(playing *p)
{
    const ap_md5anim *animation = &p->file->animation;
    const double rate =
        animation->fractional_rate != 0 ? (double)animation->fractional_rate : (double)animation->frame_rate;
    const ap_gltf_accessor *times = ap_md5_gltf_times(p->gltf, (size_t)animation->frame_count, rate);
    if (times == NULL)
        return false;
    for (size_t i = 0; i < animation->joint_count; i++) {
        moved_joint *joint = &p->joints[i];
        if ((animation->joints[i].flags & AP_MD5_TRANSLATION_BITS) != 0)
            joint->at = ap_gltf_animate(p->gltf, p->nodes[i], AP_GLTF_TRANSLATION, times);
        if ((animation->joints[i].flags & AP_MD5_ROTATION_BITS) != 0)
            joint->rotations = ap_gltf_animate(p->gltf, p->nodes[i], AP_GLTF_ROTATION, times);
    }
    return !p->gltf->arena->failed;
}

/* The keys of a joint at one frame, whose components begin at `values`; returns where the next joint's do. */
static const float *store_keys(const moved_joint *joint, int32_t flags, size_t frame, const float *values)
{
    float numbers[AP_MD5_COMPONENTS], at[AXES], rotation[QUATERNION];
    ap_md5_place place;
    for (int32_t bit = 0; bit < AP_MD5_COMPONENTS; bit++)
        numbers[bit] = (flags >> bit & 1) != 0 ? *values++ : joint->base[bit];
    ap_md5_gltf_place(numbers, &place);
    ap_md5_gltf_store(&place, at, rotation);
    for (size_t i = 0; i < AXES && joint->at != NULL; i++)
        joint->at[AXES * frame + i] = at[i];
    for (size_t i = 0; i < QUATERNION && joint->rotations != NULL; i++)
        joint->rotations[QUATERNION * frame + i] = rotation[i];
    return values;
}

static bool read_frames(playing *p)
{
    const ap_md5anim *animation = &p->file->animation;
    const size_t frames = (size_t)animation->frame_count;
    for (size_t frame = 0; frame < frames; frame++) {
        const float *values = p->values;
        if (!p->file->source.frame(&p->file->source, frame, p->values))
            return false;
        for (size_t i = 0; i < animation->joint_count; i++)
            values = store_keys(&p->joints[i], animation->joints[i].flags, frame, values);
    }
    for (size_t i = 0; i < animation->joint_count; i++) {
        if (p->joints[i].rotations != NULL)
            ap_gltf_join_rotations(p->joints[i].rotations, frames);
    }
    return ap_md5anim_file_ends(p->file);
}

bool ap_md5anim_to_gltf(const ap_export_source *source, ap_gltf *gltf)
{
    ap_arena *arena = gltf->arena;
    playing p = { .gltf = gltf, .file = ap_md5anim_open_file(source->input, arena) };
    if (p.file == NULL)
        return false;
    const size_t count = p.file->animation.joint_count;
    p.root = ap_md5_gltf_root(gltf);
    p.nodes = ap_alloc_array(arena, count, sizeof(ap_gltf_node *));
    p.joints = ap_alloc_array(arena, count, sizeof *p.joints);
    p.values = ap_alloc_array(arena, (size_t)p.file->stream.component_count.value, sizeof *p.values);
    if (arena->failed || p.file->animation.frame_count < 1)
        return false;
    ap_gltf_remark_on(gltf, "lost: the bounds of %d frames", p.file->animation.frame_count);
    const bool moved = make_nodes(&p) && read_baseframe(&p) && make_channels(&p) && read_frames(&p);
    return moved && (source->mesh.size == 0 || ap_md5_gltf_skin(gltf, source->mesh, p.root, p.nodes));
}
