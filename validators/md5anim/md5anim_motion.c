/* Checks the motion as a whole: rotations that jump for a frame or two, and animations in which nothing
   moves. */
#include <math.h>
#include <string.h>

#include "validators/md5anim/md5anim_stream.h"

/* State of a rotation over the last steps, from frame to frame. A step is small if it is less than 90
   degrees, and large if it is more than 120. Before the first frame and after the last, a small step is
   assumed. */
typedef enum rotation_step_history {
    STEADY,      /* the last step was small */
    JUMPED,      /* the last step was large, and the one before it small */
    JUMPED_BACK, /* the last two steps were large and undo each other, and the one before them was small */
    UNSTEADY     /* any other sequence */
} rotation_step_history;

typedef struct rotation_state {
    double before[4];   /* rotation in the frame before the jump */
    double jump_cosine; /* cosine of half the angle of the jump */
    rotation_step_history state;
} rotation_state;

enum { FRAMES_AGO = 2, KEPT_FRAMES = FRAMES_AGO + 1 /* a jump is confirmed up to two frames later */ };

struct ap_md5anim_motion {
    rotation_state *turns;  /* state of each rotation of the stream */
    float *first_values;    /* values of the first frame */
    size_t first_at;        /* offset in the input after the opening brace of the first frame */
    bool moves;             /* true if a value of a later frame differs from the value of the first frame */
    bool unsteady;          /* true if the state of any rotation is not STEADY */
    size_t frames;          /* number of frames read */
    size_t at[KEPT_FRAMES]; /* at[n % KEPT_FRAMES] is the offset after the brace of frame number n */
    bool jumped;
    /* the first jump of the file: number of the frame, index of the rotation, and offset after the frame's
       opening brace */
    size_t jump_frame, jump_rotation, jump_at;
    double jump_cosine; /* cosine of half the angle of the first jump */
    bool jumped_back;   /* the step after the first jump undoes the jump */
};

/* Cosines of half an angle. Cosines are compared, not angles, because rounding of acos would decide at the
   limits. */
static const double half_of_60 = 0.86602540378443864676, half_of_90 = 0.70710678118654752440,
                    half_of_120 = 0.5;

static void quaternion_of(const float xyz[3], double quaternion[4])
{
    const double squares = ap_md5_squared_xyz_length(xyz);
    const double scale = squares > 1 ? 1 / sqrt(squares) : 1;
    for (size_t i = 0; i < 3; i++)
        quaternion[i] = scale * (double)xyz[i];
    quaternion[3] = squares < 1 ? sqrt(1 - squares) : 0;
}

static double cosine_of_half_the_angle(const double one[4], const double other[4])
{
    return fabs(one[0] * other[0] + one[1] * other[1] + one[2] * other[2] + one[3] * other[3]);
}

/* Records a jump at frame `frame`, if it is the first of the file. */
static void record_jump_if_earliest(struct ap_md5anim_motion *motion, size_t frame, size_t rotation)
{
    if (motion->jumped
        && (motion->jump_frame < frame || (motion->jump_frame == frame && motion->jump_rotation < rotation)))
        return;
    motion->jumped = true;
    motion->jump_frame = frame;
    motion->jump_rotation = rotation;
    motion->jump_at = motion->at[frame % KEPT_FRAMES];
    motion->jump_cosine = motion->turns[rotation].jump_cosine;
    motion->jumped_back = motion->turns[rotation].state == JUMPED_BACK;
}

/* Confirms a jump after a small step from frame number `last`, or after the last frame. */
static void add_small_step_and_record_jump(struct ap_md5anim_motion *motion, size_t rotation, size_t last)
{
    const rotation_step_history state = motion->turns[rotation].state;
    if (state == JUMPED)
        record_jump_if_earliest(motion, last, rotation);
    else if (state == JUMPED_BACK)
        record_jump_if_earliest(motion, last - 1, rotation);
    motion->turns[rotation].state = STEADY;
}

static void add_large_rotation_step(
    rotation_state *turn, const double last[4], const double now[4], double cosine)
{
    if (turn->state == STEADY) {
        memcpy(turn->before, last, sizeof turn->before);
        turn->jump_cosine = cosine;
        turn->state = JUMPED;
    } else {
        const bool undone = turn->state == JUMPED && cosine_of_half_the_angle(turn->before, now) > half_of_60;
        turn->state = undone ? JUMPED_BACK : UNSTEADY;
    }
}

/* Reference path of check_rotations for rotation-jump. */
static void add_rotation_step(
    struct ap_md5anim_motion *motion, size_t rotation, const float last_xyz[3], const float xyz[3])
{
    rotation_state *turn = &motion->turns[rotation];
    double last[4], now[4];
    quaternion_of(last_xyz, last);
    quaternion_of(xyz, now);
    const double cosine = cosine_of_half_the_angle(last, now);
    if (cosine > half_of_90)
        add_small_step_and_record_jump(motion, rotation, motion->frames - 1);
    else if (cosine < half_of_120)
        add_large_rotation_step(turn, last, now, cosine);
    else
        turn->state = UNSTEADY;
}

