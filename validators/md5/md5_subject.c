/* Names joints, their fields and frames in messages. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "validators/md5/md5_stream.h"

/* size of a buffer for a quoted name: 64 bytes, each written as an escape of four characters, two quotes and
   a mark of a cut name */
enum { NAME_BYTES = 272 };

size_t ap_md5_put_quoted_joint_name(const ap_md5_joint_entry *joint, char *text, size_t size)
{
    return ap_quote(joint->name, text, size < NAME_BYTES ? size : NAME_BYTES);
}

size_t ap_md5_put_joint_name_or_index(const ap_md5_joints *joints, size_t index, char *text, size_t size)
{
    const ap_md5_joint_entry *joint = &joints->items[index];
    char name[NAME_BYTES];
    int length;
    ap_md5_put_quoted_joint_name(joint, name, sizeof name);
    if (joint->name.size == 0)
        length = snprintf(text, size, "joint %zu", index);
    else if (joints->has_duplicate_names)
        length = snprintf(text, size, "joint %zu %s", index, name);
    else
        length = snprintf(text, size, "joint %s", name);
    return (size_t)length < size ? (size_t)length : size - 1;
}

/* Appends `before` and a field's name, with blanks instead of underscores. Returns the new length of the text. */
static size_t append_field_name_without_underscores(
    const char *before, const char *name, char *text, size_t used, size_t size)
{
    const int length = snprintf(text + used, size - used, "%s%s", before, name);
    const size_t end = (size_t)length < size - used ? used + (size_t)length : size - 1;
    for (size_t i = used; i < end; i++) {
        if (text[i] == '_')
            text[i] = ' ';
    }
    return end;
}

size_t ap_md5_append_field_names(
    const ap_field_path *path, size_t from, const char *name, char *text, size_t used, size_t size)
{
    const char *before = ", ";
    for (size_t i = from; i < path->depth; i++, before = " ")
        used = append_field_name_without_underscores(before, path->parts[i].name, text, used, size);
    return name == NULL ? used : append_field_name_without_underscores(before, name, text, used, size);
}

/* Writes for messages the name of a joint, or its index if the finding is about the joint's name, and then the names of the
   path's fields. Returns the length of the text; writes nothing and returns 0 if the joint's name was not read. */
static size_t put_joint_subject_if_named(
    const ap_md5_stream *stream, const char *name, char *text, size_t size)
{
    const ap_field_path *path = &stream->text.io.path;
    const size_t index = path->parts[0].index;
    const bool of_name = name != NULL && strcmp(name, "name") == 0;
    if (index >= stream->joints.named)
        return 0;
    const size_t used = of_name ? (size_t)snprintf(text, size, "joint %zu", index)
                                : ap_md5_put_joint_name_or_index(&stream->joints, index, text, size);
    return ap_md5_append_field_names(path, 1, name, text, used, size);
}

size_t ap_md5_put_message_subject(ap_io *io, const char *name, char *text, size_t size)
{
    const ap_md5_stream *stream = (const ap_md5_stream *)io;
    const ap_field_path *path = &io->path;
    if (path->depth == 0)
        return 0;
    assert(path->parts[0].index != AP_NO_INDEX); /* every section is a list */
    if (stream->joints_name != NULL && strcmp(path->parts[0].name, stream->joints_name) == 0)
        return put_joint_subject_if_named(stream, name, text, size);
    if (strcmp(path->parts[0].name, "frames") != 0)
        return 0;
    const size_t used = (size_t)snprintf(text, size, "frame %zu", path->parts[0].index);
    return ap_md5_append_field_names(path, 1, name, text, used, size);
}
