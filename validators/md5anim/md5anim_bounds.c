/* Checks the bounding boxes of the frames against the joints. */
#include <math.h>

#include "validators/md5anim/md5anim_content.h"

/* Limit as a share of the size of a pose: for the distance of a joint outside its frame's box, and for the spread of the joints
   in a flat box. */
static const double tolerated = 0.01;

/* Poses of this size or less, in units of the file, are not checked. */
static const double least_pose = 0.001;

/* Returns by how much a joint lies outside of a box: the most on any axis, 0 if it is inside. */
static double distance_beyond_bounds(const float *box, const ap_md5_placement *place)
{
    double most = 0;
    for (int axis = 0; axis < 3; axis++) {
        most = fmax(most, (double)box[axis] - place->position[axis]);
        most = fmax(most, place->position[axis] - (double)box[3 + axis]);
    }
    return most;
}

/* Returns the least distance of a frame's joints from the frame's box; negative when out of memory. Stops at the first joint
   inside the box, so that in most files few joints are computed. */
static double nearest_joint_distance(ap_md5anim_clip *clip, size_t frame)
{
    const float *box = clip->boxes + frame * AP_CLIP_NUMBERS;
    double least = INFINITY;
    for (size_t i = 0; i < clip->joint_count && least > 0; i++) {
        const ap_md5_placement *places = ap_md5anim_compute_placements(clip, frame, i + 1);
        if (places == NULL)
            return -1;
        least = fmin(least, distance_beyond_bounds(box, &places[i]));
    }
    return least;
}

ap_span ap_md5anim_enter_bounds_path(ap_md5anim_clip *clip, size_t frame)
{
    const ap_md5_vector_pair pair = ap_md5anim_reread_pair(clip->stream, clip->bounds_at, frame);
    ap_enter_element(&clip->stream->base.text.io, "bounds", frame);
    return ap_span_from_to(pair.first_span, pair.second_span);
}

static void report_joints_outside_box(ap_md5anim_clip *clip, size_t frame, double distance)
{
    ap_io *io = &clip->stream->base.text.io;
    const char *others = clip->frame_count == 1 ? "" : ", and no box of another frame contains one";
    ap_add_finding_at(io, AP_MD5ANIM_RULE(BOUNDS_JOINTS), ap_md5anim_enter_bounds_path(clip, frame), NULL,
        ap_no_value(), ap_no_value(),
        " contain no joint%s: the nearest joint is %.4g outside, %.0f%% of the size of the pose; Doom 3 "
        "draws the model only if "
        "this box is in view, so the model vanishes",
        others, distance, 100 * distance / ap_md5anim_median_pose_size(clip));
    ap_leave_record(io);
}

/* Reports the frame with the farthest box if in every frame all joints lie outside of the frame's box, by more than is tolerated.
   Returns true if that was reported. Stops at the first box with a joint inside, which in most files is the box of frame 0. */
static bool report_if_joints_outside_all_boxes(ap_md5anim_clip *clip)
{
    double least = INFINITY, farthest = -1;
    size_t worst = 0;
    for (size_t i = 0; i < clip->frame_count; i++) {
        const double nearest = nearest_joint_distance(clip, i);
        if (nearest <= 0)
            return false;
        if (nearest > farthest)
            worst = i;
        farthest = fmax(farthest, nearest);
        least = fmin(least, nearest);
    }
    const double pose = ap_md5anim_median_pose_size(clip);
    if (pose <= least_pose || least <= tolerated * pose)
        return false;
    report_joints_outside_box(clip, worst, farthest);
    return true;
}

/* Returns the difference between the largest and the smallest coordinate of a frame's joints on an axis; 0
   when out of memory. */
static double extent_of_joints_on_axis(ap_md5anim_clip *clip, size_t frame, int axis)
{
    const ap_md5_placement *places = ap_md5anim_compute_pose(clip, frame);
    double least = INFINITY, greatest = -INFINITY;
    for (size_t i = 0; places != NULL && i < clip->joint_count; i++) {
        least = fmin(least, places[i].position[axis]);
        greatest = fmax(greatest, places[i].position[axis]);
    }
    return places == NULL ? 0 : greatest - least;
}

/* Reports a box that is flat on this axis, unless the joints of the frame are flat on the axis too. Returns true if the box was
   reported. */
static bool report_flat_box(ap_md5anim_clip *clip, size_t frame, int axis)
{
    static const char names[] = "xyz";
    ap_io *io = &clip->stream->base.text.io;
    const double pose = ap_md5anim_median_pose_size(clip),
                 spread = extent_of_joints_on_axis(clip, frame, axis);
    if (pose <= least_pose || spread <= tolerated * pose)
        return false;
    ap_add_finding_at(io, AP_MD5ANIM_RULE(BOUNDS_JOINTS), ap_md5anim_enter_bounds_path(clip, frame), NULL,
        ap_no_value(), ap_no_value(),
        " have no extent on axis %c, where the joints of the frame spread over %.4g; Doom 3 draws the model "
        "only if this box is in "
        "view, so the model vanishes at the edge of the screen",
        names[axis], spread);
    ap_leave_record(io);
    return true;
}

/* Reports the first box that is flat where the joints of its frame are not. */
static void report_first_flat_box(ap_md5anim_clip *clip)
{
    for (size_t i = 0; i < clip->frame_count; i++) {
        const float *box = clip->boxes + i * AP_CLIP_NUMBERS;
        for (int axis = 0; axis < 3; axis++) {
            if (box[axis] == box[3 + axis] && report_flat_box(clip, i, axis))
                return;
        }
    }
}

void ap_md5anim_check_joint_bounds(ap_md5anim_clip *clip)
{
    if (clip->joint_count < 2 || clip->stream->bounds_are_zero)
        return;
    if (!report_if_joints_outside_all_boxes(clip))
        report_first_flat_box(clip);
}
