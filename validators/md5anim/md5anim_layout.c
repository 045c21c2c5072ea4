/* Reads and writes the header and the hierarchy of a .md5anim. md5anim_pairs.c has bounds and baseframe,
   md5anim_frames.c has the frames. */
#include "validators/md5anim/md5anim_stream.h"

enum {
    JOINT_BYTES = 21, /* least bytes of a joint: `""0 0 0` in the hierarchy, `(0 0 0)(0 0 0)` in the
                         baseframe */
    FRAME_BYTES = 23, /* least bytes of a frame: `(0 0 0)(0 0 0)` in the bounds, `frame 0{}` */
    VALUE_BYTES = 2,  /* least bytes of a value: a digit and a blank */
    MANY_FRAMES = 1024,
    HIGH_RATE = 240, /* 667 real animations have rates from 20 to 120 */
};

const char *const ap_md5anim_component_names[AP_MD5_COMPONENTS] = { "Tx", "Ty", "Tz", "Qx", "Qy", "Qz" };

static ap_md5_step_after_header_value read_or_write_num_frames(ap_md5_stream *stream, const char *path)
{
    const ap_md5_integer_limits bounds = { 1, INT32_MAX, AP_MD5ANIM_RULE(FRAME_COUNT_RANGE),
        "an animation needs at least one frame", FRAME_BYTES };
    return ap_md5_read_or_write_count(stream, path, &ap_md5anim_of(stream)->frame_count, &bounds);
}

static ap_md5_step_after_header_value read_or_write_num_joints(ap_md5_stream *stream, const char *path)
{
    return ap_md5_read_or_write_joint_count(stream, path, JOINT_BYTES);
}

static ap_md5_step_after_header_value read_or_write_frame_rate(ap_md5_stream *stream, const char *path)
{
    static const ap_md5_rate_rules rules = { AP_MD5ANIM_RULE(FRAME_RATE_FRACTION),
        AP_MD5ANIM_RULE(FRAME_RATE_RANGE) };
    return ap_md5_read_or_write_rate(stream, path, &ap_md5anim_of(stream)->rate, &rules);
}

void ap_md5anim_check_rate(ap_md5anim_stream *stream)
{
    const ap_md5_integer_or_fractional_rate *rate = &stream->rate;
    ap_io *io = &stream->base.text.io;
    const double frames = rate->fraction.valid ? (double)rate->fraction.value : rate->integer.value;
    if (io->findings->faults > 0 || io->arena->failed || frames <= (double)HIGH_RATE)
        return;
    ap_add_finding_at(io, AP_MD5ANIM_RULE(FRAME_RATE_HIGH),
        rate->fraction.valid ? rate->fraction.span : rate->integer.span, "frame_rate",
        ap_value_with_prefix("at most", ap_integer(HIGH_RATE)),
        rate->fraction.valid ? ap_float(rate->fraction.value) : ap_integer(rate->integer.value),
        "; real animations play 20 to 120 frames a second: the exporter may have written the number of "
        "frames, or "
        "milliseconds");
}

static int64_t most_components(const ap_text_integer *joints)
{
    return AP_MD5_COMPONENTS * (int64_t)(joints->known ? joints->value : INT32_MAX);
}

void ap_md5anim_check_component_count(ap_md5anim_stream *stream)
{
    const ap_text_integer *joints = &stream->base.joint_count;
    ap_text_integer *count = &stream->component_count;
    if (count->known && count->value > most_components(joints))
        /* the number of joints in the header may be wrong instead of the number of components */
        ap_md5anim_correct_and_report_counts(&stream->base);
    const ap_md5_integer_limits bounds = { 0, most_components(joints), AP_MD5ANIM_RULE(COMPONENT_COUNT_RANGE),
        "each joint has from 0 to 6 animated components", VALUE_BYTES };
    ap_md5_check_count(&stream->base, "num_animated_components", count, &bounds);
}

static ap_md5_step_after_header_value read_or_write_num_components(ap_md5_stream *base, const char *path)
{
    ap_md5anim_stream *stream = ap_md5anim_of(base);
    if (!ap_text_int(&base->text, path, &stream->component_count, AP_ROLE_COUNT))
        return AP_MD5_VALUE_WRONG;
    if (!ap_is_writing(&base->text.io))
        ap_md5anim_check_component_count(stream);
    return AP_MD5_VALUE_READ;
}

static const ap_md5_header_key keys[] = {
    { "MD5Version", "version", ap_md5_read_or_write_version },
    { "commandline", "commandline", ap_md5_read_or_write_commandline },
    { "numFrames", "num_frames", read_or_write_num_frames },
    { "numJoints", "num_joints", read_or_write_num_joints },
    { "frameRate", "frame_rate", read_or_write_frame_rate },
    { "numAnimatedComponents", "num_animated_components", read_or_write_num_components },
};

bool ap_md5anim_read_or_write_header(ap_md5_stream *base)
{
    return ap_md5_read_or_write_header(base, keys, sizeof keys / sizeof *keys);
}

