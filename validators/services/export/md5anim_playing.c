#include "validators/services/export/md5anim_playing.h"

#include <string.h>

enum { AXES = 3 };

/* Reads the bounds, which are not used, and the baseframe. */
static bool read_bounds_and_baseframe(ap_md5anim_frame_reader *frames)
{
    ap_md5anim_source *source = &frames->file->source;
    ap_md5_vector_pair pair;
    for (size_t i = 0; i < (size_t)frames->animation->frame_count; i++) {
        if (!source->bounds(source, i, &pair))
            return false;
    }
    for (size_t i = 0; i < frames->animation->joint_count; i++) {
        if (!source->baseframe(source, i, &pair))
            return false;
        for (size_t axis = 0; axis < AXES; axis++) {
            frames->base[i][axis] = pair.first[axis].value;
            frames->base[i][AXES + axis] = pair.second[axis].value;
        }
    }
    memcpy(frames->now, frames->base, frames->animation->joint_count * sizeof *frames->now);
    return true;
}

bool ap_md5anim_open_frame_reader(ap_md5anim_frame_reader *frames, ap_view input, ap_arena *arena)
{
    *frames = (ap_md5anim_frame_reader){ .file = ap_md5anim_open_file(input, arena) };
    if (frames->file == NULL)
        return false;
    const ap_md5anim *animation = frames->animation = &frames->file->animation;
    frames->rate =
        animation->fractional_rate != 0 ? (double)animation->fractional_rate : (double)animation->frame_rate;
    frames->base = ap_alloc_array(arena, animation->joint_count, sizeof *frames->base);
    frames->now = ap_alloc_array(arena, animation->joint_count, sizeof *frames->now);
    frames->values =
        ap_alloc_array(arena, (size_t)frames->file->stream.component_count.value, sizeof *frames->values);
    return !arena->failed && read_bounds_and_baseframe(frames);
}

bool ap_md5anim_read_next_frame_unless_error(ap_md5anim_frame_reader *frames)
{
    ap_md5anim_source *source = &frames->file->source;
    size_t at = 0;
    if (!source->frame(source, frames->frames_read++, frames->values))
        return false;
    for (size_t i = 0; i < frames->animation->joint_count; i++) {
        for (int32_t bit = 0; bit < AP_MD5_COMPONENTS; bit++) {
            if ((frames->animation->joints[i].flags >> bit & 1) != 0)
                frames->now[i][bit] = frames->values[at++];
        }
    }
    return true;
}
