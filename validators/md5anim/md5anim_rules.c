/* Checks the joints of a hierarchy, and the rotations of each frame. */
#include <string.h>

#include "validators/md5anim/md5anim_stream.h"

void ap_md5anim_store_and_check_flags(
    ap_md5anim_stream *stream, ap_md5_joint_entry *joint, ap_text_integer flags)
{
    joint->flags = flags.value;
    joint->flags_valid = flags.known && (flags.value & ~AP_MD5_FLAG_BITS) == 0;
    if (flags.known && !joint->flags_valid)
        ap_add_finding(&stream->base.text.io, AP_MD5ANIM_RULE(FLAGS_RANGE), ap_text_value("0 to 63"),
            ap_integer(flags.value), ": each of a joint's six components has one bit");
}

/* Compares numAnimatedComponents with the joints' flags. If they differ, the number of components counts
   as unknown. */
static void check_component_sum_or_mark_unknown(ap_md5anim_stream *stream)
{
    const ap_md5_joints *joints = &stream->base.joints;
    ap_text_integer *stored = &stream->component_count;
    int64_t sum = 0;
    if (!stored->known || !joints->complete || !stream->base.joint_count.known)
        return;
    for (size_t i = 0; i < joints->count; i++) {
        if (!joints->items[i].flags_valid)
            return;
        sum += ap_md5_count_components(joints->items[i].flags);
    }
    if (sum == stored->value)
        return;
    ap_add_finding_at(&stream->base.text.io, AP_MD5ANIM_RULE(COMPONENT_SUM), stored->span,
        "num_animated_components", ap_integer(sum), ap_integer(stored->value),
        ": the number of bits set in the flags of all joints");
    stored->known = false;
}

static bool is_start_index_in_range(const ap_md5_joint_entry *joint, int32_t components)
{
    int64_t end = (int64_t)joint->start_index + ap_md5_count_components(joint->flags);
    if (joint->flags != 0)
        return joint->start_index >= 0 && end <= components;
    return components == 0 || (joint->start_index >= 0 && joint->start_index < components);
}

/* Sums over the joints before the current joint. */
typedef struct sums_before_joint {
    bool all_flags_valid; /* all joints before the current joint have valid flags */
    int64_t bits;         /* number of bits set in the flags of the joints before the current joint */
    /* last_end is known: the start index of the last joint that has components is a number */
    bool last_end_known;
    int64_t last_end; /* end of the components of the last joint that has any; 0 if no joint has */
} sums_before_joint;

/* Returns true if the joint's start index is a value that exporters write: it agrees with the joints before
   the joint. Also returns true if the flags of these joints are not all valid. */
static bool is_start_index_usual(
    const ap_md5anim_stream *stream, const ap_md5_joint_entry *joint, const sums_before_joint *before)
{
    const ap_text_integer *components = &stream->component_count;
    if (!before->all_flags_valid)
        return true;
    if (joint->flags == 0)
        return !components->known || components->value != 0 || joint->start_index == 0;
    return joint->start_index == before->bits || !before->last_end_known
           || joint->start_index == before->last_end;
}

static void report_start_index_range(ap_md5anim_stream *stream, const ap_md5_joint_entry *joint)
{
    const int bits = ap_md5_count_components(joint->flags), components = stream->component_count.value;
    const int most = joint->flags != 0 ? components - bits : components - 1;
    ap_add_finding_at(&stream->base.text.io, AP_MD5ANIM_RULE(START_INDEX_RANGE), joint->start_span,
        "start_index", ap_value_with_prefix("0 to", ap_integer(most)), ap_integer(joint->start_index),
        ": a frame has %d %s, and %d of them must be left for this joint", components,
        components == 1 ? "value" : "values", bits);
}

/* Returns true if the joint uses numbers of joint 0's position, which id's reader changes in place. */
static bool shares_position_number_with_root(const ap_md5anim_stream *stream, const ap_md5_joint_entry *joint)
{
    const ap_md5_joint_entry *root = stream->base.joints.items;
    if (joint == root || joint->flags == 0 || !root->flags_valid || !root->start_known)
        return false;
    const int64_t root_end =
        (int64_t)root->start_index + ap_md5_count_components(root->flags & AP_MD5_TRANSLATION_BITS);
    return joint->start_index < root_end
           && (int64_t)joint->start_index + ap_md5_count_components(joint->flags) > root->start_index;
}

