#include "validators/md5anim/md5anim_describe.h"

#include <stdio.h>

#include "validators/md5anim/md5anim_stream.h"

static bool say(char *text, size_t size, const char *what, size_t index, const ap_md5_joint_token *joint)
{
    char name[64];
    ap_quote(joint->name, name, sizeof name);
    snprintf(text, size, "%s joint %zu, %s", what, index, name);
    return true;
}

static bool describe_value(ap_md5anim_stream *stream, size_t value, char *text, size_t size)
{
    static const char *const components[AP_MD5_COMPONENTS] = { "x of the position of", "y of the position of",
        "z of the position of", "x of the rotation of", "y of the rotation of", "z of the rotation of" };
    ap_md5anim_component part;
    return ap_md5anim_find_component(stream, value, &part)
           && say(text, size, components[part.bit], part.joint, &stream->base.joints.items[part.joint]);
}

bool ap_md5anim_describe(ap_view input, const char *path, ap_arena *arena, char *text, size_t size)
{
    size_t index, value;
    int end = 0;
    const bool is_value = sscanf(path, "frames[%zu].values[%zu]", &index, &value) == 2;
    const bool is_parent = sscanf(path, "hierarchy[%zu].parent%n", &index, &end) == 1 && end > 0;
    if (!is_value && !is_parent && sscanf(path, "baseframe[%zu]", &index) != 1)
        return false;
    ap_md5anim_stream *stream = ap_md5anim_read_unseen(input, arena, false);
    if (stream == NULL)
        return false;
    if (is_value)
        return describe_value(stream, value, text, size);
    const ap_md5_joints *joints = &stream->base.joints;
    if (index >= joints->count)
        return false;
    if (!is_parent)
        return say(text, size, "of", index, &joints->items[index]);
    const int32_t parent = joints->items[index].parent;
    if (parent < 0 || (size_t)parent >= joints->count)
        return false;
    return say(text, size, "the parent is", (size_t)parent, &joints->items[parent]);
}
