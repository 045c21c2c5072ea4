/* Reads and writes bounds and baseframe, which are lists of pairs of vectors. Many entries are read at
   once if they are lines of plain numbers without a finding. */
#include <string.h>

#include "validators/md5/md5_at_once.h"
#include "validators/md5anim/md5anim_stream.h"

enum { NUMBERS = 6 /* numbers of an entry: the first vector, then the second */ };

/* Bounds */

/* Reference path of accept_bounds_lines for bounds-inverted. */
static void check_inverted(ap_md5anim_stream *stream, const ap_md5_vector_pair *pair)
{
    static const char *const axes[] = { "x", "y", "z" };
    ap_io *io = &stream->base.text.io;
    ap_enter_record(io, "max");
    for (size_t axis = 0; axis < 3; axis++) {
        const ap_text_number *min = &pair->first[axis], *max = &pair->second[axis];
        if (min->valid && max->valid && min->value > max->value)
            ap_add_finding_at(io, AP_MD5ANIM_RULE(BOUNDS_INVERTED), max->span, axes[axis],
                ap_value_with_prefix("at least", ap_float(min->value)), ap_float(max->value),
                ": the maximum must not be less than the minimum");
    }
    ap_leave_record(io);
}

static bool is_zero_vector(const ap_text_number vector[3])
{
    return ap_md5_vector_is_valid(vector) && vector[0].value == 0 && vector[1].value == 0
           && vector[2].value == 0;
}

static bool read_or_write_bounds(ap_md5_stream *base, size_t index)
{
    ap_md5anim_stream *stream = ap_md5anim_of(base);
    ap_md5_vector_pair *pair = &stream->pair;
    *pair = (ap_md5_vector_pair){ .first_span = { 0, 0 } };
    if (stream->source != NULL && !stream->source->bounds(stream->source, index, pair))
        return false;
    bool complete = ap_md5_read_or_write_vector_pair(&base->text, pair, "min", "max");
    /* after an entry that broke off, this checks only the axes that were read */
    check_inverted(stream, pair);
    stream->bounds_are_zero &= is_zero_vector(pair->first) && is_zero_vector(pair->second);
    for (size_t axis = 0; stream->clip != NULL && index < stream->clip->frame_count && axis < 3; axis++) {
        stream->clip->boxes[index * NUMBERS + axis] = pair->first[axis].value;
        stream->clip->boxes[index * NUMBERS + 3 + axis] = pair->second[axis].value;
    }
    return complete;
}

/* Fast path of check_inverted. */
static size_t accept_bounds_lines(ap_md5_stream *base, size_t index, const ap_line_run *lines, size_t count)
{
    const ap_md5anim_clip *clip = ap_md5anim_of(base)->clip;
    const float *numbers = lines->numbers;
    bool inverted = false, zero = true;
    size_t kept = 0;
    for (; kept < count; kept++, numbers += NUMBERS) {
        for (size_t axis = 0; axis < 3; axis++)
            inverted |= numbers[axis] > numbers[3 + axis];
        if (inverted)
            break;
        for (size_t axis = 0; axis < NUMBERS; axis++)
            zero &= numbers[axis] == 0;
    }
    ap_md5anim_of(base)->bounds_are_zero &= zero;
    if (clip != NULL && index + kept <= clip->frame_count)
        memcpy(clip->boxes + index * NUMBERS, lines->numbers, kept * NUMBERS * sizeof *numbers);
    return kept;
}

static size_t read_bounds_at_once(ap_md5_stream *base, size_t index, size_t most)
{
    return ap_md5_read_lines_at_once(base, AP_LINE_VECTORS, "", accept_bounds_lines, index, most);
}

ap_md5_list ap_md5anim_bounds_list(const ap_md5anim_stream *stream)
{
    return (ap_md5_list){ .name = "bounds",
        .first_kind = AP_TOKEN_OPEN_PARENTHESIS,
        .read_or_write_entry = read_or_write_bounds,
        .read_many = read_bounds_at_once,
        .count_rule = AP_MD5ANIM_RULE(BOUNDS_COUNT),
        .expected_count = &stream->frame_count };
}

bool ap_md5anim_read_or_write_bounds(ap_md5_stream *base)
{
    ap_md5anim_stream *stream = ap_md5anim_of(base);
    const ap_md5_list list = ap_md5anim_bounds_list(stream);
    size_t count;
    ap_span span;
    stream->bounds_are_zero = true;
    if (!ap_is_writing(&base->text.io))
        ap_md5anim_begin_clip(stream);
    const bool complete = ap_md5_read_or_write_list(base, &list, &count, &span);
    if (stream->clip != NULL)
        stream->clip->bounds_at = ap_span_end(base->list_open.span);
    if (!complete)
        return false;
    if (count > 0 && stream->bounds_are_zero)
        ap_add_finding_at(&base->text.io, AP_MD5ANIM_RULE(BOUNDS_ZERO), span, "bounds", ap_no_value(),
            ap_no_value(), " has only zeros, so Doom 3 never draws the model");
    return true;
}