static void report_unusual_start_index(
    ap_md5anim_stream *stream, const ap_md5_joint_entry *joint, const sums_before_joint *before)
{
    ap_io *io = &stream->base.text.io;
    const ap_value found = ap_integer(joint->start_index);
    if (joint->flags == 0)
        ap_add_finding_at(io, AP_MD5ANIM_RULE(START_INDEX_ORDER), joint->start_span, "start_index",
            ap_integer(0), found, ": the animation has no components");
    else
        ap_add_finding_at(io, AP_MD5ANIM_RULE(START_INDEX_ORDER), joint->start_span, "start_index",
            ap_integer(before->bits), found, ": the joints before it have %lld %s%s", (long long)before->bits,
            before->bits == 1 ? "component" : "components",
            shares_position_number_with_root(stream, joint)
                ? ", and Doom 3 moves this joint, which uses numbers of joint 0's position"
                : "");
    if (joint > stream->base.joints.items && joint[-1].start_known)
        ap_add_related_place(io, joint[-1].start_span, "the joint before it");
}

static void check_start_index(ap_md5anim_stream *stream, size_t index, const sums_before_joint *before)
{
    const ap_md5_joint_entry *joint = &stream->base.joints.items[index];
    const ap_text_integer *components = &stream->component_count;
    const bool in_range = !components->known || is_start_index_in_range(joint, components->value);
    if (in_range && is_start_index_usual(stream, joint, before))
        return;
    ap_enter_element(&stream->base.text.io, "hierarchy", index);
    if (!in_range)
        report_start_index_range(stream, joint);
    else
        report_unusual_start_index(stream, joint, before);
    ap_leave_record(&stream->base.text.io);
}

static void check_start_indices(ap_md5anim_stream *stream)
{
    const ap_md5_joints *joints = &stream->base.joints;
    sums_before_joint before = { .all_flags_valid = true, .last_end_known = true };
    for (size_t i = 0; i < joints->count; i++) {
        const ap_md5_joint_entry *joint = &joints->items[i];
        if (joint->flags_valid && joint->start_known) {
            stream->root_is_shared |= shares_position_number_with_root(stream, joint);
            check_start_index(stream, i, &before);
        }
        before.all_flags_valid &= joint->flags_valid;
        if (!joint->flags_valid || joint->flags == 0)
            continue;
        before.bits += ap_md5_count_components(joint->flags);
        before.last_end_known = joint->start_known;
        before.last_end = (int64_t)joint->start_index + ap_md5_count_components(joint->flags);
    }
}

void ap_md5anim_check_hierarchy(ap_md5anim_stream *stream)
{
    ap_md5_check_joints(&stream->base);
    /* if joints are missing or surplus, the components and start indices of later joints cannot be compared with the header;
       ap_md5_check_joints has left out the order of parents */
    if (stream->base.joints.miscounted) {
        ap_count_skipped_checks(&stream->base.text.io, 1);
        return;
    }
    check_component_sum_or_mark_unknown(stream);
    check_start_indices(stream);
}

/* Rotations */

/* Finds the numbers of the joint's rotation in a frame. Returns false if one of them must come from the
   baseframe and is missing or invalid there. */
static bool find_rotation_numbers_in_frame_or_base(
    const ap_md5anim_stream *stream, size_t index, ap_md5anim_rotation_channels *rotation)
{
    const ap_md5_joint_entry *joint = &stream->base.joints.items[index];
    rotation->joint = (uint32_t)index;
    for (unsigned axis = 0; axis < 3; axis++) {
        int32_t bit = INT32_C(8) << axis;
        rotation->at[axis] = -1;
        if ((joint->flags & bit) != 0) {
            rotation->at[axis] = joint->start_index + ap_md5_count_components(joint->flags & (bit - 1));
            continue;
        }
        if (!stream->baseframe_complete || index >= stream->orientation_count
            || !stream->orientation_valid[index][axis])
            return false;
        rotation->base[axis] = stream->orientations[index][axis];
    }
    return true;
}

/* Lists the rotations that a frame animates. If the sum of components was not checked, start indices may
   overlap; if checking a frame would then cost more than its size, skips all rotations and counts the
   skipped checks. */
