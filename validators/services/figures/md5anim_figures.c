/* The figures of an animation: counts, duration, the box around its joints, the largest motion, and what can be pruned. */
#include <math.h>

#include "validators/figure.h"
#include "validators/md5/md5_pose.h"
#include "validators/md5/md5_rate.h"
#include "validators/md5anim/md5anim_prune.h"
#include "validators/md5anim/md5anim_source.h"
#include "validators/md5mesh/md5mesh_skin.h"

enum {
    BYTES,
    JOINTS,
    FRAMES,
    DURATION,
    RATE,
    ANIMATED,
    PRUNABLE,
    MOTION,
    STEP,
    EXTENT_X,
    EXTENT_Y,
    EXTENT_Z,
    FIGURES
};

/* The state while the frames are read. */
typedef struct measurement {
    ap_md5anim_frame_reader frames;
    ap_md5anim_constant_components constancy;
    ap_md5_placement *places; /* places of the joints in the frame read last, in model space */
    ap_md5mesh_box *boxes;    /* for each joint: the box around its positions in the frames so far */
    double (*previous)[3];    /* positions of the joints in the previous frame */
    double step; /* longest distance that a joint has moved between two consecutive frames so far */
} measurement;

static bool begin_measuring(measurement *m, ap_view input, ap_arena *arena)
{
    static const ap_md5mesh_box empty = AP_MD5MESH_EMPTY_BOX;
    if (!ap_md5anim_open_frame_reader(&m->frames, input, arena))
        return false;
    const size_t joints = m->frames.animation->joint_count;
    const size_t components = (size_t)m->frames.file->stream.component_count.value;
    m->places = ap_alloc_array(arena, joints, sizeof *m->places);
    m->boxes = ap_alloc_array(arena, joints, sizeof *m->boxes);
    m->previous = ap_alloc_array(arena, joints, sizeof *m->previous);
    if (m->places == NULL || m->boxes == NULL || m->previous == NULL
        || !ap_md5anim_constancy_init(&m->constancy, components, arena))
        return false;
    for (size_t i = 0; i < joints; i++)
        m->boxes[i] = empty;
    return true;
}

static void measure_joint_in_frame(measurement *m, size_t joint)
{
    const float *numbers = m->frames.now[joint];
    const int32_t parent = m->frames.animation->joints[joint].parent;
    ap_md5_placement *place = &m->places[joint];
    double *previous = m->previous[joint], square = 0;
    ap_md5_placement_of_numbers(numbers, numbers + 3, place);
    if (parent >= 0)
        ap_md5_placement_to_model_space(&m->places[parent], place);
    ap_md5mesh_extend_box(&m->boxes[joint], place->position);
    for (size_t axis = 0; axis < 3; axis++) {
        const double way = place->position[axis] - previous[axis];
        square += way * way;
        previous[axis] = place->position[axis];
    }
    if (m->frames.frames_read > 1)
        m->step = fmax(m->step, sqrt(square));
}

static bool measure_frames(measurement *m)
{
    for (size_t frame = 0; frame < (size_t)m->frames.animation->frame_count; frame++) {
        if (!ap_md5anim_read_next_frame_unless_error(&m->frames))
            return false;
        ap_md5anim_constancy_add(&m->constancy, m->frames.values);
        for (size_t joint = 0; joint < m->frames.animation->joint_count; joint++)
            measure_joint_in_frame(m, joint);
    }
    return ap_md5_read_to_end_without_error(&m->frames.file->stream.base);
}

/* Sets the extents to the size of the box around all joints, and the motion to the diagonal of the largest box of a single
   joint. */
static void measure_boxes(const measurement *m, double figures[FIGURES])
{
    ap_md5mesh_box all = AP_MD5MESH_EMPTY_BOX;
    for (size_t i = 0; i < m->frames.animation->joint_count; i++) {
        ap_md5mesh_extend_box(&all, m->boxes[i].min);
        ap_md5mesh_extend_box(&all, m->boxes[i].max);
        figures[MOTION] = fmax(figures[MOTION], ap_md5mesh_box_diagonal(&m->boxes[i]));
    }
    for (size_t axis = 0; axis < 3; axis++)
        figures[EXTENT_X + axis] = all.max[axis] - all.min[axis];
}

static const double *measure_animation(ap_view input, const ap_lint_options *options, ap_arena *arena)
{
    measurement *m = ap_alloc(arena, sizeof *m);
    double *figures = ap_alloc_array(arena, FIGURES, sizeof *figures);
    (void)options;
    if (m == NULL || figures == NULL || !begin_measuring(m, input, arena) || !measure_frames(m))
        return NULL;
    const ap_md5anim *animation = m->frames.animation;
    figures[BYTES] = (double)input.size;
    figures[JOINTS] = (double)animation->joint_count;
    figures[FRAMES] = animation->frame_count;
    figures[DURATION] = ap_md5_seconds_from_first_to_last_frame(animation->frame_count, m->frames.rate);
    figures[RATE] = m->frames.rate;
    figures[ANIMATED] = (double)m->constancy.component_count;
    figures[PRUNABLE] =
        (double)ap_md5anim_constancy_select_removed(&m->constancy, animation->joints, animation->joint_count);
    figures[STEP] = m->step;
    measure_boxes(m, figures);
    return figures;
}

static const ap_figure rows[] = {
    [BYTES] = AP_FIGURE_BYTES,
    [JOINTS] = { "joints", "", "joints of the hierarchy", false, false },
    [FRAMES] = { "frames", "", "frames", true, false },
    [DURATION] = { "duration", "s", "time from the first frame to the last", true, false },
    [RATE] = { "rate", "frames/s", "frames a second", false, false },
    [ANIMATED] = { "animated", "", "animated components of all joints: the numbers of a frame", false,
        false },
    [PRUNABLE] = { "prunable", "", "animated components that never change, which `format --prune` removes",
        true, false },
    [MOTION] = { "motion", "units",
        "largest diagonal of the box around one joint in all frames, in model space", false, false },
    [STEP] = { "step", "units", "longest way of a joint from one frame to the next, in model space", false,
        true },
    [EXTENT_X] = { "extent-x", "units", "length along x of the box around all joints in all frames", false,
        true },
    [EXTENT_Y] = { "extent-y", "units", "length along y of the box around all joints in all frames", false,
        true },
    [EXTENT_Z] = { "extent-z", "units", "length along z of the box around all joints in all frames", false,
        true },
};

const ap_figure_table ap_md5anim_figures = { rows, sizeof rows / sizeof *rows, measure_animation };
