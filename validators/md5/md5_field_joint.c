#include "validators/md5/md5_field_joint.h"

#include <string.h>

#include "core/number/number.h"

ap_field_joint ap_md5_joint_of_path(const ap_io *io, const ap_field_path *path)
{
    const ap_md5_stream *stream = (const ap_md5_stream *)io;
    const ap_field_path_part first = path->parts[0];
    const bool of_joint = (stream->joints_name != NULL && strcmp(first.name, stream->joints_name) == 0)
                          || strcmp(first.name, "baseframe") == 0;
    if (!of_joint || first.index >= stream->joints.named)
        return (ap_field_joint){ .component = NULL };
    return (ap_field_joint){ stream->joints.items[first.index].name, NULL };
}

/* Returns true if the field is the parent of a joint, or the joint of a weight. */
static bool holds_joint(const ap_md5_stream *stream, const ap_io *io)
{
    const ap_field_path *path = &io->path;
    const char *name = io->field.name;
    if (stream->joints_name == NULL || name == NULL || path->depth == 0)
        return false;
    return path->depth == 1
               ? strcmp(name, "parent") == 0 && strcmp(path->parts[0].name, stream->joints_name) == 0
               : strcmp(name, "joint") == 0 && strcmp(path->parts[path->depth - 1].name, "weights") == 0;
}

ap_view ap_md5_joint_of_value(const ap_io *io)
{
    const ap_md5_stream *stream = (const ap_md5_stream *)io;
    const ap_view token = { io->input.bytes + io->field.span.offset, io->field.span.length };
    int32_t index;
    const bool known = holds_joint(stream, io) && ap_parse_int32(token, &index) && index >= 0
                       && (size_t)index < stream->joints.named;
    return known ? stream->joints.items[index].name : (ap_view){ NULL, 0 };
}