static void list_rotations_with_animated_axis(ap_md5anim_stream *stream)
{
    const ap_md5_joints *joints = &stream->base.joints;
    int64_t animated = 0;
    stream->rotations_listed = true;
    stream->rotation_count = 0;
    stream->turns = NULL; /* discarded, because the arrays have the size of the previous list of rotations */
    stream->rotations = ap_alloc_array(stream->base.text.io.arena, joints->count, sizeof *stream->rotations);
    if (stream->rotations == NULL)
        return;
    for (size_t i = 0; i < joints->count; i++) {
        const ap_md5_joint_entry *joint = &joints->items[i];
        if (!joint->flags_valid || !joint->start_known || (joint->flags & AP_MD5_ROTATION_BITS) == 0
            || !is_start_index_in_range(joint, stream->component_count.value))
            continue;
        animated += ap_md5_count_components(joint->flags & AP_MD5_ROTATION_BITS);
        if (find_rotation_numbers_in_frame_or_base(stream, i, &stream->rotations[stream->rotation_count]))
            stream->rotation_count++;
    }
    if (animated > stream->component_count.value) {
        ap_count_skipped_checks(&stream->base.text.io, stream->rotation_count);
        stream->rotation_count = 0;
    }
    if (stream->rotation_count > 0)
        ap_md5anim_allocate_rotations(stream);
}

const ap_span *ap_md5anim_find_value_spans(ap_md5anim_stream *stream, size_t frame_at)
{
    size_t count = (size_t)stream->component_count.value;
    ap_lexer lexer = stream->base.text.lexer;
    if (stream->value_spans == NULL)
        stream->value_spans = ap_alloc_array(stream->base.text.io.arena, count, sizeof *stream->value_spans);
    lexer.silent = true;
    lexer.at = frame_at;
    for (size_t i = 0; stream->value_spans != NULL && i < count; i++)
        stream->value_spans[i] = ap_lexer_next_token(&lexer).span;
    return stream->value_spans;
}

int32_t ap_md5anim_index_of_first_animated_number(const ap_md5anim_rotation_channels *rotation)
{
    size_t axis = 0;
    while (rotation->at[axis] < 0)
        axis++;
    return rotation->at[axis];
}

ap_span ap_md5anim_rotation_span(const ap_md5anim_rotation_channels *rotation, const ap_span *values)
{
    size_t axis = 2;
    while (rotation->at[axis] < 0)
        axis--;
    return ap_span_from_to(
        values[ap_md5anim_index_of_first_animated_number(rotation)], values[rotation->at[axis]]);
}

static void report_or_count_long_rotation(ap_md5anim_stream *stream,
    const ap_md5anim_rotation_channels *rotation, const float xyz[3], const ap_span *spans)
{
    ap_io *io = &stream->base.text.io;
    ap_enter_element(io, "values", (size_t)ap_md5anim_index_of_first_animated_number(rotation));
    ap_md5_check_quaternion(&stream->base, xyz, ap_md5anim_rotation_span(rotation, spans), NULL);
    ap_leave_record(io);
}

void ap_md5anim_current_rotation(
    const ap_md5anim_stream *stream, const ap_md5anim_rotation_channels *rotation, float xyz[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        xyz[axis] = rotation->at[axis] < 0 ? rotation->base[axis] : stream->values[rotation->at[axis]];
}

void ap_md5anim_check_rotations(ap_md5anim_stream *stream, size_t frame_at)
{
    const ap_span *spans = NULL;
    float xyz[3];
    if (!stream->base.joints.complete)
        return;
    if (!stream->rotations_listed)
        list_rotations_with_animated_axis(stream);
    if (stream->turns != NULL && ap_md5anim_copy_and_check_rotations(stream))
        return;
    for (size_t i = 0; i < stream->rotation_count; i++) {
        ap_md5anim_current_rotation(stream, &stream->rotations[i], xyz);
        if (ap_md5_is_quaternion_clean(&stream->base, xyz))
            continue;
        if (spans == NULL)
            spans = ap_md5anim_find_value_spans(stream, frame_at);
        if (spans != NULL)
            report_or_count_long_rotation(stream, &stream->rotations[i], xyz, spans);
    }
}