static void record_rotation_steps(const ap_md5anim_stream *stream, struct ap_md5anim_motion *motion)
{
    if (motion->frames == 0 || (stream->steps_small && !motion->unsteady))
        return;
    motion->unsteady = false;
    for (size_t i = 0; i < stream->rotation_count; i++) {
        float last[3], xyz[3];
        if (motion->turns[i].state == STEADY && ap_md5anim_is_step_certainly_under_90_degrees(stream, i))
            continue;
        ap_md5anim_previous_rotation(stream, i, last);
        ap_md5anim_current_rotation(stream, &stream->rotations[i], xyz);
        add_rotation_step(motion, i, last, xyz);
        motion->unsteady |= motion->turns[i].state != STEADY;
    }
}

static bool can_check_motion(const ap_md5anim_stream *stream)
{
    const ap_io *io = &stream->base.text.io;
    return io->findings != NULL && io->findings->faults == 0 && stream->base.long_quaternions.count == 0
           && !io->arena->failed && stream->frame_count.known && stream->frame_count.value > 1;
}

static struct ap_md5anim_motion *allocate_motion(ap_md5anim_stream *stream, size_t frame_at)
{
    ap_arena *arena = stream->base.text.io.arena;
    const size_t values = (size_t)stream->component_count.value;
    struct ap_md5anim_motion *motion = ap_alloc(arena, sizeof *motion);
    if (motion == NULL)
        return NULL;
    *motion = (struct ap_md5anim_motion){ .turns = ap_alloc_array(
                                              arena, stream->rotation_count, sizeof *motion->turns),
        .first_values = ap_alloc_uncleared(arena, values * sizeof *motion->first_values),
        .first_at = frame_at };
    if (arena->failed)
        return NULL;
    memcpy(motion->first_values, stream->values, values * sizeof *motion->first_values);
    return motion;
}

const float *ap_md5anim_kept_first_frame_values(const ap_md5anim_stream *stream, size_t frame_at)
{
    const struct ap_md5anim_motion *motion = stream->motion;
    return motion != NULL && motion->first_at == frame_at ? motion->first_values : NULL;
}

/* Returns true if any of `count` numbers differ; -0 equals 0. */
static bool do_numbers_differ(const float *one, const float *other, size_t count)
{
    size_t i = 0;
    while (i < count && one[i] == other[i])
        i++;
    return i < count;
}

void ap_md5anim_record_motion(ap_md5anim_stream *stream, size_t frame_at)
{
    if (!can_check_motion(stream))
        return;
    if (stream->motion == NULL)
        stream->motion = allocate_motion(stream, frame_at);
    struct ap_md5anim_motion *motion = stream->motion;
    if (motion == NULL)
        return;
    motion->at[motion->frames % KEPT_FRAMES] = frame_at;
    record_rotation_steps(stream, motion);
    if (!motion->moves)
        motion->moves =
            do_numbers_differ(motion->first_values, stream->values, (size_t)stream->component_count.value);
    motion->frames++;
}

/* Returns the end of the message about a jump: the steps around it, as far as the animation has them. */
static const char *text_about_steps_around_jump(const struct ap_md5anim_motion *motion)
{
    const bool first = motion->jump_frame == 1, last = motion->jump_frame == motion->frames - 1;
    if (motion->jumped_back)
        return ", and back in the next frame: this frame is in another pose";
    if (first && last)
        return ", the only step";
    return first  ? "; the step after it is under 90 degrees"
           : last ? "; the step before it is under 90 degrees"
                  : "; the steps before and after are under 90 degrees";
}

static void report_rotation_jump(ap_md5anim_stream *stream)
{
    static const double half_turn = 180, pi = 3.14159265358979323846;
    const struct ap_md5anim_motion *motion = stream->motion;
    const ap_md5anim_rotation_channels *rotation = &stream->rotations[motion->jump_rotation];
    const ap_span *values = ap_md5anim_find_value_spans(stream, motion->jump_at);
    ap_io *io = &stream->base.text.io;
    if (values == NULL)
        return;
    ap_enter_element(io, "frames", motion->jump_frame);
    ap_enter_element(io, "values", (size_t)ap_md5anim_index_of_first_animated_number(rotation));
    stream->base.of_rotation = true;
    ap_add_finding_at(io, AP_MD5ANIM_RULE(ROTATION_JUMP), ap_md5anim_rotation_span(rotation, values), NULL,
        ap_text_value("at most 120 degrees in a step"), ap_text_value("more"),
        " turns %.0f degrees from the frame before it%s", 2 * acos(motion->jump_cosine) * half_turn / pi,
        text_about_steps_around_jump(motion));
    stream->base.of_rotation = false;
    ap_leave_record(io);
    ap_leave_record(io);
}

void ap_md5anim_check_motion(ap_md5anim_stream *stream)
{
    struct ap_md5anim_motion *motion = stream->motion;
    if (motion == NULL || !can_check_motion(stream))
        return;
    for (size_t i = 0; i < stream->rotation_count; i++)
        add_small_step_and_record_jump(motion, i, motion->frames - 1);
    if (motion->jumped)
        report_rotation_jump(stream);
    if (!motion->moves)
        ap_add_finding_at(&stream->base.text.io, AP_MD5ANIM_RULE(NOTHING_MOVES), stream->frame_count.span,
            "num_frames", ap_text_value("frames that differ"), ap_integer(stream->frame_count.value),
            "; all %d frames are equal", (int)stream->frame_count.value);
}
