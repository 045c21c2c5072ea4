/* Defects of the motion: joints that turn abruptly, equal frames, too many frames, and a high frame rate. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "corpus/defect/defect_initializers.h"
#include "corpus/generate/generator_parts.h"
#include "corpus/md5/md5_apply.h"
#include "corpus/md5anim/md5anim_corpus.h"

#define FORMAT "md5anim"

#define MOTION(rule_name, what, words, function, ...)                                                        \
    AP_CHANGE(rule_name, what, words, ap_md5_apply_change, AP_MD5_BY(function), __VA_ARGS__)

/* angles in degrees: a joint that moves smoothly turns by less than `small` from one frame to the next; a jump is a turn by more
   than `large`; if the rotations before and after a jump in one frame differ by less than `undone`, the joint has jumped back */
static const double small = 90, large = 120, undone = 60;

static const double half_turn = 180, pi = 3.14159265358979323846;

/* A joint with x, y and z of its rotation animated. */
typedef struct rotation_change {
    const ap_md5_tokens *tokens;
    size_t value; /* index of the rotation's x among a frame's values */
} rotation_change;

static bool pick_rotating_joint(const ap_md5_tokens *tokens, rotation_change *t)
{
    size_t joint = 0, seen = 0, picked = 0;
    t->tokens = tokens;
    for (; joint < tokens->joints; joint++) {
        if ((ap_md5_joint_flags(tokens, joint) & MD5_ROTATION) == MD5_ROTATION
            && ap_pick_this_item(tokens->damage->choices, &seen))
            picked = joint;
    }
    t->value = ap_md5_first_rotation_value(tokens, picked);
    return seen > 0;
}

static void read_rotation_in(const rotation_change *t, size_t frame, double rotation[4])
{
    ap_md5_read_rotation(t->tokens, ap_md5_value_token(t->tokens, frame, t->value), rotation);
}

static void turn_rotation(const double from[4], int64_t degrees, double to[4])
{
    const double half = (double)degrees / 2 * pi / half_turn;
    const double by[4] = { 0, 0, sin(half), cos(half) };
    ap_multiply_rotations(from, by, to);
    for (size_t i = 0; i < 3; i++)
        to[i] = to[3] < 0 ? -to[i] : to[i];
    to[3] = fabs(to[3]);
}

/* Returns true if the joint turns by a small angle from `frame` to `next`, or if one of the two frames does not exist. */
static bool is_rotation_step_small_or_absent(const rotation_change *t, size_t frame, size_t next)
{
    double one[4], other[4];
    if (frame > next || next >= t->tokens->frames)
        return true;
    read_rotation_in(t, frame, one);
    read_rotation_in(t, next, other);
    return ap_md5_degrees_between(one, other, false) < small;
}

/* Replaces a rotation in a frame. The new numbers are on a line of their own, so that no line becomes too long. */
static bool replace_rotation(rotation_change *t, size_t frame, const double rotation[4])
{
    const ap_span x = ap_md5_token_span(t->tokens, ap_md5_value_token(t->tokens, frame, t->value));
    const ap_span z = ap_md5_token_span(t->tokens, ap_md5_value_token(t->tokens, frame, t->value + 2));
    const char *text =
        ap_format_damage_text(t->tokens->damage, "\n%.6f %.6f %.6f\n", rotation[0], rotation[1], rotation[2]);
    return text != NULL && ap_md5_replace_span(t->tokens, ap_span_from_to(x, z), text);
}

/* Expects the finding at the rotation that replace_rotation replaced in the frame. */
static bool expect_finding_at_rotation(rotation_change *t, size_t frame, const char *path)
{
    const size_t at = ap_md5_token_span(t->tokens, ap_md5_value_token(t->tokens, frame, t->value)).offset;
    const size_t end = strlen(t->tokens->line_end), length = ap_md5_inserted_size(t->tokens) - 2 * end;
    return ap_md5_expect_finding(t->tokens, NULL, (ap_span){ at + end, length }, path);
}

/* Returns true if the joint's rotations before and after the frame differ little from each other, and `rotation` differs much
   from the one after the frame. */
static bool differs_from_similar_neighbours(const rotation_change *t, size_t frame, const double rotation[4])
{
    double before[4], next[4];
    read_rotation_in(t, frame - 1, before);
    read_rotation_in(t, frame + 1, next);
    return ap_md5_degrees_between(before, next, false) < undone
           && ap_md5_degrees_between(rotation, next, false) > large;
}

