/* The layouts of .md5anim: the header's keys, and the entries of the hierarchy with their fast reading. Those
   of bounds and baseframe are in md5anim_pairs.c, those of frames in md5anim_frames.c. */
#include <math.h>
#include <string.h>

#include "core/number/float_text.h"
#include "core/text/text_fast.h"
#include "validators/md5anim/md5anim_stream.h"

enum {
    JOINT_BYTES = 21, /* the shortest: `""0 0 0` in the hierarchy, `(0 0 0)(0 0 0)` in the baseframe */
    FRAME_BYTES = 23, /* `(0 0 0)(0 0 0)` in the bounds, `frame 0{}` */
    VALUE_BYTES = 2,  /* a digit and a blank */
};

static ap_md5_header_step num_frames(ap_md5_stream *stream, const char *path)
{
    const ap_md5_bounds bounds = { 1, INT32_MAX, AP_MD5ANIM_RULE(FRAME_COUNT_RANGE), FRAME_BYTES };
    return ap_md5_count(stream, path, &ap_md5anim_of(stream)->frame_count, &bounds);
}

static ap_md5_header_step num_joints(ap_md5_stream *stream, const char *path)
{
    return ap_md5_joint_count(stream, path, JOINT_BYTES);
}

/* The rate that a filler has. The filler is asked for it again when it is written. */
static double rate_to_fill(const ap_io *io)
{
    uint64_t bits = 0;
    (void)io->filler->number(io->filler->context, io, "frame_rate", AP_TYPE_TEXT, &bits);
    return ap_double_of_bits(bits);
}

static bool is_no_int32(double rate)
{
    return rate != floor(rate) || rate > INT32_MAX;
}

/* A decimal fraction without exponent: a warning of its own, and then judged by its range. */
static bool is_fraction(ap_md5_stream *stream)
{
    if (ap_is_filling(&stream->text.io))
        return is_no_int32(rate_to_fill(&stream->text.io));
    if (ap_is_writing(&stream->text.io))
        return ap_md5anim_of(stream)->fractional_rate.sound;
    ap_token token = ap_text_peek(&stream->text);
    ap_view word = ap_token_view(&stream->text.io, token);
    ap_number number = ap_parse_float(word);
    return token.kind == AP_TOKEN_WORD && number.fault == AP_NUMBER_FINE && !number.exponent
           && memchr(word.bytes, '.', word.size) != NULL;
}

/* A whole number that int32 does not hold keeps its point, and has no exponent: it would be no rate at
   all. */
static ap_md5_header_step put_large_rate(ap_text *text, const char *path, float rate)
{
    char digits[AP_FLOAT_TEXT_BYTES + 1];
    const ap_filler *filler = text->io.filler;
    uint64_t bits = 0;
    if (filler != NULL && !filler->number(filler->context, &text->io, path, AP_TYPE_F32, &bits))
        return AP_MD5_WRONG;
    if (filler != NULL)
        rate = ap_float_of_bits((uint32_t)bits);
    digits[ap_float_fixed(rate, 1, digits)] = '\0';
    return ap_text_put_word(text, digits) ? AP_MD5_READ : AP_MD5_WRONG;
}

static ap_md5_header_step fractional_rate(ap_md5_stream *stream, const char *path)
{
    ap_text_number *rate = &ap_md5anim_of(stream)->fractional_rate;
    if (ap_is_filling(&stream->text.io))
        rate->value = (float)rate_to_fill(&stream->text.io);
    if (ap_is_writing(&stream->text.io) && rate->value >= 0x1p31F)
        return put_large_rate(&stream->text, path, rate->value);
    if (ap_is_writing(&stream->text.io))
        return ap_text_float(&stream->text, path, rate) ? AP_MD5_READ : AP_MD5_WRONG;
    ap_io *io = &stream->text.io;
    const ap_token token = ap_text_take(&stream->text);
    ap_text_field(&stream->text, path, token.span, AP_ROLE_NUMBER);
    *rate = (ap_text_number){
        .value = ap_parse_float(ap_token_view(io, token)).value, .sound = true, .span = token.span
    };
    ap_found(io, AP_MD5ANIM_RULE(FRAME_RATE_FRACTION), ap_words("an integer"), ap_float(rate->value),
        "; id's reader drops the fraction, others do not");
    if (rate->value < 1)
        ap_found(io, AP_MD5ANIM_RULE(FRAME_RATE_RANGE), ap_that("at least", ap_integer(1)),
            ap_float(rate->value), ":");
    return AP_MD5_READ;
}

static ap_md5_header_step frame_rate(ap_md5_stream *stream, const char *path)
{
    if (is_fraction(stream))
        return fractional_rate(stream, path);
    const ap_md5_bounds bounds = { 1, INT32_MAX, AP_MD5ANIM_RULE(FRAME_RATE_RANGE), 0 };
    return ap_md5_count(stream, path, &ap_md5anim_of(stream)->frame_rate, &bounds);
}

static ap_md5_header_step num_components(ap_md5_stream *stream, const char *path)
{
    const int64_t joints = stream->joint_count.known ? stream->joint_count.value : INT32_MAX;
    const ap_md5_bounds bounds = { 0, AP_MD5_COMPONENTS * joints, AP_MD5ANIM_RULE(COMPONENT_COUNT_RANGE),
        VALUE_BYTES };
    return ap_md5_count(stream, path, &ap_md5anim_of(stream)->component_count, &bounds);
}

