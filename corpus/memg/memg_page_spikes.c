#include "corpus/memg/memg_page_spikes.h"

#include <math.h>
#include <stdlib.h>

#include "corpus/memg/memg_page.h"

#define SPIKE "memg/transform-spike"

/* The positions of all frames at all timesteps, in file order. */
typedef struct motion_positions {
    double (*at)[3];
    double *steps; /* room for the distances that one frame moves from each timestep to the next */
    size_t frames, timesteps;
} motion_positions;

static double distance_between(const motion_positions *positions, size_t one, size_t other)
{
    const double *a = positions->at[one], *b = positions->at[other];
    return hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
}

static int compare_doubles(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

/* Returns the lower median of the distances that a frame moves from each timestep to the next. */
static double lower_median_step_of_frame(const motion_positions *positions, size_t frame)
{
    const size_t count = positions->timesteps - 1;
    for (size_t t = 0; t < count; t++)
        positions->steps[t] =
            distance_between(positions, t * positions->frames + frame, (t + 1) * positions->frames + frame);
    qsort(positions->steps, count, sizeof *positions->steps, compare_doubles);
    return positions->steps[(count - 1) / 2];
}

static double longest_side_of_box_over_time(const motion_positions *positions, size_t frame)
{
    double longest = 0;
    for (size_t axis = 0; axis < 3; axis++) {
        double least = INFINITY, greatest = -INFINITY;
        for (size_t t = 0; t < positions->timesteps; t++) {
            least = fmin(least, positions->at[t * positions->frames + frame][axis]);
            greatest = fmax(greatest, positions->at[t * positions->frames + frame][axis]);
        }
        longest = fmax(longest, greatest - least);
    }
    return longest;
}

/* Returns the index of the first transform of the frame at which the frame is far away for one timestep (a spike); SIZE_MAX if it
   has none. */
static size_t first_spike_transform_of_frame(const motion_positions *positions, size_t frame)
{
    const double median = lower_median_step_of_frame(positions, frame),
                 box = longest_side_of_box_over_time(positions, frame);
    for (size_t t = 1; t + 1 < positions->timesteps && box > 0; t++) {
        const size_t here = t * positions->frames + frame;
        const size_t before = here - positions->frames, after = here + positions->frames;
        const double away =
            fmin(distance_between(positions, before, here), distance_between(positions, here, after));
        if (away >= 20 * median && away >= 20 * distance_between(positions, before, after)
            && away >= 0.001 * box)
            return here;
    }
    return SIZE_MAX;
}

static size_t first_spike_transform(const motion_positions *positions)
{
    size_t first = SIZE_MAX;
    for (size_t i = 0; i < positions->frames * positions->timesteps; i++) {
        const double *at = positions->at[i];
        if (!isfinite(at[0]) || !isfinite(at[1]) || !isfinite(at[2]))
            return SIZE_MAX;
    }
    for (size_t frame = 0; positions->timesteps >= 3 && frame < positions->frames; frame++) {
        const size_t own = first_spike_transform_of_frame(positions, frame);
        first = own < first ? own : first;
    }
    return first;
}

/* Reads the positions. If a number of a transform is not finite, a coordinate of its position is not finite either. Returns false
   when out of memory. */
static bool read_positions(const ap_memg_candidates *candidates, motion_positions *positions)
{
    const size_t count = candidates->frames * candidates->timesteps;
    *positions = (motion_positions){ .frames = candidates->frames, .timesteps = candidates->timesteps };
    positions->at = ap_alloc_array(candidates->damage->arena, count, sizeof *positions->at);
    positions->steps = ap_alloc_array(candidates->damage->arena, candidates->timesteps, sizeof(double));
    if (positions->at == NULL || positions->steps == NULL)
        return false;
    for (size_t i = 0; i < MEMG_ENTRIES * count; i++) {
        const double value = ap_field_f64(candidates->damage, candidates->transforms + i);
        if (i % 4 == 3)
            positions->at[i / MEMG_ENTRIES][i % MEMG_ENTRIES / 4] += value;
        else if (!isfinite(value))
            positions->at[i / MEMG_ENTRIES][0] = NAN;
    }
    return true;
}

static ap_span transform_span(const ap_memg_candidates *candidates, size_t index)
{
    return (ap_span){ candidates->transforms[MEMG_ENTRIES * index].span.offset, MEMG_TRANSFORM_BYTES };
}

bool ap_memg_expect_changed_spike(
    ap_memg_candidates *candidates, const ap_listed_field *transform, const double translation[3])
{
    motion_positions positions;
    ap_damage *damage = candidates->damage;
    if (!read_positions(candidates, &positions))
        return false;
    const size_t earlier = first_spike_transform(&positions);
    double *changed = positions.at[(size_t)(transform - candidates->transforms) / MEMG_ENTRIES];
    for (size_t axis = 0; axis < 3; axis++)
        changed[axis] = translation[axis];
    const size_t first = first_spike_transform(&positions);
    if (first == earlier)
        return true;
    if (earlier != SIZE_MAX && !ap_expect_vanished_at(damage, SPIKE, transform_span(candidates, earlier)))
        return false;
    return first == SIZE_MAX
           || ap_expect_finding(damage, SPIKE, transform_span(candidates, first),
               ap_format_damage_text(
                   damage, "transforms[%zu][%zu]", first / positions.frames, first % positions.frames));
}
