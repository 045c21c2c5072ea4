#include "validators/services/compare/md5anim_clips.h"

static void store_pair(const ap_md5_vector_pair *pair, ap_md5anim_joint_values six)
{
    for (size_t axis = 0; axis < 3; axis++) {
        six[axis] = pair->first[axis].value;
        six[3 + axis] = pair->second[axis].value;
    }
}

static bool read_pairs(ap_loaded_md5anim *whole)
{
    ap_md5anim_source *source = &whole->file->source;
    ap_md5_vector_pair pair;
    for (size_t i = 0; i < whole->frame_count; i++) {
        if (!source->bounds(source, i, &pair))
            return false;
        store_pair(&pair, whole->bounds[i]);
    }
    for (size_t i = 0; i < whole->joints.count; i++) {
        if (!source->baseframe(source, i, &pair))
            return false;
        store_pair(&pair, whole->base[i]);
    }
    return true;
}

static void list_joints_and_columns(ap_loaded_md5anim *whole)
{
    int32_t at = 0;
    for (size_t i = 0; i < whole->joints.count; i++) {
        const ap_md5anim_joint *joint = &whole->animation->joints[i];
        whole->joints.items[i] = (ap_named_item){ joint->name, joint->parent };
        for (int bit = 0; bit < AP_MD5_COMPONENTS; bit++)
            whole->columns[i][bit] = (joint->flags >> bit & 1) != 0 ? at++ : -1;
    }
}

bool ap_load_md5anim(ap_view input, ap_arena *arena, ap_loaded_md5anim *whole)
{
    *whole = (ap_loaded_md5anim){ .file = ap_md5anim_open_file(input, arena) };
    if (whole->file == NULL)
        return false;
    const ap_md5anim *animation = whole->animation = &whole->file->animation;
    const size_t joints = whole->joints.count = animation->joint_count;
    whole->rate = ap_md5anim_rate(animation);
    whole->frame_count = (size_t)animation->frame_count;
    whole->component_count = (size_t)whole->file->stream.component_count.value;
    whole->bounds = ap_alloc_array(arena, whole->frame_count, sizeof *whole->bounds);
    whole->base = ap_alloc_array(arena, joints, sizeof *whole->base);
    whole->columns = ap_alloc_array(arena, joints, sizeof *whole->columns);
    whole->joints.items = ap_alloc_array(arena, joints, sizeof *whole->joints.items);
    whole->values = ap_alloc_array(
        arena, ap_saturating_size_product(whole->frame_count, whole->component_count), sizeof *whole->values);
    if (arena->failed || !read_pairs(whole))
        return false;
    list_joints_and_columns(whole);
    for (size_t i = 0; i < whole->frame_count; i++) {
        if (!whole->file->source.frame(&whole->file->source, i, whole->values + i * whole->component_count))
            return false;
    }
    return ap_md5_read_to_end_without_error(&whole->file->stream.base);
}

void ap_md5anim_get_joint_values(
    const ap_loaded_md5anim *whole, size_t joint, size_t frame, ap_md5anim_joint_values six)
{
    const float *values = whole->values + frame * whole->component_count;
    for (size_t bit = 0; bit < AP_MD5_COMPONENTS; bit++) {
        const int32_t column = whole->columns[joint][bit];
        six[bit] = column < 0 ? whole->base[joint][bit] : values[column];
    }
}