/* Baseframe */

static bool read_or_write_baseframe(ap_md5_stream *base, size_t index)
{
    ap_md5anim_stream *stream = ap_md5anim_of(base);
    ap_md5_vector_pair *pair = &stream->pair;
    float xyz[3];
    if (stream->source != NULL && !stream->source->baseframe(stream->source, index, pair))
        return false;
    if (!ap_md5_read_or_write_vector_pair(&base->text, pair, "position", "orientation"))
        return false;
    const bool valid = ap_md5_vector_is_valid(pair->second);
    stream->baseframe_invalid |= !valid || !ap_md5_vector_is_valid(pair->first);
    for (size_t axis = 0; axis < 3; axis++)
        xyz[axis] = pair->second[axis].value;
    if (valid)
        ap_md5_check_quaternion(base, xyz, pair->second_span, "orientation");
    if (index < stream->orientation_capacity) {
        memcpy(stream->orientations[index], xyz, sizeof xyz);
        for (size_t axis = 0; axis < 3; axis++)
            stream->orientation_valid[index][axis] = pair->second[axis].valid;
        for (size_t axis = 0; axis < 3; axis++)
            stream->positions[index][axis] = pair->first[axis].value;
        stream->orientation_count = index + 1;
    }
    return true;
}

static size_t accept_baseframe_lines(
    ap_md5_stream *base, size_t index, const ap_line_run *lines, size_t count)
{
    ap_md5anim_stream *stream = ap_md5anim_of(base);
    const float *numbers = lines->numbers;
    size_t kept = 0;
    for (; kept < count && ap_md5_is_quaternion_clean(base, numbers + 3);
         kept++, index++, numbers += NUMBERS) {
        if (index >= stream->orientation_capacity)
            continue;
        memcpy(stream->orientations[index], numbers + 3, sizeof *stream->orientations);
        memset(stream->orientation_valid[index], true, sizeof *stream->orientation_valid);
        memcpy(stream->positions[index], numbers, sizeof *stream->positions);
        stream->orientation_count = index + 1;
    }
    return kept;
}

static size_t read_baseframe_at_once(ap_md5_stream *base, size_t index, size_t most)
{
    return ap_md5_read_lines_at_once(base, AP_LINE_VECTORS, "", accept_baseframe_lines, index, most);
}

ap_md5_list ap_md5anim_baseframe_list(const ap_md5anim_stream *stream)
{
    return (ap_md5_list){ .name = "baseframe",
        .first_kind = AP_TOKEN_OPEN_PARENTHESIS,
        .read_or_write_entry = read_or_write_baseframe,
        .read_many = read_baseframe_at_once,
        .count_rule = AP_MD5ANIM_RULE(BASEFRAME_COUNT),
        .expected_count = &stream->base.joint_count };
}

/* Allocates the orientations and positions of the baseframe: as many as joints were read, or as many as the header says if the
   hierarchy was not read yet. */
static void allocate_orientations_and_positions(ap_md5anim_stream *stream)
{
    size_t joints = stream->base.joints.count;
    if (!stream->base.seen[AP_HIERARCHY] && stream->base.joint_count.known)
        joints = (size_t)stream->base.joint_count.value;
    ap_arena *arena = stream->base.text.io.arena;
    stream->orientations = ap_alloc_array(arena, joints, sizeof *stream->orientations);
    stream->orientation_valid = ap_alloc_array(arena, joints, sizeof *stream->orientation_valid);
    stream->positions = ap_alloc_array(arena, joints, sizeof *stream->positions);
    if (stream->orientations != NULL && stream->orientation_valid != NULL && !arena->failed)
        stream->orientation_capacity = joints;
}

bool ap_md5anim_read_or_write_baseframe(ap_md5_stream *base)
{
    ap_md5anim_stream *stream = ap_md5anim_of(base);
    const ap_md5_list list = ap_md5anim_baseframe_list(stream);
    size_t count;
    ap_span span;
    if (!ap_is_writing(&base->text.io))
        allocate_orientations_and_positions(stream);
    const bool complete = ap_md5_read_or_write_list(base, &list, &count, &span);
    stream->baseframe_at = ap_span_end(base->list_open.span);
    stream->baseframe_complete = complete && !ap_md5_has_surplus_or_missing_entries(&list, count, complete);
    stream->rotations_listed = false; /* the list of rotations is made again: frames before the baseframe were
                                       checked without its orientations */
    return complete;
}
