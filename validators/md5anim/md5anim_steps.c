/* Watches the positions of joints from frame to frame, as a screen for position-jump: most files are done with it, without
   computing a pose. Positions are copied axis by axis into arrays, so that the compiler can use SIMD. */
#include <float.h>
#include <string.h>

#include "validators/md5anim/md5anim_content.h"

enum { AXES = 3, FRAMES = 3 };

struct ap_md5anim_steps {
    size_t count;              /* number of joints with an animated position */
    ap_md5anim_channels *of;   /* channels of each of them; only numbers 0 to 2 are used */
    float *axes[FRAMES][AXES]; /* positions in the current frame, the one before, and the one before that */
    float *steps;              /* squared length of the last step of each joint */
    float *has_parent;         /* 1 if the joint has a parent, otherwise 0 */
    size_t frames;             /* number of frames watched */
    float fixed_bone;          /* squared length of the longest bone that is not animated */
    float least_bone;          /* least over the frames of the squared length of the longest bone */
    float jump;    /* the largest jump: the smaller of two steps, squared, that end near where they began */
    float largest; /* largest squared length of a position */
};

static float squared(const float vector[AXES])
{
    return vector[0] * vector[0] + vector[1] * vector[1] + vector[2] * vector[2];
}

static void list_positions(const ap_md5anim_stream *stream, struct ap_md5anim_steps *steps)
{
    for (size_t i = 0; i < stream->base.joints.count; i++) {
        const ap_md5_joint *joint = &stream->base.joints.items[i];
        const float bone = joint->parent < 0 ? 0 : squared(stream->positions[i]);
        if ((joint->flags & AP_MD5_TRANSLATION_BITS) == 0) {
            steps->fixed_bone = bone > steps->fixed_bone ? bone : steps->fixed_bone;
            continue;
        }
        steps->has_parent[steps->count] = joint->parent < 0 ? 0 : 1;
        steps->of[steps->count++] = ap_md5anim_channels_of(stream, i);
    }
}

static struct ap_md5anim_steps *make_steps(const ap_md5anim_stream *stream)
{
    ap_arena *arena = stream->base.text.io.arena;
    const size_t joints = stream->base.joints.count;
    struct ap_md5anim_steps *steps = ap_alloc(arena, sizeof *steps);
    float *all = ap_alloc_array(arena, joints, (FRAMES * AXES + 2) * sizeof *all);
    ap_md5anim_channels *of = ap_alloc_array(arena, joints, sizeof *of);
    if (steps == NULL || all == NULL || of == NULL)
        return NULL;
    *steps = (struct ap_md5anim_steps){
        .of = of, .least_bone = FLT_MAX, .steps = all, .has_parent = all + joints
    };
    for (size_t i = 0; i < FRAMES * AXES; i++)
        steps->axes[i / AXES][i % AXES] = all + (2 + i) * joints;
    list_positions(stream, steps);
    return steps;
}

/* Moves the positions of each frame to the frame before it, and copies those of the current frame. */
static void gather(struct ap_md5anim_steps *steps, const float *values)
{
    for (size_t axis = 0; axis < AXES; axis++) {
        float *into = steps->axes[2][axis];
        steps->axes[2][axis] = steps->axes[1][axis];
        steps->axes[1][axis] = steps->axes[0][axis];
        steps->axes[0][axis] = into;
        for (size_t i = 0; i < steps->count; i++)
            into[i] = steps->of[i].at[axis] < 0 ? steps->of[i].base[axis] : values[steps->of[i].at[axis]];
    }
}

/* The loop has no branches, so that the compiler computes several joints at once. The first two frames have no jump: before them
   all positions and steps are 0, and `watched` is 0. */
/* reference path: find_jump */
static void compare(struct ap_md5anim_steps *steps, float watched)
{
    const float *x = steps->axes[0][0], *y = steps->axes[0][1], *z = steps->axes[0][2];
    const float *x1 = steps->axes[1][0], *y1 = steps->axes[1][1], *z1 = steps->axes[1][2];
    const float *x2 = steps->axes[2][0], *y2 = steps->axes[2][1], *z2 = steps->axes[2][2];
    const float *has_parent = steps->has_parent, near = 0.25F * 0.25F * 1.001F; /* more than rounding */
    float *restrict last = steps->steps;
    float jump = steps->jump, bone = steps->fixed_bone, largest = steps->largest;
    for (size_t i = 0; i < steps->count; i++) {
        const float dx = x[i] - x1[i], dy = y[i] - y1[i], dz = z[i] - z1[i];
        const float ex = x[i] - x2[i], ey = y[i] - y2[i], ez = z[i] - z2[i];
        const float length = x[i] * x[i] + y[i] * y[i] + z[i] * z[i], with_parent = has_parent[i] * length;
        const float step = dx * dx + dy * dy + dz * dz, both = ex * ex + ey * ey + ez * ez;
        const float least = step < last[i] ? step : last[i];
        const float this_jump = both < near * least ? least * watched : 0;
        jump = this_jump > jump ? this_jump : jump;
        bone = with_parent > bone ? with_parent : bone;
        largest = length > largest ? length : largest;
        last[i] = step;
    }
    steps->jump = jump;
    steps->largest = largest;
    steps->least_bone = bone < steps->least_bone ? bone : steps->least_bone;
}

void ap_md5anim_watch_steps(ap_md5anim_stream *stream)
{
    if (stream->steps == NULL && stream->clip->frame_count > 2
        && stream->orientation_count >= stream->base.joints.count)
        stream->steps = make_steps(stream);
    struct ap_md5anim_steps *steps = stream->steps;
    if (steps == NULL || steps->count == 0)
        return;
    gather(steps, stream->values);
    compare(steps, steps->frames < 2 ? 0 : 1);
    steps->frames++;
}

/* A bone in a frame is at most as long as the diagonal of the box around the joints, so that a pose is at least as large as the
   least longest bone. Numbers over 1e15 could exceed float32 when squared. */
bool ap_md5anim_may_jump(const ap_md5anim_stream *stream)
{
    const struct ap_md5anim_steps *steps = stream->steps;
    const float half = 0.5F * 0.5F * 0.999F; /* less than rounding */
    return steps != NULL && (!(steps->largest < 1e30F) || steps->jump > half * steps->least_bone);
}