static const ap_md5_key keys[] = {
    { "MD5Version", "version", ap_md5_version },
    { "commandline", "commandline", ap_md5_commandline },
    { "numFrames", "num_frames", num_frames },
    { "numJoints", "num_joints", num_joints },
    { "frameRate", "frame_rate", frame_rate },
    { "numAnimatedComponents", "num_animated_components", num_components },
};

bool ap_md5anim_header(ap_md5anim_stream *stream)
{
    return ap_md5_header(&stream->base, keys, sizeof keys / sizeof *keys);
}

/* "( Tx Ty Qx )", in a comment. */
static bool components_comment(ap_text *text, int32_t flags)
{
    static const char *const names[AP_MD5_COMPONENTS] = { "Tx", "Ty", "Tz", "Qx", "Qy", "Qz" };
    if (flags == 0)
        return true;
    bool whole = ap_text_put_word(text, "(");
    for (size_t i = 0; i < AP_MD5_COMPONENTS; i++)
        whole = whole && ((flags >> i & 1) == 0 || ap_text_put_word(text, names[i]));
    return whole && ap_text_put_word(text, ")");
}

/* The comment that exporters put after a joint: its parent, and which components are animated. */
static bool joint_comment(ap_md5anim_stream *stream, const ap_md5_joint *joint)
{
    ap_text *text = &stream->base.text;
    const ap_md5_joint *joints = stream->base.joints.items;
    const ap_text_comments comments = text->style == NULL ? AP_COMMENTS_PARENT : text->style->comments;
    const bool has_parent = joint->parent >= 0 && joint->parent < joint - joints;
    const ap_view nobody = { NULL, 0 };
    if (!ap_is_writing(&text->io) || comments == AP_COMMENTS_NONE
        || (comments == AP_COMMENTS_PARENT && !has_parent))
        return true;
    return ap_text_put_comment(text, has_parent ? joints[joint->parent].name : nobody)
           && (comments != AP_COMMENTS_FLAGS || components_comment(text, joint->flags));
}

static bool joint_layout(ap_md5anim_stream *stream, ap_md5_joint *joint)
{
    ap_text *text = &stream->base.text;
    ap_text_integer flags = { .value = joint->flags }, start = { .value = joint->start_index };
    if (!ap_md5_name(&stream->base, joint) || !ap_md5_parent(&stream->base, joint)
        || !ap_text_int(text, "flags", &flags, AP_ROLE_FLAG))
        return false;
    ap_md5anim_judge_flags(stream, joint, flags);
    if (!ap_text_int(text, "start_index", &start, AP_ROLE_INDEX) || !joint_comment(stream, joint))
        return false;
    joint->start_index = start.value;
    joint->start_known = start.known;
    joint->start_span = start.span;
    stream->base.joints.sound &= start.known;
    return true;
}

static bool hierarchy_entry(ap_md5_stream *base, size_t index)
{
    ap_md5anim_stream *stream = ap_md5anim_of(base);
    if (ap_is_writing(&base->text.io))
        return joint_layout(stream, &base->joints.items[index]);
    ap_md5_joint *joint = ap_md5_next_joint(base);
    if (joint == NULL || !joint_layout(stream, joint))
        return false;
    base->joints.count++;
    return true;
}

/* A joint made of a whole line that was read fast. */
static ap_md5_joint joint_of_line(const ap_io *io, const ap_text_line *line)
{
    return (ap_md5_joint){
        .name = { io->input.bytes + line->string.offset + 1, line->string.length - 2 },
        .name_at = line->string.offset,
        .name_token_bytes = line->string.length,
        .parent = line->values[0],
        .parent_known = true,
        .parent_span = line->spans[0],
        .flags = line->values[1],
        .flags_valid = (line->values[1] & ~AP_MD5_FLAG_BITS) == 0,
        .start_index = line->values[2],
        .start_known = true,
        .start_span = line->spans[2],
    };
}

/* Joints that are lines of their own in which there is nothing to find. */
/* slow twin: ap_md5anim_judge_flags */
static size_t joints_run(ap_md5_stream *stream, size_t index, size_t most)
{
    ap_text *text = &stream->text;
    ap_md5_joints *joints = &stream->joints;
    size_t taken = 0;
    for (ap_text_line line; taken < most && ap_text_fast_line(text, &line); taken++) {
        const ap_md5_joint joint = joint_of_line(&text->io, &line);
        if (!joint.flags_valid || !ap_md5_joint_clean(&joint, index + taken))
            break;
        ap_md5_joint *next = ap_md5_next_joint(stream);
        if (next == NULL)
            break;
        *next = joint;
        joints->named = joints->with_parent = ++joints->count;
        ap_text_go_on(text, ap_span_end(joint.start_span));
    }
    return taken;
}

ap_md5_list ap_md5anim_hierarchy_list(const ap_md5anim_stream *stream)
{
    return (ap_md5_list){ "hierarchy", AP_TOKEN_WORD, hierarchy_entry, joints_run,
        AP_MD5ANIM_RULE(HIERARCHY_COUNT), stream->base.joint_count };
}

bool ap_md5anim_hierarchy(ap_md5anim_stream *stream)
{
    const ap_md5_list list = ap_md5anim_hierarchy_list(stream);
    bool whole = ap_md5_read_joints(&stream->base, &list);
    const ap_io *io = &stream->base.text.io;
    if (!ap_is_writing(io) && !io->arena->failed) /* without memory some joints are not known */
        ap_md5anim_judge_hierarchy(stream);
    return whole;
}