/* Turns a joint by `number` degrees in the "first", an "inner" or the "last" frame. */
static bool turn_joint_in_one_frame(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    rotation_change t;
    double from[4], to[4];
    const bool first = strcmp(tokens->defect->text, "first") == 0;
    const bool inner = strcmp(tokens->defect->text, "inner") == 0;
    if (!pick_rotating_joint(tokens, &t) || tokens->frames < (inner ? 3 : 2))
        return false;
    const size_t frames = tokens->frames;
    const size_t frame = first ? 0 : inner ? 1 + ap_choose_below(damage->choices, frames - 2) : frames - 1;
    const size_t later = first ? 1 : frame;
    read_rotation_in(&t, first ? 1 : frame - 1, from);
    turn_rotation(from, tokens->defect->number, to);
    if (tokens->defect->near_miss)
        return replace_rotation(&t, frame, to);
    if ((frame >= 2 && !is_rotation_step_small_or_absent(&t, frame - 2, frame - 1))
        || !is_rotation_step_small_or_absent(&t, frame + 1, frame + 2)
        || (inner && !differs_from_similar_neighbours(&t, frame, to)) || !replace_rotation(&t, frame, to))
        return false;
    const char *path = ap_format_damage_text(damage, "frames[%zu].values[%zu]", later, t.value);
    const size_t x = ap_md5_value_token(tokens, later, t.value);
    return first ? ap_md5_expect_finding(tokens, NULL, ap_md5_span_after_edits(tokens, x, x + 2), path)
                 : expect_finding_at_rotation(&t, later, path);
}

/* Near miss: turns a joint by 100 degrees in the frame before the last, and by as many degrees as the defect's number says in the
   last frame. */
static bool turn_joint_in_last_frames(const ap_md5_tokens *tokens)
{
    rotation_change t;
    double from[4], between[4], to[4];
    if (!pick_rotating_joint(tokens, &t) || tokens->frames < 3)
        return false;
    read_rotation_in(&t, tokens->frames - 3, from);
    turn_rotation(from, 100, between);
    turn_rotation(between, tokens->defect->number, to);
    return replace_rotation(&t, tokens->frames - 2, between) && replace_rotation(&t, tokens->frames - 1, to);
}

/* Moves a joint far away in an inner frame; near miss: in the last frame, from which it does not return. */
static bool move_joint_in_one_frame(const ap_md5_tokens *tokens)
{
    size_t seen = 0, picked = SIZE_MAX;
    for (size_t joint = 0; joint < tokens->joints; joint++) {
        const int32_t flags = ap_md5_token_integer(tokens, ap_md5_joint_token(tokens, joint, MD5_FLAGS));
        if ((flags & MD5_TRANSLATION) != 0 && ap_pick_this_item(tokens->damage->choices, &seen))
            picked = joint;
    }
    if (picked == SIZE_MAX || tokens->frames < 3 || tokens->joints < 2)
        return false;
    const bool last = tokens->defect->near_miss;
    const size_t frame =
        last ? tokens->frames - 1 : 1 + ap_choose_below(tokens->damage->choices, tokens->frames - 2);
    const unsigned flags =
        (unsigned)ap_md5_token_integer(tokens, ap_md5_joint_token(tokens, picked, MD5_FLAGS));
    const size_t first = (size_t)ap_md5_token_integer(tokens, ap_md5_joint_token(tokens, picked, MD5_START));
    const size_t numbers = (size_t)__builtin_popcount(flags & MD5_TRANSLATION);
    const size_t token = ap_md5_value_token(tokens, frame, first);
    const char *path = ap_format_damage_text(tokens->damage, "frames[%zu].values[%zu]", frame, first);
    if (!ap_md5_replace_token(tokens, token, tokens->defect->text))
        return false;
    if (last)
        return true;
    const ap_span own = ap_md5_token_span(tokens, token);
    const size_t end = ap_span_end(ap_md5_token_span(tokens, token + numbers - 1));
    const size_t length = end - ap_span_end(own) + ap_md5_inserted_size(tokens);
    return ap_md5_expect_finding(tokens, NULL, (ap_span){ own.offset, length }, path);
}

/* Returns the span from the first to the last value of a frame. */
static ap_span span_of_frame_values(const ap_md5_tokens *tokens, size_t frame)
{
    return ap_span_from_to(ap_md5_token_span(tokens, ap_md5_value_token(tokens, frame, 0)),
        ap_md5_token_span(tokens, ap_md5_value_token(tokens, frame, tokens->components - 1)));
}

static bool do_first_two_frames_differ(const ap_md5_tokens *tokens)
{
    size_t i = 0;
    while (i < tokens->components
           && ap_md5_token_float(tokens, ap_md5_value_token(tokens, 0, i))
                  == ap_md5_token_float(tokens, ap_md5_value_token(tokens, 1, i)))
        i++;
    return i < tokens->components;
}

