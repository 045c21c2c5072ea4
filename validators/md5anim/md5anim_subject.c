/* Names in messages the numbers of a frame and the entries of the baseframe by their joints, and bounds by their frame. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "validators/md5/md5_field_joint.h"
#include "validators/md5anim/md5anim_stream.h"

static bool are_components_known(const ap_md5_joint_entry *joint)
{
    return joint->flags_valid && joint->start_known && joint->start_index >= 0;
}

/* Finds for each of the first `count` numbers of a frame the first joint that uses the number. Frames of
   valid files have no more numbers. */
static void find_joints_of_components(ap_md5anim_stream *stream, size_t count)
{
    const ap_md5_joints *joints = &stream->base.joints;
    memset(stream->owners, 0, count * sizeof *stream->owners);
    for (size_t i = 0; i < joints->count; i++) {
        const ap_md5_joint_entry *joint = &joints->items[i];
        const size_t components =
            are_components_known(joint) ? (size_t)ap_md5_count_components(joint->flags) : 0;
        for (size_t at = (size_t)joint->start_index, k = 0; k < components && at < count; k++, at++) {
            if (stream->owners[at] == 0)
                stream->owners[at] = (uint32_t)i + 1;
        }
    }
}

/* Returns true if stream->owners was computed from all joints that were read so far. */
static bool is_component_table_up_to_date(const ap_md5anim_stream *stream)
{
    return stream->owners != NULL && stream->owner_joints == stream->base.joints.count;
}

bool ap_md5anim_find_joints_of_numbers(ap_md5anim_stream *stream)
{
    const size_t count = AP_MD5_COMPONENTS * stream->base.joints.count;
    if (is_component_table_up_to_date(stream))
        return true;
    stream->owners = ap_alloc_array(stream->base.text.io.arena, count, sizeof *stream->owners);
    stream->owner_joints = stream->base.joints.count;
    if (stream->owners != NULL)
        find_joints_of_components(stream, count);
    return stream->owners != NULL;
}

static bool find_component(const ap_md5anim_stream *stream, size_t value, ap_md5anim_component *found)
{
    const ap_md5_joints *joints = &stream->base.joints;
    if (!is_component_table_up_to_date(stream) || value >= AP_MD5_COMPONENTS * joints->count
        || stream->owners[value] == 0)
        return false;
    found->joint = stream->owners[value] - 1;
    const ap_md5_joint_entry *joint = &joints->items[found->joint];
    size_t left = value - (size_t)joint->start_index;
    for (found->bit = 0; left > 0 || (joint->flags >> found->bit & 1) == 0; found->bit++)
        left -= (size_t)(joint->flags >> found->bit & 1);
    return true;
}

bool ap_md5anim_find_component(ap_md5anim_stream *stream, size_t value, ap_md5anim_component *found)
{
    return ap_md5anim_find_joints_of_numbers(stream) && find_component(stream, value, found);
}

ap_joint_and_component ap_md5anim_joint_of_path(const ap_io *io, const ap_field_path *path)
{
    const ap_md5anim_stream *stream = (const ap_md5anim_stream *)io;
    const ap_md5_joints *joints = &stream->base.joints;
    ap_md5anim_component part;
    if (path->depth != 2 || strcmp(path->parts[0].name, "frames") != 0)
        return ap_md5_joint_name_of_path(io, path);
    if (!joints->complete || !find_component(stream, path->parts[1].index, &part))
        return (ap_joint_and_component){ .component = NULL };
    return (ap_joint_and_component){ joints->items[part.joint].name, ap_md5anim_component_names[part.bit] };
}

/* Writes `frame 17, joint "hips", rotation x` for a number of a frame. Returns the length of the text; 0 if the number's joint is
   unknown. */
static size_t put_value_subject(ap_md5anim_stream *stream, char *text, size_t size)
{
    static const char *const components[AP_MD5_COMPONENTS] = { ", position x", ", position y", ", position z",
        ", rotation x", ", rotation y", ", rotation z" };
    const ap_field_path *path = &stream->base.text.io.path;
    const ap_md5_joints *joints = &stream->base.joints;
    ap_md5anim_component part;
    if (!joints->complete || !ap_md5anim_find_component(stream, path->parts[1].index, &part))
        return 0;
    size_t used = (size_t)snprintf(text, size, "frame %zu, ", path->parts[0].index);
    used += ap_md5_put_joint_name_or_index(joints, part.joint, text + used, size - used);
    return used
           + (size_t)snprintf(text + used, size - used, "%s",
               stream->base.of_rotation ? ", rotation"
               : stream->of_position    ? ", position"
                                        : components[part.bit]);
}

static size_t put_baseframe_subject(
    const ap_md5_stream *stream, const ap_field_path *path, const char *name, char *text, size_t size)
{
    const ap_md5_joints *joints = &stream->joints;
    if (!joints->complete || path->parts[0].index >= joints->count)
        return 0;
    size_t used = (size_t)snprintf(text, size, "baseframe, ");
    used += ap_md5_put_joint_name_or_index(joints, path->parts[0].index, text + used, size - used);
    return ap_md5_append_field_names(path, 1, name, text, used, size);
}

/* Writes `frame 17, bounds` and the names of the path's fields. Returns the length of the text; 0 if the entry has no frame. */
static size_t put_bounds_subject(const ap_md5anim_stream *stream, const char *name, char *text, size_t size)
{
    const ap_field_path *path = &stream->base.text.io.path;
    if (path->depth == 1 && name == NULL
        && (stream->clip == NULL || path->parts[0].index >= stream->clip->frame_count))
        return 0; /* the finding is about a missing or surplus entry of the bounds, which has no frame */
    const size_t used = (size_t)snprintf(text, size, "frame %zu, bounds", path->parts[0].index);
    return ap_md5_append_field_names(path, 1, name, text, used, size);
}

size_t ap_md5anim_put_message_subject(ap_io *io, const char *name, char *text, size_t size)
{
    ap_md5anim_stream *stream = (ap_md5anim_stream *)io;
    const ap_field_path *path = &io->path;
    if (path->depth == 0)
        return 0;
    assert(path->parts[0].index != AP_NO_INDEX); /* every section is a list */
    if (path->depth > 1 && strcmp(path->parts[0].name, "frames") == 0)
        return put_value_subject(stream, text, size);
    if (strcmp(path->parts[0].name, "bounds") == 0)
        return put_bounds_subject(stream, name, text, size);
    if (strcmp(path->parts[0].name, "baseframe") == 0)
        return put_baseframe_subject(&stream->base, path, name, text, size);
    return ap_md5_put_message_subject(io, name, text, size);
}
