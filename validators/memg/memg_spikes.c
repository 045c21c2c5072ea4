#include "validators/memg/memg_spikes.h"

#include <math.h>
#include <stdio.h>

#include "core/base/bits.h"
#include "core/number/distance.h"
#include "core/number/median.h"
#include "validators/memg/memg_blocks.h"
#include "validators/memg/memg_rules.h"
#include "validators/memg/memg_table.h"

/* Inlined, so that `swap` is a constant in the code of most callers. */
#define AP_INLINED static inline __attribute__((always_inline))

enum { AXES = 3 };

/* At a spike, the distance to the positions one timestep before and after is at least spike_steps times the usual step,
   spike_steps times the distance between these two positions, and least_of_box times the size of the box around all
   positions. */
static const double spike_steps = 20, least_of_box = 0.001;

/* The fast check compares squares. Its limit is a little below the square of spike_steps, since squares are rounded. */
static const double screened_squares = 399;

/* The translation is the last number of each row of the transform. */
AP_INLINED double translation_of(const uint8_t *transform, size_t axis, bool swap)
{
    return ap_load_f64(transform + AP_MEMG_NUMBER_BYTES * (4 * axis + 3), swap);
}

/* Returns true if the last two steps of a frame on its way to the transform `last` are less than 90 degrees apart. A spike turns
   back, so there the product is near -1 times the square of a step. `step` is the number of bytes between two timesteps. */
AP_INLINED bool are_steps_under_90_degrees_apart(const uint8_t *last, size_t step, bool swap)
{
    double product = 0;
    for (size_t axis = 0; axis < AXES; axis++) {
        const double here = translation_of(last - step, axis, swap);
        product +=
            (here - translation_of(last - 2 * step, axis, swap)) * (translation_of(last, axis, swap) - here);
    }
    return product > 0;
}

/* Returns true if the frame with the transform `last` may have had a spike one timestep before, which is `step` bytes before. */
static bool may_frame_end_spike(const uint8_t *last, size_t step, bool swap)
{
    double to = 0, from = 0, apart = 0;
    bool moved_to = false, moved_from = false;
    for (size_t axis = 0; axis < AXES; axis++)
        moved_to = moved_to
                   || translation_of(last - step, axis, swap) != translation_of(last - 2 * step, axis, swap);
    for (size_t axis = 0; moved_to && axis < AXES; axis++) {
        const double before = translation_of(last - 2 * step, axis, swap);
        const double here = translation_of(last - step, axis, swap);
        const double after = translation_of(last, axis, swap);
        to += (here - before) * (here - before);
        from += (after - here) * (after - here);
        apart += (after - before) * (after - before);
        moved_from = moved_from || after != here;
    }
    return moved_from && !((to < from ? to : from) < screened_squares * apart);
}

AP_INLINED bool are_all_frames_steady(const ap_memg_timesteps *timesteps, bool swap)
{
    const size_t step = timesteps->frame_count * AP_MEMG_TRANSFORM_BYTES;
    for (size_t t = timesteps->before < 2 ? 2 - timesteps->before : 0; t < timesteps->count; t++) {
        const uint8_t *last = timesteps->bytes + t * step;
        for (size_t f = 0; f < timesteps->frame_count; f++, last += AP_MEMG_TRANSFORM_BYTES) {
            if (!are_steps_under_90_degrees_apart(last, step, swap) && may_frame_end_spike(last, step, swap))
                return false;
        }
    }
    return true;
}

bool ap_memg_are_free_of_spikes(const ap_memg_timesteps *timesteps)
{
    return timesteps->swap ? are_all_frames_steady(timesteps, true) : are_all_frames_steady(timesteps, false);
}

/* Reference path of ap_memg_are_timesteps_clean for transform-spike. */
void ap_memg_record_possible_spikes(ap_io *io, const ap_memg_motion *motion, ap_view frames)
{
    const size_t frame_count = (size_t)motion->frame_count;
    const size_t before = (size_t)(frames.bytes - io->input.bytes) - AP_MEMG_HEADER_BYTES;
    if (ap_is_structure_only(io) || before < 2 * frames.size)
        return;
    ap_memg_state *state = ((const ap_memg_cursor *)io->scope)->state;
    for (size_t f = 0; f < frame_count; f++) {
        if (!may_frame_end_spike(frames.bytes + AP_MEMG_TRANSFORM_BYTES * f, frames.size, io->swap))
            continue;
        if (state->spiky_frames == NULL)
            state->spiky_frames =
                ap_alloc_array(io->arena, ap_words_for_bits_and_a_spare(frame_count), sizeof(uint64_t));
        if (state->spiky_frames == NULL)
            return;
        ap_set_bit(state->spiky_frames, f);
    }
}

/* The transforms of one frame at all timesteps of the file. */
typedef struct frame_track {
    const uint8_t *transforms; /* at timestep 0 */
    size_t step;               /* bytes between two timesteps */
    size_t timestep_count;
    bool swap;
    double usual; /* lower median of the distances that the frame moves from one timestep to the next */
    double box;   /* longest side of the box around all positions */
} frame_track;

