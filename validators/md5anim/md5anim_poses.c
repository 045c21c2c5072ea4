/* Computes poses at given times: reads the frames in order and interpolates between the last two. */
#include "validators/md5anim/md5anim_poses.h"

#include <math.h>
#include <stdlib.h>

#include "core/number/rotation.h"
#include "validators/md5anim/md5anim_source.h"

enum { POSITION_AXES = 3 };

typedef float joint_numbers[AP_MD5_COMPONENTS]; /* x y z of the position, x y z of the orientation */

/* A pose to compute: its time in frames, and its index in the result. */
typedef struct wanted_pose {
    double at;
    size_t index;
} wanted_pose;

typedef struct pose_state {
    ap_md5anim_file *file;
    ap_md5anim_poses *poses;
    wanted_pose *wanted;         /* sorted by time */
    float *values;               /* values of the current frame, joint by joint */
    joint_numbers *before, *now; /* the last two frames; numbers that are not animated have the baseframe's
                                    value */
} pose_state;

/* Returns the position in frames of a time in seconds, at least 0 and at most the last frame. */
static double frame_position_at_time(const ap_md5anim *animation, double seconds)
{
    const double rate =
        animation->fractional_rate != 0 ? (double)animation->fractional_rate : (double)animation->frame_rate;
    return fmin(fmax(seconds * rate, 0), (double)(animation->frame_count - 1));
}

/* Computes a joint's transform relative to its parent, at `share` (0 to 1) of the way from the previous frame
   to the current frame. */
static void interpolate_joint(const pose_state *p, size_t joint, double share, ap_md5_transform *transform)
{
    ap_md5_transform before;
    ap_md5_transform_of_numbers(p->now[joint], transform);
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

static void swap_neighbour_frames(pose_state *p)
{
    joint_numbers *last = p->now;
    p->now = p->before;
    p->before = last;
}

/* Reads a frame over the values of the frame before the last. Numbers that are not animated keep the baseframe's value. Returns
   false if the file has an error. */
static bool read_frame(pose_state *p, size_t frame)
{
    ap_md5anim_source *source = &p->file->source;
    size_t at = 0;
    swap_neighbour_frames(p);
    if (!source->frame(source, frame, p->values))
        return false;
    for (size_t i = 0; i < p->poses->joint_count; i++) {
        for (int32_t bit = 0; bit < AP_MD5_COMPONENTS; bit++) {
            if ((p->poses->joints[i].flags >> bit & 1) != 0)
                p->now[i][bit] = p->values[at++];
        }
    }
    return true;
}

/* Reads the bounds, which are not used, and sets the last two frames to the baseframe. Returns false if the file has an error. */
static bool read_bounds_and_baseframe(pose_state *p)
{
    ap_md5anim_source *source = &p->file->source;
    ap_md5_vector_pair pair;
    for (size_t i = 0; i < (size_t)p->file->animation.frame_count; i++) {
        if (!source->bounds(source, i, &pair))
            return false;
    }
    for (size_t i = 0; i < p->poses->joint_count; i++) {
        if (!source->baseframe(source, i, &pair))
            return false;
        for (size_t axis = 0; axis < POSITION_AXES; axis++) {
            p->before[i][axis] = p->now[i][axis] = pair.first[axis].value;
            p->before[i][POSITION_AXES + axis] = p->now[i][POSITION_AXES + axis] = pair.second[axis].value;
        }
    }
    return true;
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
        const double at =
            seconds == NULL ? (double)i : frame_position_at_time(&p->file->animation, seconds[i]);
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
    for (size_t frame = 0; frame < (size_t)p->file->animation.frame_count; frame++) {
        if (!read_frame(p, frame))
            return false;
        p->poses->frames_read = frame + 1;
        for (; next < p->poses->count && p->wanted[next].at <= (double)frame; next++)
            compute_pose(p, 1 - ((double)frame - p->wanted[next].at),
                p->poses->transforms + p->wanted[next].index * p->poses->joint_count);
    }
    return ap_md5_read_to_end_without_error(&p->file->stream.base);
}

bool ap_md5anim_compute_poses(
    ap_view input, const double *seconds, size_t count, ap_arena *arena, ap_md5anim_poses *poses)
{
    pose_state p = { .file = ap_md5anim_open_file(input, arena), .poses = poses };
    *poses = (ap_md5anim_poses){ .joints = NULL };
    if (p.file == NULL)
        return false;
    const size_t joints = p.file->animation.joint_count;
    if (seconds == NULL)
        count = (size_t)p.file->animation.frame_count;
    *poses = (ap_md5anim_poses){ .joints = p.file->animation.joints, .joint_count = joints, .count = count };
    p.wanted = ap_alloc_array(arena, count, sizeof *p.wanted);
    poses->transforms =
        ap_alloc_array(arena, ap_saturating_size_product(joints, count), sizeof *poses->transforms);
    p.values = ap_alloc_array(arena, (size_t)p.file->stream.component_count.value, sizeof *p.values);
    p.before = ap_alloc_array(arena, joints, sizeof *p.before);
    p.now = ap_alloc_array(arena, joints, sizeof *p.now);
    if (p.wanted == NULL || poses->transforms == NULL || p.values == NULL || p.before == NULL
        || p.now == NULL)
        return false;
    choose_times(&p, seconds);
    return read_bounds_and_baseframe(&p) && read_frames(&p);
}
