/* Computes poses at given times: reads the frames in order and interpolates between the last two. */
#include "validators/md5anim/md5anim_poses.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/number/rotation.h"
#include "validators/md5anim/md5anim_source.h"

enum { POSITION_AXES = 3 };

/* A pose to compute: its time in frames, and its index in the result. */
typedef struct wanted_pose {
    double at;
    size_t index;
} wanted_pose;

typedef struct pose_state {
    ap_md5anim_frame_reader frames;
    ap_md5anim_joint_numbers *before; /* positions and orientations in the frame before the last frame read */
    ap_md5anim_poses *poses;
    wanted_pose *wanted; /* sorted by time */
} pose_state;

/* Returns the position in frames of a time in seconds, at least 0 and at most the last frame. */
static double frame_position_at_time(const ap_md5anim_frame_reader *frames, double seconds)
{
    return fmin(fmax(seconds * frames->rate, 0), (double)(frames->animation->frame_count - 1));
}

/* Computes a joint's transform relative to its parent, at `share` (0 to 1) of the way from the previous frame
   to the current frame. */
static void interpolate_joint(const pose_state *p, size_t joint, double share, ap_md5_transform *transform)
{
    ap_md5_transform before;
    ap_md5_transform_of_numbers(p->frames.now[joint], transform);
    ap_normalise_or_identity(transform->rotation, 4);
    if (share == 1)
        return;
    ap_md5_transform_of_numbers(p->before[joint], &before);
    ap_normalise_or_identity(before.rotation, 4);
    for (size_t axis = 0; axis < POSITION_AXES; axis++)
        transform->position[axis] =
            before.position[axis] + share * (transform->position[axis] - before.position[axis]);
    ap_interpolate_rotation(before.rotation, transform->rotation, share, transform->rotation);
}

static void compute_pose(const pose_state *p, double share, ap_md5_transform *transforms)
{
    for (size_t i = 0; i < p->poses->joint_count; i++) {
        const int32_t parent = p->poses->joints[i].parent;
        interpolate_joint(p, i, share, &transforms[i]);
        if (parent >= 0)
            ap_md5_transform_to_model_space(&transforms[parent], &transforms[i]);
    }
}

static int compare_times(const void *one, const void *other)
{
    const wanted_pose *a = one, *b = other;
    return a->at != b->at ? (a->at > b->at) - (a->at < b->at) : (a->index > b->index) - (a->index < b->index);
}

/* Sets p->wanted: a pose for each time or, if `seconds` is NULL, for each frame. */
static void choose_times(pose_state *p, const double *seconds)
{
    const size_t count = p->poses->count;
    for (size_t i = 0; i < count; i++) {
        const double at = seconds == NULL ? (double)i : frame_position_at_time(&p->frames, seconds[i]);
        p->wanted[i] = (wanted_pose){ at, i };
    }
    if (count > 1 && seconds != NULL)
        qsort(p->wanted, count, sizeof *p->wanted, compare_times);
}

/* Reads the frames, and computes the pose of each time once the two frames around it were read. Returns false if the file has an
   error. */
static bool read_frames(pose_state *p)
{
    size_t next = 0;
    for (size_t frame = 0; frame < (size_t)p->frames.animation->frame_count; frame++) {
        memcpy(p->before, p->frames.now, p->poses->joint_count * sizeof *p->before);
        if (!ap_md5anim_read_next_frame_unless_error(&p->frames))
            return false;
        p->poses->frames_read = frame + 1;
        for (; next < p->poses->count && p->wanted[next].at <= (double)frame; next++)
            compute_pose(p, 1 - ((double)frame - p->wanted[next].at),
                p->poses->transforms + p->wanted[next].index * p->poses->joint_count);
    }
    return ap_md5_read_to_end_without_error(&p->frames.file->stream.base);
}

bool ap_md5anim_compute_poses(
    ap_view input, const double *seconds, size_t count, ap_arena *arena, ap_md5anim_poses *poses)
{
    pose_state p = { .poses = poses };
    *poses = (ap_md5anim_poses){ .joints = NULL };
    if (!ap_md5anim_open_frame_reader(&p.frames, input, arena))
        return false;
    const ap_md5anim *animation = p.frames.animation;
    const size_t joints = animation->joint_count;
    if (seconds == NULL)
        count = (size_t)animation->frame_count;
    *poses = (ap_md5anim_poses){ .joints = animation->joints, .joint_count = joints, .count = count };
    p.wanted = ap_alloc_array(arena, count, sizeof *p.wanted);
    poses->transforms =
        ap_alloc_array(arena, ap_saturating_size_product(joints, count), sizeof *poses->transforms);
    p.before = ap_alloc_array(arena, joints, sizeof *p.before);
    if (arena->failed)
        return false;
    choose_times(&p, seconds);
    return read_frames(&p);
}