/* The number of spikes in a file, and its first spike. */
typedef struct spike_count_and_first {
    size_t spikes;
    size_t timestep, frame; /* timestep and frame of the first spike in the file */
    /* at the first spike: the smaller of the steps to and from the spike, and the usual step of the frame */
    double away, usual;
} spike_count_and_first;

static void position_at(const frame_track *track, size_t timestep, double position[AXES])
{
    for (size_t axis = 0; axis < AXES; axis++)
        position[axis] = translation_of(track->transforms + timestep * track->step, axis, track->swap);
}

static double distance_at(const frame_track *track, size_t one, size_t other)
{
    double from[AXES], to[AXES];
    position_at(track, one, from);
    position_at(track, other, to);
    return ap_distance(from, to);
}

/* Computes track->usual, the median of the lengths of steps, and track->box. `steps` is a buffer for the length of each step of
   the frame. */
static void compute_usual_step_and_box(frame_track *track, double *steps)
{
    double least[AXES], greatest[AXES], position[AXES];
    position_at(track, 0, least);
    position_at(track, 0, greatest);
    for (size_t t = 1; t < track->timestep_count; t++) {
        steps[t - 1] = distance_at(track, t - 1, t);
        position_at(track, t, position);
        for (size_t axis = 0; axis < AXES; axis++) {
            least[axis] = fmin(least[axis], position[axis]);
            greatest[axis] = fmax(greatest[axis], position[axis]);
        }
    }
    track->usual = ap_lower_median(steps, track->timestep_count - 1);
    track->box = 0;
    for (size_t axis = 0; axis < AXES; axis++)
        track->box = fmax(track->box, greatest[axis] - least[axis]);
}

static void count_spikes(const frame_track *track, size_t frame, spike_count_and_first *count)
{
    for (size_t t = 1; track->box > 0 && t + 1 < track->timestep_count; t++) {
        const double away = fmin(distance_at(track, t - 1, t), distance_at(track, t, t + 1));
        if (away < spike_steps * track->usual || away < spike_steps * distance_at(track, t - 1, t + 1)
            || away < least_of_box * track->box)
            continue;
        if (count->spikes++ == 0 || t < count->timestep || (t == count->timestep && frame < count->frame)) {
            count->timestep = t;
            count->frame = frame;
            count->away = away;
            count->usual = track->usual;
        }
    }
}

static void report_spikes(ap_io *io, const ap_memg_motion *motion, const spike_count_and_first *count)
{
    char others[64] = "";
    const size_t index = count->timestep * (size_t)motion->frame_count + count->frame;
    const size_t at = AP_MEMG_HEADER_BYTES + AP_MEMG_TRANSFORM_BYTES * index;
    if (count->spikes > 1)
        snprintf(others, sizeof others, "; the file has %zu such transforms", count->spikes);
    ap_enter_element(io, "transforms", count->timestep);
    ap_enter_element(io, NULL, count->frame);
    ap_add_finding_at(io, AP_MEMG_RULE(TRANSFORM_SPIKE), (ap_span){ at, AP_MEMG_TRANSFORM_BYTES }, NULL,
        ap_no_value(), ap_no_value(),
        " jumps away for one timestep: frame %zu is %.3g units from its positions at timesteps %zu and %zu, "
        "and its "
        "usual step is %.3g units%s",
        count->frame, count->away, count->timestep - 1, count->timestep + 1, count->usual, others);
    ap_leave_record(io);
    ap_leave_record(io);
}

void ap_memg_check_spikes(ap_io *io, const ap_memg_motion *motion)
{
    const ap_memg_cursor *cursor = io->scope;
    const ap_view transforms = motion->transforms;
    const ap_block_of_array all = {
        .bytes = transforms.bytes, .count = transforms.size / AP_MEMG_NUMBER_BYTES, .swap = io->swap
    };
    spike_count_and_first count = { .spikes = 0 };
    if (ap_is_structure_only(io) || cursor->state->spiky_frames == NULL
        || !ap_memg_are_numbers_clean(&all, NULL))
        return;
    frame_track track = { .step = (size_t)motion->frame_count * AP_MEMG_TRANSFORM_BYTES,
        .timestep_count = (size_t)motion->timestep_count,
        .swap = io->swap };
    double *steps = ap_alloc_array(io->arena, track.timestep_count, sizeof *steps);
    for (size_t f = 0; steps != NULL && f < (size_t)motion->frame_count; f++) {
        if (!ap_has_bit(cursor->state->spiky_frames, f))
            continue;
        track.transforms = transforms.bytes + AP_MEMG_TRANSFORM_BYTES * f;
        compute_usual_step_and_box(&track, steps);
        count_spikes(&track, f, &count);
    }
    if (count.spikes > 0)
        report_spikes(io, motion, &count);
}
