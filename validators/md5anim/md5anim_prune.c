#include "validators/md5anim/md5anim_prune.h"

#include <string.h>

#include "validators/md5anim/md5anim_source.h"

enum { POSITION_AXES = 3 };

/* A source that provides a file's animation without some components. */
typedef struct pruned_animation {
    ap_md5anim_source source; /* must be the first member */
    ap_md5anim_file *file;
    ap_md5anim_joint *joints;                 /* joints with the flags that remain */
    ap_md5anim_constant_components constancy; /* `constant` is true for the components that are removed */
    float *frame;                             /* values of the current frame, in the order of the joints */
    size_t at; /* index, counted over all joints, of the first component of the next joint of the baseframe */
} pruned_animation;

bool ap_md5anim_constancy_init(
    ap_md5anim_constant_components *constancy, size_t component_count, ap_arena *arena)
{
    *constancy = (ap_md5anim_constant_components){ .component_count = component_count };
    constancy->constant = ap_alloc_array(arena, component_count, sizeof *constancy->constant);
    constancy->first = ap_alloc_array(arena, component_count, sizeof *constancy->first);
    if (constancy->constant == NULL || constancy->first == NULL)
        return false;
    memset(constancy->constant, true, component_count * sizeof *constancy->constant);
    return true;
}

void ap_md5anim_constancy_add(ap_md5anim_constant_components *constancy, const float *values)
{
    if (constancy->frame_count++ == 0)
        memcpy(constancy->first, values, constancy->component_count * sizeof *values);
    for (size_t i = 0; i < constancy->component_count; i++)
        constancy->constant[i] =
            constancy->constant[i] && ap_bits_of_float(values[i]) == ap_bits_of_float(constancy->first[i]);
}

size_t ap_md5anim_constancy_select_removed(
    ap_md5anim_constant_components *constancy, const ap_md5anim_joint *joints, size_t joint_count)
{
    size_t at = 0, removed = 0;
    for (size_t i = 0; i < joint_count; i++) {
        for (int32_t bit = 0; bit < AP_MD5_COMPONENTS; bit++) {
            if ((joints[i].flags >> bit & 1) == 0)
                continue;
            constancy->constant[at] = constancy->constant[at] && (i > 0 || bit >= POSITION_AXES);
            removed += constancy->constant[at++];
        }
    }
    return removed;
}

/* Reads pairs and frames of the file, to find the components that change. Returns false if the file has an error. */
static bool find_changing_components(pruned_animation *p, ap_md5anim_file *file)
{
    const ap_md5anim *animation = &file->animation;
    ap_md5_vector_pair pair;
    for (size_t i = 0; i < (size_t)animation->frame_count; i++) {
        if (!file->source.bounds(&file->source, i, &pair))
            return false;
    }
    for (size_t i = 0; i < animation->joint_count; i++) {
        if (!file->source.baseframe(&file->source, i, &pair))
            return false;
    }
    for (size_t i = 0; i < (size_t)animation->frame_count; i++) {
        if (!file->source.frame(&file->source, i, p->frame))
            return false;
        ap_md5anim_constancy_add(&p->constancy, p->frame);
    }
    (void)ap_md5anim_constancy_select_removed(&p->constancy, animation->joints, animation->joint_count);
    return true;
}

/* Clears the flags of the removed components. */
static void copy_joints_without_removed_flags(pruned_animation *p)
{
    size_t at = 0;
    for (size_t i = 0; i < p->file->animation.joint_count; i++) {
        const int32_t flags = p->file->animation.joints[i].flags;
        p->joints[i] = p->file->animation.joints[i];
        for (int32_t bit = 0; bit < AP_MD5_COMPONENTS; bit++) {
            if ((flags >> bit & 1) == 0)
                continue;
            if (p->constancy.constant[at++])
                p->joints[i].flags &= ~(1 << bit);
        }
    }
}

static bool next_pruned_bounds(ap_md5anim_source *source, size_t frame, ap_md5_vector_pair *pair)
{
    ap_md5anim_source *from = &((pruned_animation *)source)->file->source;
    return from->bounds(from, frame, pair);
}

