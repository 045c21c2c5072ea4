#include "validators/md5anim/md5anim_source.h"

#include <string.h>

static bool next_pair(ap_md5anim_file *file, int section, size_t index, ap_md5_vector_pair *pair)
{
    ap_md5_stream *stream = &file->stream.base;
    if ((index == 0 && !ap_md5_is_section_next_without_error(stream, section))
        || !ap_md5_read_or_write_entry_and_list_braces(stream, &file->list, index))
        return false;
    *pair = file->stream.pair;
    return ap_md5_is_reading_without_error(stream);
}

static bool next_bounds(ap_md5anim_source *source, size_t index, ap_md5_vector_pair *pair)
{
    ap_md5anim_file *file = (ap_md5anim_file *)source;
    if (index == 0)
        file->list = ap_md5anim_bounds_list(&file->stream);
    return next_pair(file, AP_BOUNDS, index, pair);
}

static bool next_baseframe(ap_md5anim_source *source, size_t index, ap_md5_vector_pair *pair)
{
    ap_md5anim_file *file = (ap_md5anim_file *)source;
    if (index == 0)
        file->list = ap_md5anim_baseframe_list(&file->stream);
    return next_pair(file, AP_BASEFRAME, index, pair);
}

static bool next_frame(ap_md5anim_source *source, size_t index, float *values)
{
    ap_md5anim_file *file = (ap_md5anim_file *)source;
    const size_t count = (size_t)file->stream.component_count.value;
    (void)index;
    if (!ap_md5_is_section_next_without_error(&file->stream.base, AP_FRAME)
        || !ap_md5anim_read_or_write_frame(&file->stream.base)
        || !ap_md5_is_reading_without_error(&file->stream.base))
        return false;
    const float *stored = file->stream.values;
    if (file->stored_indices == NULL)
        memcpy(values, stored, count * sizeof *values);
    for (size_t i = 0; file->stored_indices != NULL && i < count; i++)
        values[i] = stored[file->stored_indices[i]];
    return true;
}

/* Finds the indices of the components in a stored frame. file->stored_indices stays NULL if they are in the order of the joints.
   Returns false when out of memory. */
static bool find_stored_indices(ap_md5anim_file *file, ap_arena *arena)
{
    const ap_md5_joints *joints = &file->stream.base.joints;
    const size_t count = (size_t)file->stream.component_count.value;
    int32_t *stored_indices = ap_alloc_array(arena, count, sizeof *stored_indices);
    size_t at = 0;
    bool in_order = true;
    if (stored_indices == NULL)
        return false;
    for (size_t i = 0; i < joints->count; i++) {
        for (int32_t bit = 0; bit < ap_md5_count_components(joints->items[i].flags); bit++, at++) {
            stored_indices[at] = joints->items[i].start_index + bit;
            in_order &= stored_indices[at] == (int32_t)at;
        }
    }
    file->stored_indices = in_order ? NULL : stored_indices;
    return true;
}

static bool copy_joints(ap_md5anim_file *file, ap_arena *arena)
{
    const ap_md5_joints *joints = &file->stream.base.joints;
    ap_md5anim_joint *copies = ap_alloc_array(arena, joints->count, sizeof *copies);
    if (copies == NULL)
        return false;
    for (size_t i = 0; i < joints->count; i++)
        copies[i] =
            (ap_md5anim_joint){ joints->items[i].name, joints->items[i].parent, joints->items[i].flags };
    file->animation.joints = copies;
    file->animation.joint_count = joints->count;
    return true;
}

/* Reads the header and the hierarchy into file->animation. Returns false if they have an error, or when out of memory. */
static bool read_header_and_hierarchy(ap_md5anim_file *file, ap_view input, ap_arena *arena)
{
    ap_md5anim_stream *stream = &file->stream;
    ap_findings_init(&file->findings, arena, NULL, 0, 0);
    file->findings.count_only = true;
    ap_md5anim_begin_reading_and_check_type(stream, input, &file->findings);
    /* the list of rotations stays empty, so they are not checked */
    stream->rotations_listed = true;
    if (!ap_md5_is_reading_without_error(&file->stream.base))
        return false;
    ap_md5anim_read_or_write_header(&stream->base);
    if (!ap_md5_is_section_next_without_error(&file->stream.base, AP_HIERARCHY)
        || !ap_md5anim_read_or_write_hierarchy(&stream->base)
        || !ap_md5_is_reading_without_error(&file->stream.base))
        return false;
    file->animation.commandline = stream->base.commandline;
    file->animation.frame_count = stream->frame_count.value;
    file->animation.frame_rate = stream->rate.integer.value;
    file->animation.fractional_rate = stream->rate.fraction.value;
    return copy_joints(file, arena) && find_stored_indices(file, arena);
}

ap_md5anim_file *ap_md5anim_open_file(ap_view input, ap_arena *arena)
{
    ap_md5anim_file *file = ap_alloc(arena, sizeof *file);
    if (file == NULL)
        return NULL;
    file->source = (ap_md5anim_source){ next_bounds, next_baseframe, next_frame };
    return read_header_and_hierarchy(file, input, arena) ? file : NULL;
}

/* Frame by frame */

enum { POSITION_AXES = 3 };

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
        for (size_t axis = 0; axis < POSITION_AXES; axis++) {
            frames->base[i][axis] = pair.first[axis].value;
            frames->base[i][POSITION_AXES + axis] = pair.second[axis].value;
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
    frames->rate = ap_md5anim_rate(animation);
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
