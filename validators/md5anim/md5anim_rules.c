/* Rules over the joints of a hierarchy, and over the rotations that a frame makes of them. */
#include <string.h>

#include "validators/md5anim/md5anim_reader.h"

/* clean twin: joints_run (flags-range) */
void ap_md5anim_judge_flags(ap_md5anim_reader *reader, ap_md5_joint *joint, ap_text_integer flags)
{
    joint->flags = flags.value;
    joint->flags_valid = flags.known && (flags.value & ~AP_MD5_FLAG_BITS) == 0;
    if (flags.known && !joint->flags_valid)
        ap_found(&reader->base.text.io, AP_MD5ANIM_RULE(FLAGS_RANGE), ap_words("0 to 63"),
            ap_integer(flags.value), ": a joint has six components, and a bit for each");
}

/* numAnimatedComponents against the flags; what it says is not known after a difference. */
static void judge_sum(ap_md5anim_reader *reader)
{
    const ap_md5_joints *joints = &reader->base.joints;
    ap_text_integer *stored = &reader->component_count;
    int64_t sum = 0;
    if (!stored->known || !joints->whole || !reader->base.joint_count.known)
        return;
    for (size_t i = 0; i < joints->count; i++) {
        if (!joints->items[i].flags_valid)
            return;
        sum += ap_md5_components(joints->items[i].flags);
    }
    if (sum == stored->value)
        return;
    ap_found_at(&reader->base.text.io, AP_MD5ANIM_RULE(COMPONENT_SUM), stored->span,
        "num_animated_components", ap_integer(sum), ap_integer(stored->value),
        ": so many bits are set in the flags of the joints");
    stored->known = false;
}

static bool start_in_range(const ap_md5_joint *joint, int32_t components)
{
    int64_t end = (int64_t)joint->start_index + ap_md5_components(joint->flags);
    if (joint->flags != 0)
        return joint->start_index >= 0 && end <= components;
    return components == 0 || (joint->start_index >= 0 && joint->start_index < components);
}

/* What is known of the joints before the one at hand. */
typedef struct running {
    bool order_known;  /* they all have valid flags */
    int64_t bits;      /* that are set in those */
    bool last_known;   /* where the components of the last of them that has any end, */
    int64_t last_ends; /* which is this; 0 where none has any */
} running;

/* Whether the start index is one that exporters write. */
static bool start_in_order(const ap_md5anim_reader *reader, const ap_md5_joint *joint, const running *before)
{
    const ap_text_integer *components = &reader->component_count;
    if (!before->order_known)
        return true;
    if (joint->flags == 0)
        return !components->known || components->value != 0 || joint->start_index == 0;
    return joint->start_index == before->bits || !before->last_known
           || joint->start_index == before->last_ends;
}

static void outside(ap_md5anim_reader *reader, const ap_md5_joint *joint)
{
    const int bits = ap_md5_components(joint->flags), components = reader->component_count.value;
    const int most = joint->flags != 0 ? components - bits : components - 1;
    ap_found_at(&reader->base.text.io, AP_MD5ANIM_RULE(START_INDEX_RANGE), joint->start_span, "start_index",
        ap_that("0 to", ap_integer(most)), ap_integer(joint->start_index),
        ": a frame has %d %s, and %d of them must be left for this joint", components,
        components == 1 ? "value" : "values", bits);
}

/* Whether the joint uses numbers of the root's position, which id's reader changes in place. */
static bool shares_root(const ap_md5anim_reader *reader, const ap_md5_joint *joint)
{
    const ap_md5_joint *root = reader->base.joints.items;
    if (joint == root || joint->flags == 0 || !root->flags_valid || !root->start_known)
        return false;
    const int64_t root_end =
        (int64_t)root->start_index + ap_md5_components(root->flags & AP_MD5_TRANSLATION_BITS);
    return joint->start_index < root_end
           && (int64_t)joint->start_index + ap_md5_components(joint->flags) > root->start_index;
}

static void out_of_order(ap_md5anim_reader *reader, const ap_md5_joint *joint, const running *before)
{
    ap_io *io = &reader->base.text.io;
    const ap_value found = ap_integer(joint->start_index);
    if (joint->flags == 0)
        ap_found_at(io, AP_MD5ANIM_RULE(START_INDEX_ORDER), joint->start_span, "start_index", ap_integer(0),
            found, ": the animation has no components");
    else
        ap_found_at(io, AP_MD5ANIM_RULE(START_INDEX_ORDER), joint->start_span, "start_index",
            ap_integer(before->bits), found, ": the joints before it have %lld %s%s", (long long)before->bits,
            before->bits == 1 ? "component" : "components",
            shares_root(reader, joint) ? ", and id's reader moves what uses numbers of joint 0's position"
                                       : "");
}

static void judge_start(ap_md5anim_reader *reader, size_t index, const running *before)
{
    const ap_md5_joint *joint = &reader->base.joints.items[index];
    const ap_text_integer *components = &reader->component_count;
    const bool in_range = !components->known || start_in_range(joint, components->value);
    if (in_range && start_in_order(reader, joint, before))
        return;
    ap_enter_index(&reader->base.text.io, "hierarchy", index);
    if (!in_range)
        outside(reader, joint);
    else
        out_of_order(reader, joint, before);
    ap_leave(&reader->base.text.io);
}