void ap_md5anim_check_limits(ap_md5anim_stream *stream)
{
    ap_io *io = &stream->base.text.io;
    const ap_text_integer *count = &stream->frame_count;
    if (stream->base.other_type || io->arena->failed)
        return;
    if (count->known && count->value > MANY_FRAMES)
        ap_add_finding_at(io, AP_MD5ANIM_RULE(FRAME_LIMIT), count->span, "num_frames",
            ap_value_with_prefix("at most", ap_integer(MANY_FRAMES)), ap_integer(count->value),
            "; Q2PRO refuses more than %d frames", MANY_FRAMES);
    ap_md5_check_joint_count_fits_8_bits(&stream->base);
    ap_md5_check_duration_by_policy(&stream->base, count, &stream->rate);
}

/* Writes "( Tx Ty Qx )" in a comment; does nothing if no flag is set. Returns false if writing failed. */
static bool write_component_list(ap_text *text, int32_t flags)
{
    if (flags == 0)
        return true;
    (void)ap_text_put_word_if_writing(text, "(");
    for (size_t i = 0; i < AP_MD5_COMPONENTS; i++) {
        if ((flags >> i & 1) != 0)
            (void)ap_text_put_word_if_writing(text, ap_md5anim_component_names[i]);
    }
    return ap_text_put_word_if_writing(text, ")"); /* returns false if writing a part failed */
}

/* Returns true if the name can be read back from a comment: blanks at its ends would not belong to it, and
   words in parentheses could be a list of components. */
static bool can_be_read_from_comment(ap_view name)
{
    return name.size > 0 && name.bytes[0] > ' ' && name.bytes[name.size - 1] > ' '
           && name.bytes[name.size - 1] != ')';
}

/* Writes the comment that exporters put after a joint: its parent and, in some styles, its animated components. Does nothing when
   reading. Returns false if writing failed. */
static bool write_joint_comment_if_writing(ap_md5anim_stream *stream, const ap_md5_joint_entry *joint)
{
    ap_text *text = &stream->base.text;
    const ap_md5_joint_entry *joints = stream->base.joints.items;
    const ap_text_comments comments = text->style == NULL ? AP_COMMENTS_PARENT : text->style->comments;
    if (!ap_is_writing(&text->io) || comments == AP_COMMENTS_NONE)
        return true;
    const bool has_parent = joint->parent >= 0 && joint->parent < joint - joints
                            && can_be_read_from_comment(joints[joint->parent].name);
    const ap_view no_parent = { NULL, 0 };
    if (comments == AP_COMMENTS_PARENT && !has_parent)
        return true;
    return ap_text_put_comment_if_writing(text, has_parent ? joints[joint->parent].name : no_parent)
           && (comments != AP_COMMENTS_FLAGS || write_component_list(text, joint->flags));
}

static bool read_or_write_joint(ap_md5anim_stream *stream, ap_md5_joint_entry *joint)
{
    ap_text *text = &stream->base.text;
    ap_text_integer flags = { .value = joint->flags }, start = { .value = joint->start_index };
    if (!ap_md5_read_or_write_joint_name(&stream->base, joint)
        || !ap_md5_read_or_write_parent(&stream->base, joint)
        || !ap_text_int(text, "flags", &flags, AP_ROLE_FLAG))
        return false;
    ap_md5anim_store_and_check_flags(stream, joint, flags);
    if (!ap_text_int(text, "start_index", &start, AP_ROLE_INDEX)
        || !write_joint_comment_if_writing(stream, joint))
        return false;
    joint->start_index = start.value;
    joint->start_known = start.known;
    joint->start_span = start.span;
    return true;
}

static bool read_or_write_hierarchy_entry(ap_md5_stream *base, size_t index)
{
    ap_md5anim_stream *stream = ap_md5anim_of(base);
    if (ap_is_writing(&base->text.io))
        return read_or_write_joint(stream, &base->joints.items[index]);
    ap_md5_joint_entry *joint = ap_md5_make_room_for_joint(base);
    if (joint == NULL || !read_or_write_joint(stream, joint))
        return false;
    base->joints.count++;
    return true;
}

bool ap_md5anim_read_or_write_hierarchy(ap_md5_stream *base)
{
    const ap_md5_list list = { .name = "hierarchy",
        .first_kind = AP_TOKEN_STRING,
        .read_or_write_entry = read_or_write_hierarchy_entry,
        .count_rule = AP_MD5ANIM_RULE(HIERARCHY_COUNT),
        .expected_count = &base->joint_count };
    const bool complete = ap_md5_read_or_write_joints_of_any_count(base, &list);
    const ap_io *io = &base->text.io;
    if (!ap_is_writing(io) && !io->arena->failed) /* when out of memory, the list of joints is incomplete
                                                     and not checked */
        ap_md5anim_check_hierarchy(ap_md5anim_of(base));
    return complete;
}
