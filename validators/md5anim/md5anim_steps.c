/* Watches the positions of joints from frame to frame, as a screen for position-jump: most files are done with it, without
   computing a pose. */
#include <float.h>

#include "validators/md5anim/md5anim_content.h"

struct ap_md5anim_steps {
    size_t count;       /* number of animated numbers of positions */
    int32_t *at;        /* index of each of them in the values of a frame */
    float *last, *step; /* each of them in the frame before, and its step to that frame */
    float turn;         /* the greatest product of two steps of a number that go in opposite directions */
    ap_md5anim_channels end; /* end of the longest bone of the baseframe; only numbers 0 to 2 are used */
    double least_bone;       /* least squared length of that bone in a frame */
    size_t frames;           /* number of frames watched */
};

static double squared_bone_length(const ap_md5anim_channels *end, const float *values)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double number = (double)(end->at[i] < 0 ? end->base[i] : values[end->at[i]]);
        sum += number * number;
    }
    return sum;
}

/* Lists the animated numbers of positions, and finds the longest bone. */
static void list_numbers(const ap_md5anim_stream *stream, struct ap_md5anim_steps *steps)
{
    double longest = 0;
    for (size_t i = 0; i < stream->base.joints.count; i++) {
        const ap_md5anim_channels channels = ap_md5anim_channels_of(stream, i);
        const float *p = stream->positions[i];
        const double length = (double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2];
        for (int number = 0; number < 3; number++) {
            if (channels.at[number] >= 0)
                steps->at[steps->count++] = channels.at[number];
        }
        if (stream->base.joints.items[i].parent >= 0 && length > longest) {
            longest = length;
            steps->end = channels;
        }
    }
}

static struct ap_md5anim_steps *make_steps(const ap_md5anim_stream *stream)
{
    ap_arena *arena = stream->base.text.io.arena;
    const size_t numbers = 3 * stream->base.joints.count;
    struct ap_md5anim_steps *steps = ap_alloc(arena, sizeof *steps);
    float *all = ap_alloc_array(arena, numbers, 2 * sizeof *all);
    int32_t *at = ap_alloc_array(arena, numbers, sizeof *at);
    if (steps == NULL || all == NULL || at == NULL)
        return NULL;
    *steps = (struct ap_md5anim_steps){
        .at = at, .last = all, .step = all + numbers, .end = { .at = { -1, -1, -1 } }, .least_bone = DBL_MAX
    };
    list_numbers(stream, steps);
    return steps;
}

/* The frame before the first has the numbers of the first, so that the first step is 0. */
/* Fast path of find_jump. */
static void compare_steps_of_frame(struct ap_md5anim_steps *steps, const float *values)
{
    float turn = steps->turn;
    for (size_t i = 0; i < steps->count; i++) {
        const float number = values[steps->at[i]], step = number - steps->last[i];
        const float product = -step * steps->step[i];
        turn = product > turn ? product : turn;
        steps->last[i] = number;
        steps->step[i] = step;
    }
    steps->turn = turn;
}

void ap_md5anim_watch_steps(ap_md5anim_stream *stream)
{
    const ap_md5anim_clip *clip = stream->clip;
    if (stream->steps == NULL && clip->frame_count > 2 && stream->orientation_count >= clip->joint_count)
        stream->steps = make_steps(stream);
    struct ap_md5anim_steps *steps = stream->steps;
    if (steps == NULL)
        return;
    for (size_t i = 0; steps->frames == 0 && i < steps->count; i++)
        steps->last[i] = stream->values[steps->at[i]];
    compare_steps_of_frame(steps, stream->values);
    const double bone = squared_bone_length(&steps->end, stream->values);
    steps->least_bone = bone < steps->least_bone ? bone : steps->least_bone;
    steps->frames++;
}

/* If a joint jumps by more than m there and back, and ends less than m/4 from where it began, then on some axis it goes back by
   more than m/sqrt(3), and there by more than that less m/4. The product of the two is more than 0.189 m * m, and m is more than
   half a pose. A pose is at least as large as a bone is in every frame. */
bool ap_md5anim_may_jump(const ap_md5anim_stream *stream)
{
    const double least_product = 0.047; /* 0.189 / 4, less rounding */
    const struct ap_md5anim_steps *steps = stream->steps;
    return steps != NULL && steps->turn > 0 && (double)steps->turn >= least_product * steps->least_bone;
}