/* Replaces numbers of a baseframe entry by the values of frame 0: the removed components, and if `all_of_rotation` is true, all
   animated components of the rotation. */
static void copy_values_of_first_frame(
    const pruned_animation *p, size_t joint, bool all_of_rotation, ap_md5_vector_pair *pair)
{
    const int32_t flags = p->file->animation.joints[joint].flags;
    size_t at = p->at;
    for (int32_t bit = 0; bit < AP_MD5_COMPONENTS; bit++) {
        if ((flags >> bit & 1) == 0)
            continue;
        ap_text_number *to = bit < POSITION_AXES ? &pair->first[bit] : &pair->second[bit - POSITION_AXES];
        if (p->constancy.constant[at] || (all_of_rotation && bit >= POSITION_AXES))
            to->value = p->constancy.first[at];
        at++;
    }
}

/* Provides an entry of the baseframe with the values of the removed components. A mix of two rotations may be longer than 1. Then
   the rotation takes all animated components from frame 0: readers do not use the baseframe's value of an animated
   component. Returns false if the file has an error. */
static bool next_pruned_baseframe(ap_md5anim_source *source, size_t joint, ap_md5_vector_pair *pair)
{
    pruned_animation *p = (pruned_animation *)source;
    ap_md5anim_source *from = &p->file->source;
    if (!from->baseframe(from, joint, pair))
        return false;
    const int32_t flags = p->file->animation.joints[joint].flags;
    copy_values_of_first_frame(p, joint, false, pair);
    const float mixed[] = { pair->second[0].value, pair->second[1].value, pair->second[2].value };
    if (p->joints[joint].flags != flags && ap_md5_squared_xyz_length(mixed) > AP_MD5_MOST_ROUNDED_SQUARE)
        copy_values_of_first_frame(p, joint, true, pair);
    p->at += (size_t)ap_md5_count_components(flags);
    return true;
}

static bool next_pruned_frame(ap_md5anim_source *source, size_t frame, float *values)
{
    pruned_animation *p = (pruned_animation *)source;
    ap_md5anim_source *from = &p->file->source;
    size_t kept = 0;
    if (!from->frame(from, frame, p->frame))
        return false;
    for (size_t i = 0; i < p->constancy.component_count; i++) {
        if (!p->constancy.constant[i])
            values[kept++] = p->frame[i];
    }
    return true;
}

/* Reads the file once to find the components to remove, and opens it again as the source. Returns NULL if the file has an error,
   or when out of memory. */
static pruned_animation *open_pruned_animation(ap_view input, ap_arena *arena)
{
    pruned_animation *p = ap_alloc(arena, sizeof *p);
    ap_md5anim_file *file = ap_md5anim_open_file(input, arena);
    if (p == NULL || file == NULL)
        return NULL;
    p->source = (ap_md5anim_source){ next_pruned_bounds, next_pruned_baseframe, next_pruned_frame };
    const size_t components = (size_t)file->stream.component_count.value;
    p->joints = ap_alloc_array(arena, file->animation.joint_count, sizeof *p->joints);
    p->frame = ap_alloc_array(arena, components, sizeof *p->frame);
    if (p->joints == NULL || p->frame == NULL || !ap_md5anim_constancy_init(&p->constancy, components, arena)
        || !find_changing_components(p, file))
        return NULL;
    p->file = ap_md5anim_open_file(input, arena);
    return p->file == NULL ? NULL : p;
}

bool ap_md5anim_prune(ap_view input, ap_arena *arena, ap_writer *writer)
{
    pruned_animation *p = open_pruned_animation(input, arena);
    if (p == NULL)
        return false;
    copy_joints_without_removed_flags(p);
    ap_md5anim animation = p->file->animation;
    animation.joints = p->joints;
    return ap_md5anim_write(&animation, &p->source, arena, writer)
           && ap_md5_read_to_end_without_error(&p->file->stream.base);
}