static void judge_starts(ap_md5anim_reader *reader)
{
    const ap_md5_joints *joints = &reader->base.joints;
    running before = { .order_known = true, .last_known = true };
    for (size_t i = 0; i < joints->count; i++) {
        const ap_md5_joint *joint = &joints->items[i];
        if (joint->flags_valid && joint->start_known) {
            reader->root_is_shared |= shares_root(reader, joint);
            judge_start(reader, i, &before);
        }
        before.order_known &= joint->flags_valid;
        if (!joint->flags_valid || joint->flags == 0)
            continue;
        before.bits += ap_md5_components(joint->flags);
        before.last_known = joint->start_known;
        before.last_ends = (int64_t)joint->start_index + ap_md5_components(joint->flags);
    }
}

void ap_md5anim_judge_hierarchy(ap_md5anim_reader *reader)
{
    ap_md5_judge_joints(&reader->base);
    if (reader->base.joints.miscounted) { /* the joints behind the place are shifted */
        ap_skip(&reader->base.text.io, 1);
        return;
    }
    judge_sum(reader);
    judge_starts(reader);
}

/* Rotations */

/* Where the joint's x, y, z stand in a frame. False when one is to come from a baseframe that lacks it. */
static bool place_rotation(const ap_md5anim_reader *reader, size_t index, ap_md5_rotation *rotation)
{
    const ap_md5_joint *joint = &reader->base.joints.items[index];
    rotation->joint = (uint32_t)index;
    for (unsigned axis = 0; axis < 3; axis++) {
        int32_t bit = INT32_C(8) << axis;
        rotation->at[axis] = -1;
        if ((joint->flags & bit) != 0) {
            rotation->at[axis] = joint->start_index + ap_md5_components(joint->flags & (bit - 1));
            continue;
        }
        if (!reader->baseframe_whole || index >= reader->orientation_count
            || !reader->orientation_sound[index][axis])
            return false;
        rotation->base[axis] = reader->orientations[index][axis];
    }
    return true;
}

/* The rotations that a frame decides. Where start indices overlap so far that frames would cost more than
   their size (possible only when the sum could not be checked), none is judged, and that is counted. */
static void list_rotations(ap_md5anim_reader *reader)
{
    const ap_md5_joints *joints = &reader->base.joints;
    int64_t animated = 0;
    reader->rotations_made = true;
    reader->rotations = ap_alloc_array(reader->base.text.io.arena, joints->count, sizeof *reader->rotations);
    if (reader->rotations == NULL)
        return;
    for (size_t i = 0; i < joints->count; i++) {
        const ap_md5_joint *joint = &joints->items[i];
        if (!joint->flags_valid || !joint->start_known || (joint->flags & AP_MD5_ROTATION_BITS) == 0
            || !start_in_range(joint, reader->component_count.value))
            continue;
        animated += ap_md5_components(joint->flags & AP_MD5_ROTATION_BITS);
        if (place_rotation(reader, i, &reader->rotations[reader->rotation_count]))
            reader->rotation_count++;
    }
    if (animated > reader->component_count.value) {
        ap_skip(&reader->base.text.io, reader->rotation_count);
        reader->rotation_count = 0;
    }
}

/* The places of a frame's values in the file, for a finding about them. */
static const ap_span *find_values(ap_md5anim_reader *reader, size_t frame_at)
{
    size_t count = (size_t)reader->component_count.value;
    ap_lexer lexer = reader->base.text.lexer;
    if (reader->value_spans == NULL)
        reader->value_spans = ap_alloc_array(reader->base.text.io.arena, count, sizeof *reader->value_spans);
    lexer.silent = true;
    lexer.at = frame_at;
    for (size_t i = 0; reader->value_spans != NULL && i < count; i++)
        reader->value_spans[i] = ap_lexer_next(&lexer).span;
    return reader->value_spans;
}

static void explain_rotation(
    ap_md5anim_reader *reader, const ap_md5_rotation *rotation, const float xyz[3], const ap_span *spans)
{
    ap_io *io = &reader->base.text.io;
    int32_t first = -1, last = -1;
    for (size_t axis = 0; axis < 3; axis++) {
        if (rotation->at[axis] < 0)
            continue;
        first = first < 0 ? rotation->at[axis] : first;
        last = rotation->at[axis];
    }
    ap_enter_index(io, "values", (size_t)first);
    ap_md5_judge_quaternion(
        &reader->base, xyz, ap_span_to(spans[first], spans[last]), NULL, " in this frame", rotation->joint);
    ap_leave(io);
}

static void rotation_of(const ap_md5anim_reader *reader, const ap_md5_rotation *rotation, float xyz[3])
{
    for (size_t axis = 0; axis < 3; axis++)
        xyz[axis] = rotation->at[axis] < 0 ? rotation->base[axis] : reader->values[rotation->at[axis]];
}

void ap_md5anim_judge_rotations(ap_md5anim_reader *reader, size_t frame_at)
{
    const ap_span *spans = NULL;
    float xyz[3];
    if (!reader->base.joints.whole)
        return;
    if (!reader->rotations_made)
        list_rotations(reader);
    for (size_t i = 0; i < reader->rotation_count; i++) {
        rotation_of(reader, &reader->rotations[i], xyz);
        if (ap_md5_quaternion_clean(xyz))
            continue;
        if (spans == NULL)
            spans = find_values(reader, frame_at);
        if (spans != NULL)
            explain_rotation(reader, &reader->rotations[i], xyz, spans);
    }
}
