/* Records how far the positions of joints move from frame to frame, to skip the check of position-jump: in most files no step
   is large enough for a jump, and no pose is computed. */
#include <float.h>

#include "validators/md5anim/md5anim_content.h"

enum { AXES = 3, ARRAYS = 4 };

/* The animated numbers of positions. */
struct ap_md5anim_position_steps {
    int32_t *at; /* index of each number in the values of a frame */
    size_t count;
    float *now, *last; /* per number: value in the current frame, and in the previous frame */
    float *step;       /* per number: difference between the two frames before the current frame */
    float *reversal; /* per number: the greatest product of two steps that go in opposite directions, or 0 */
    /* position of the joint at the end of the longest bone of the baseframe; only numbers 0 to 2 are used */
    ap_md5anim_channels end;
    double least_bone; /* least squared length of the longest bone in any frame */
    size_t frames;     /* number of frames recorded */
};

static double squared_length_of_longest_bone(const ap_md5anim_channels *end, const float *values)
{
    double sum = 0;
    for (int i = 0; i < 3; i++) {
        const double number = (double)(end->at[i] < 0 ? end->base[i] : values[end->at[i]]);
        sum += number * number;
    }
    return sum;
}

static void list_position_numbers(const ap_md5anim_stream *stream, struct ap_md5anim_position_steps *steps)
{
    for (size_t i = 0; i < stream->base.joints.count; i++) {
        const ap_md5_joint_entry *joint = &stream->base.joints.items[i];
        const int32_t count = ap_md5_count_components(joint->flags & AP_MD5_TRANSLATION_BITS);
        for (int32_t k = 0; k < count; k++)
            steps->at[steps->count++] = joint->start_index + k;
    }
}

static void find_longest_bone(const ap_md5anim_stream *stream, struct ap_md5anim_position_steps *steps)
{
    double longest = 0;
    for (size_t i = 0; i < stream->base.joints.count; i++) {
        const float *p = stream->positions[i];
        const double length = (double)p[0] * p[0] + (double)p[1] * p[1] + (double)p[2] * p[2];
        if (stream->base.joints.items[i].parent < 0 || length <= longest)
            continue;
        longest = length;
        steps->end = ap_md5anim_channels_of(stream, i);
    }
}

static struct ap_md5anim_position_steps *allocate_steps(const ap_md5anim_stream *stream)
{
    ap_arena *arena = stream->base.text.io.arena;
    const size_t most = AXES * stream->base.joints.count;
    struct ap_md5anim_position_steps *steps = ap_alloc(arena, sizeof *steps);
    int32_t *at = ap_alloc_uncleared(arena, most * sizeof *at);
    if (steps == NULL || at == NULL)
        return NULL;
    *steps = (struct ap_md5anim_position_steps){
        .at = at, .end = { .at = { -1, -1, -1 } }, .least_bone = DBL_MAX
    };
    list_position_numbers(stream, steps);
    find_longest_bone(stream, steps);
    steps->now = ap_alloc_array(arena, steps->count, ARRAYS * sizeof *steps->now);
    if (steps->now == NULL)
        return NULL;
    steps->last = steps->now + steps->count;
    steps->step = steps->last + steps->count;
    steps->reversal = steps->step + steps->count;
    return steps;
}

/* The loop has no branches, so that the compiler computes several numbers at once. */
/* Fast path of report_jump_in_frame. */
static void record_reversals_of_frame(const struct ap_md5anim_position_steps *steps)
{
    const float *now = steps->now, *last = steps->last;
    float *restrict all_steps = steps->step, *restrict reversals = steps->reversal;
    for (size_t i = 0; i < steps->count; i++) {
        const float back = last[i] - now[i], product = back * all_steps[i];
        reversals[i] = product > reversals[i] ? product : reversals[i];
        all_steps[i] = -back;
    }
}

void ap_md5anim_record_position_steps(ap_md5anim_stream *stream)
{
    const ap_md5anim_clip *clip = stream->clip;
    if (stream->steps == NULL && clip->frame_count > 2 && stream->orientation_count >= clip->joint_count)
        stream->steps = allocate_steps(stream);
    struct ap_md5anim_position_steps *steps = stream->steps;
    if (steps == NULL)
        return;
    for (size_t i = 0; i < steps->count; i++)
        steps->now[i] = stream->values[steps->at[i]];
    if (steps->frames > 0) /* the first step is from the first frame to the second */
        record_reversals_of_frame(steps);
    float *const now = steps->now;
    steps->now = steps->last;
    steps->last = now;
    const double bone = squared_length_of_longest_bone(&steps->end, stream->values);
    steps->least_bone = bone < steps->least_bone ? bone : steps->least_bone;
    steps->frames++;
}

/* If a joint jumps away by more than m and back by more than m, and ends less than m/4 from its first position, then on some
   axis the step back is more than m/sqrt(3), and the step away more than m/sqrt(3) - m/4. The product of both steps is more
   than 0.189 m * m, and m is more than half the size of a pose. A pose is at least as large as the shortest length that a bone
   has in any frame. */
bool ap_md5anim_may_joint_jump(const ap_md5anim_stream *stream)
{
    const double least_product = 0.047; /* 0.189 / 4, less rounding */
    const struct ap_md5anim_position_steps *steps = stream->steps;
    float reversal = 0;
    for (size_t i = 0; steps != NULL && i < steps->count; i++)
        reversal = steps->reversal[i] > reversal ? steps->reversal[i] : reversal;
    return reversal > 0 && (double)reversal >= least_product * steps->least_bone;
}
