/* Computes the positions of joints in the model's space, at up to five evenly spaced times from the first frame to the last,
   between frames too. */
#include <math.h>

#include "corpus/md5anim/md5anim_corpus.h"
#include "validators/md5anim/md5anim_poses.h"
#include "validators/md5anim/md5anim_source.h"

/* Relative tolerance: in a float32 loader, w is off by up to 3e-4 if x, y and z leave almost nothing for
   w. */
static const double relative_tolerance = 1e-3;
static const double steps_a_second = 1e6; /* times are whole microseconds, which are short to print */

static bool choose_frame_times(ap_view file, ap_arena *arena, ap_value_list *list)
{
    const ap_md5anim_file *opened = ap_md5anim_open_file(file, arena);
    if (opened == NULL || opened->animation.frame_count <= 0)
        return false;
    const ap_md5anim *animation = &opened->animation;
    const double seconds = (double)(animation->frame_count - 1) / ap_md5anim_rate(animation);
    for (size_t i = 0; i < AP_VALUE_TIMES; i++) {
        const double time =
            floor(seconds * (double)i / (AP_VALUE_TIMES - 1) * steps_a_second) / steps_a_second;
        if (isfinite(time) && (i == 0 || time > list->times[list->time_count - 1]))
            list->times[list->time_count++] = time;
    }
    return list->time_count > 0;
}

static void fill_row_of_joint(ap_value_list *list, size_t joint, const ap_md5anim_poses *poses)
{
    list->rows[joint].name = poses->joints[joint].name;
    for (size_t t = 0; t < list->time_count; t++) {
        const double *at = poses->transforms[t * poses->joint_count + joint].position;
        double *numbers = ap_numbers_of_row_at(list, joint, t);
        for (size_t axis = 0; axis < AP_VALUE_NUMBERS; axis++) {
            if (isfinite((float)at[0]) && isfinite((float)at[1]) && isfinite((float)at[2]))
                numbers[axis] = at[axis];
        }
    }
}

bool ap_md5anim_compute_values_or_empty_list(ap_view file, ap_arena *arena, ap_value_list *list)
{
    ap_md5anim_poses poses;
    *list = (ap_value_list){ .thing = "joint", .width = AP_VALUE_NUMBERS };
    if (!choose_frame_times(file, arena, list)
        || !ap_md5anim_compute_poses(file, list->times, list->time_count, arena, &poses))
        return !arena->failed;
    if (!ap_allocate_value_rows(list, poses.joint_count, arena))
        return false;
    for (size_t joint = 0; joint < poses.joint_count; joint++)
        fill_row_of_joint(list, joint, &poses);
    list->tolerance = ap_compute_value_tolerance(list, relative_tolerance);
    return true;
}