/* Copies the values of the first frame to all frames; near miss: to all frames except the second. */
static bool copy_first_frame_to_others(const ap_md5_tokens *tokens)
{
    ap_damage *damage = tokens->damage;
    const size_t from = tokens->defect->near_miss ? 2 : 1;
    if (tokens->components == 0 || tokens->frames <= from
        || (from > 1 && !do_first_two_frames_differ(tokens)))
        return false;
    const uint8_t *bytes = tokens->file.bytes;
    const ap_span body = span_of_frame_values(tokens, 0),
                  last = span_of_frame_values(tokens, tokens->frames - 1);
    const size_t start = span_of_frame_values(tokens, from).offset;
    uint8_t *text = ap_alloc(damage->arena, tokens->file.size + tokens->frames * body.length), *at = text;
    for (size_t i = from; text != NULL && i < tokens->frames; i++) {
        at = ap_md5_append_bytes(at, bytes + body.offset, body.length);
        if (i + 1 == tokens->frames)
            break;
        const size_t end = ap_span_end(span_of_frame_values(tokens, i));
        at = ap_md5_append_bytes(at, bytes + end, span_of_frame_values(tokens, i + 1).offset - end);
    }
    if (text == NULL
        || !ap_edit_span(damage, (ap_span){ start, ap_span_end(last) - start }, text, (size_t)(at - text)))
        return false;
    return tokens->defect->near_miss
           || ap_md5_expect_finding_at_token(
               tokens, NULL, ap_md5_key_token(tokens, "num_frames"), "num_frames");
}

/* Adds a frame. The file then has one frame more than the limit; near miss: as many as the limit. */
static bool add_frame_at_or_over_limit(const ap_md5_tokens *tokens)
{
    const size_t count = tokens->defect->near_miss ? MD5_MANY_FRAMES : MD5_MANY_FRAMES + 1;
    return tokens->frames + 1 == count && ap_md5_apply_one_frame_more_or_less(tokens);
}

static const ap_defect defects[] = {
    MOTION("rotation-jump", "last", "a joint turns by 150 degrees at the last frame", turn_joint_in_one_frame,
        NULL, "last", 150, .drops_companion = true),
    MOTION("rotation-jump", "first", "a joint turns by 150 degrees after the first frame",
        turn_joint_in_one_frame, NULL, "first", 150, .drops_companion = true),
    MOTION("rotation-jump", "inner", "a joint turns by 180 degrees at one frame, and back at the next",
        turn_joint_in_one_frame, NULL, "inner", 180, .knobs = "frames=4..8", .drops_companion = true),
    MOTION("rotation-jump", "less", "a joint turns by 119 degrees at the last frame, which is allowed",
        turn_joint_in_one_frame, NULL, "last", 119, .near_miss = true, .drops_companion = true),
    MOTION("rotation-jump", "two", "a joint turns by 100 and then by 130 degrees: a fast turn is not a jump",
        turn_joint_in_last_frames, .number = 130, .knobs = "frames=3..8", .near_miss = true,
        .drops_companion = true),
    MOTION("position-jump", "inner", "a joint is far away in one frame", move_joint_in_one_frame, NULL,
        "99999", .knobs = "frames=3..8 joints=2..16", .drops_companion = true),
    MOTION("position-jump", "last",
        "a joint is far away in the last frame: there is no frame in which it is back",
        move_joint_in_one_frame, NULL, "99999", .knobs = "frames=3..8 joints=2..16", .near_miss = true,
        .drops_companion = true),
    MOTION("nothing-moves", "all", "all frames have the values of the first frame",
        copy_first_frame_to_others, NULL, .drops_companion = true),
    MOTION("nothing-moves", "but-one", "all frames except one have the values of the first frame",
        copy_first_frame_to_others, .knobs = "frames=3..8", .near_miss = true, .drops_companion = true),
    MOTION("frame-limit", "one-more", "the file has 1025 frames", add_frame_at_or_over_limit,
        .knobs = "frames=1024 joints=1", .drops_companion = true),
    MOTION("frame-limit", "as-many", "the file has 1024 frames", add_frame_at_or_over_limit,
        .knobs = "frames=1023 joints=1", .near_miss = true, .drops_companion = true),
    MOTION("frame-rate-high", "milliseconds", "the frame rate is a number of milliseconds",
        ap_md5_apply_header_count, "frame_rate", "1000"),
    MOTION("frame-rate-high", "one-more", "the frame rate is 241, the lowest with a note",
        ap_md5_apply_header_count, "frame_rate", "241"),
    MOTION("frame-rate-high", "as-high", "the frame rate is 240, the highest without a note",
        ap_md5_apply_header_count, "frame_rate", "240", .near_miss = true),
};

const ap_defect_table ap_md5anim_motion_defects = { defects, sizeof defects / sizeof *defects };
