/* Checks all rotations of a frame together. Copies them axis by axis into arrays, so that the compiler can
   use SIMD. */
#include <string.h>

#include "validators/md5anim/md5anim_stream.h"

enum { AXES = 3, FRAMES = 2 };

struct ap_md5anim_rotations {
    float *axes[FRAMES][AXES]; /* components x, y and z of the rotations, of the current and the previous
                                  frame */
    float *w_squares[FRAMES];  /* 1 - x*x - y*y - z*z of each rotation: the square of w, or negative */
    /* for each rotation: 0 only if the rotation certainly turned by less than 90 degrees from the previous
       frame to the current frame */
    int32_t *large;
};

void ap_md5anim_allocate_rotations(ap_md5anim_stream *stream)
{
    ap_arena *arena = stream->base.text.io.arena;
    struct ap_md5anim_rotations *turns = ap_alloc(arena, sizeof *turns);
    float *all = ap_alloc_array(arena, stream->rotation_count, FRAMES * (AXES + 1) * sizeof *all);
    int32_t *large = ap_alloc_array(arena, stream->rotation_count, sizeof *large);
    if (turns == NULL || all == NULL || large == NULL)
        return;
    memset(all, 0, stream->rotation_count * FRAMES * (AXES + 1) * sizeof *all);
    for (size_t frame = 0; frame < FRAMES; frame++) {
        for (size_t axis = 0; axis < AXES; axis++, all += stream->rotation_count)
            turns->axes[frame][axis] = all;
        turns->w_squares[frame] = all;
        all += stream->rotation_count;
    }
    turns->large = large;
    /* marks rotations that no w completes, so that the turn to the first frame never counts as small */
    for (size_t i = 0; i < stream->rotation_count; i++)
        turns->w_squares[0][i] = -1;
    stream->turns = turns;
}

/* Swaps the arrays of the current and of the previous frame, so that the next frame is copied over the older of the two. */
static void swap_current_and_previous(struct ap_md5anim_rotations *turns)
{
    const struct ap_md5anim_rotations old = *turns;
    for (size_t axis = 0; axis < AXES; axis++) {
        turns->axes[0][axis] = old.axes[1][axis];
        turns->axes[1][axis] = old.axes[0][axis];
    }
    turns->w_squares[0] = old.w_squares[1];
    turns->w_squares[1] = old.w_squares[0];
}

static void copy_rotations_of_frame(const ap_md5anim_stream *stream)
{
    float *const *axes = stream->turns->axes[0];
    for (size_t i = 0; i < stream->rotation_count; i++) {
        float xyz[AXES];
        ap_md5anim_current_rotation(stream, &stream->rotations[i], xyz);
        for (size_t axis = 0; axis < AXES; axis++)
            axes[axis][i] = xyz[axis];
    }
}

/* The loop has no branches, so that the compiler computes several rotations at once. A step is certainly
   small if x x' + y y' + z z' + w w', the cosine of half its angle, exceeds the cosine for 90 degrees; w
   w' is at least the lesser of the two squares of w, if both have a root. The margins are much larger than
   the rounding errors of float32. NaN and values too large for float32 are neither clean nor small. */
/* Fast path of ap_md5_check_quaternion and add_rotation_step. */
static void check_rotations(const struct ap_md5anim_rotations *turns, size_t count, bool *clean, bool *small)
{
    const float half_of_90 = 0.70710678F, margin = 1e-4F;
    const float *x = turns->axes[0][0], *y = turns->axes[0][1], *z = turns->axes[0][2];
    const float *last_x = turns->axes[1][0], *last_y = turns->axes[1][1], *last_z = turns->axes[1][2];
    const float *last_left = turns->w_squares[1];
    float *restrict all_left = turns->w_squares[0];
    int32_t *restrict large = turns->large;
    int32_t long_ones = 0, large_ones = 0;
    for (size_t i = 0; i < count; i++) {
        const float left = 1 - (x[i] * x[i] + y[i] * y[i] + z[i] * z[i]);
        const float least = left < last_left[i] ? left : last_left[i];
        const float cosine = x[i] * last_x[i] + y[i] * last_y[i] + z[i] * last_z[i] + least;
        long_ones |= !(left >= 0);
        const int32_t is_large = !(least >= 0) | !(cosine > half_of_90 + margin);
        large_ones |= is_large;
        large[i] = is_large;
        all_left[i] = left;
    }
    *clean = long_ones == 0;
    *small = large_ones == 0;
}

bool ap_md5anim_copy_and_check_rotations(ap_md5anim_stream *stream)
{
    bool clean;
    swap_current_and_previous(stream->turns);
    copy_rotations_of_frame(stream);
    check_rotations(stream->turns, stream->rotation_count, &clean, &stream->steps_small);
    return clean;
}

bool ap_md5anim_is_step_certainly_under_90_degrees(const ap_md5anim_stream *stream, size_t rotation)
{
    return stream->turns->large[rotation] == 0;
}

void ap_md5anim_previous_rotation(const ap_md5anim_stream *stream, size_t rotation, float xyz[AXES])
{
    for (size_t axis = 0; axis < AXES; axis++)
        xyz[axis] = stream->turns->axes[1][axis][rotation];
}
