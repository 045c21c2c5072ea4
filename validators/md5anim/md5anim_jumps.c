/* Finds joints that jump away for a single frame and then return (rule position-jump). */
#include <math.h>

#include "core/number/rotation.h"
#include "validators/md5anim/md5anim_content.h"

/* A joint jumps if it moves by more than half the size of a pose (least_share), and in the next frame returns
   to within a quarter (nearby) of that distance from its first position. Poses of size
   least_pose or less, in units of the file, are not checked. */
static const double least_share = 0.5, nearby = 0.25, least_pose = 0.001;

/* Positions of a joint, relative to its parent, in the frame before, the frame and the frame after. */
typedef double three_positions[3][3];

static double distance(const double from[3], const double to[3])
{
    double step[3];
    for (int axis = 0; axis < 3; axis++)
        step[axis] = to[axis] - from[axis];
    return ap_vector_length(step, 3);
}

/* Returns the length of the jump: the smaller of the steps there and back; 0 if the joint does not return. */
static double length_of_jump_that_returns(const double positions[3][3])
{
    const double least = fmin(distance(positions[0], positions[1]), distance(positions[1], positions[2]));
    return distance(positions[0], positions[2]) < nearby * least ? least : 0;
}

/* Advances the positions of all joints by one frame: drops the oldest frame, and adds the given frame.
   Returns false when out of memory. */
static bool add_positions_of_frame(ap_md5anim_clip *clip, size_t frame, three_positions *joints)
{
    const float *values = ap_md5anim_clip_frame_values(clip, frame);
    float numbers[AP_CLIP_NUMBERS];
    for (size_t i = 0; values != NULL && i < clip->joint_count; i++) {
        ap_md5anim_get_joint_numbers(&clip->channels[i], values, numbers);
        for (int axis = 0; axis < 3; axis++) {
            joints[i][0][axis] = joints[i][1][axis];
            joints[i][1][axis] = joints[i][2][axis];
            joints[i][2][axis] = (double)numbers[axis];
        }
    }
    return values != NULL;
}

static void report_position_jump(ap_md5anim_clip *clip, size_t frame, size_t joint, double pose_sizes)
{
    ap_io *io = &clip->stream->base.text.io;
    const ap_span span = ap_md5anim_enter_frame_path(clip->stream, frame, joint, AP_CLIP_POSITION);
    ap_add_finding_at(io, AP_MD5ANIM_RULE(POSITION_JUMP), span, NULL, ap_no_value(), ap_no_value(),
        " jumps away for this frame, by %.2g times the size of the pose, and back: the skin flashes; correct "
        "the key of this frame "
        "and export again",
        pose_sizes);
    ap_md5anim_leave_path(clip->stream);
}

/* Reference path of record_reversals_of_frame for position-jump. */
static bool report_jump_in_frame(ap_md5anim_clip *clip, size_t frame, three_positions *joints)
{
    const double pose = ap_md5anim_median_pose_size(clip);
    for (size_t i = 0; pose > least_pose && i < clip->joint_count; i++) {
        const double jump = length_of_jump_that_returns((const double(*)[3])joints[i]);
        if (!(jump > least_share * pose))
            continue;
        report_position_jump(clip, frame, i, jump / pose);
        return true;
    }
    return false;
}

void ap_md5anim_check_jumps(ap_md5anim_clip *clip)
{
    if (clip->joint_count < 2 || clip->frame_count < 3 || !ap_md5anim_may_joint_jump(clip->stream))
        return;
    (void)ap_md5anim_median_pose_size(clip); /* reads all frames before the loop below reads them in order */
    three_positions *joints =
        ap_alloc_array(clip->stream->base.text.io.arena, clip->joint_count, sizeof *joints);
    for (size_t i = 0; joints != NULL && i < clip->frame_count; i++) {
        if (!add_positions_of_frame(clip, i, joints) || (i >= 2 && report_jump_in_frame(clip, i - 1, joints)))
            return;
    }
}
