#include "validators/md5anim/md5anim_describe.h"

#include <stdio.h>

#include "core/base/append_text.h"
#include "validators/md5anim/md5anim_stream.h"

/* Writes a text and a joint: `child of joint 0, "root"`. */
static void put_text_and_joint(
    char *text, size_t size, const char *what, size_t index, const ap_md5_joint_entry *joint)
{
    char name[64];
    ap_quote(joint->name, name, sizeof name);
    snprintf(text, size, "%s joint %zu, %s", what, index, name);
}

static bool describe_frame_value(ap_md5anim_stream *stream, size_t value, char *text, size_t size)
{
    static const char *const components[AP_MD5_COMPONENTS] = { "x of the position of", "y of the position of",
        "z of the position of", "x of the rotation of", "y of the rotation of", "z of the rotation of" };
    ap_md5anim_component part;
    if (!ap_md5anim_find_component(stream, value, &part))
        return false;
    put_text_and_joint(text, size, components[part.bit], part.joint, &stream->base.joints.items[part.joint]);
    return true;
}

/* Describes a joint by its parent and its animated components: `child of joint 0, "root"; Tx Qx are values 6 to 7 of each
   frame`. Returns false if the parent, the flags or the start index of the joint is not valid. */
static bool describe_parent_and_components(const ap_md5_joints *joints, size_t index, char *text, size_t size)
{
    const ap_md5_joint_entry *joint = &joints->items[index];
    const int32_t flags = joint->flags;
    unsigned count = 0;
    if (!joint->parent_known || !joint->flags_valid || !joint->start_known
        || (joint->parent >= 0 && (size_t)joint->parent >= joints->count))
        return false;
    snprintf(text, size, "a root");
    if (joint->parent >= 0)
        put_text_and_joint(text, size, "child of", (size_t)joint->parent, &joints->items[joint->parent]);
    ap_append_text(text, size, flags == 0 ? "; not animated" : ";");
    for (unsigned bit = 0; bit < AP_MD5_COMPONENTS; bit++) {
        if ((flags >> bit & 1) == 0)
            continue;
        ap_append_text(text, size, " %s", ap_md5anim_component_names[bit]);
        count++;
    }
    if (count == 1)
        ap_append_text(text, size, " is value %d of each frame", (int)joint->start_index);
    else if (count > 1)
        ap_append_text(text, size, " are values %d to %lld of each frame", (int)joint->start_index,
            (long long)joint->start_index + count - 1);
    return true;
}

bool ap_md5anim_describe_field(ap_view input, const char *path, ap_arena *arena, char *text, size_t size)
{
    size_t index, value;
    int end = 0;
    const bool is_value = sscanf(path, "frames[%zu].values[%zu]", &index, &value) == 2;
    const bool is_parent = sscanf(path, "hierarchy[%zu].parent%n", &index, &end) == 1 && end > 0;
    const bool is_joint = !is_parent && sscanf(path, "hierarchy[%zu]", &index) == 1;
    if (!is_value && !is_parent && !is_joint && sscanf(path, "baseframe[%zu]", &index) != 1)
        return false;
    ap_md5anim_stream *stream = ap_md5anim_read_discarding_findings(input, arena, false);
    if (stream == NULL)
        return false;
    if (is_value)
        return describe_frame_value(stream, value, text, size);
    const ap_md5_joints *joints = &stream->base.joints;
    if (index >= joints->count)
        return false;
    if (is_joint)
        return describe_parent_and_components(joints, index, text, size);
    if (!is_parent) {
        put_text_and_joint(text, size, "of", index, &joints->items[index]);
        return true;
    }
    const int32_t parent = joints->items[index].parent;
    if (parent < 0 || (size_t)parent >= joints->count)
        return false;
    put_text_and_joint(text, size, "the parent is", (size_t)parent, &joints->items[parent]);
    return true;
}
