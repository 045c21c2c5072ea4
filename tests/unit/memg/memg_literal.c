#include "tests/unit/memg/memg_literal.h"

#include <math.h>
#include <stdlib.h>

static int compare_sizes_of_doubles(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static double distance_between_positions(const double one[3], const double other[3])
{
    return hypot(hypot(one[0] - other[0], one[1] - other[1]), one[2] - other[2]);
}

static double longest_side_of_path_box(const double (*positions)[3], size_t timesteps)
{
    double longest = 0;
    for (size_t one = 0; one < timesteps; one++) {
        for (size_t other = 0; other < timesteps; other++) {
            for (size_t axis = 0; axis < 3; axis++)
                longest = fmax(longest, positions[one][axis] - positions[other][axis]);
        }
    }
    return longest;
}

void find_spikes_by_definition(const double (*positions)[3], size_t timesteps, bool *spikes)
{
    double *steps = malloc((timesteps + 1) * sizeof *steps),
           *sorted = malloc((timesteps + 1) * sizeof *sorted);
    for (size_t t = 0; t < timesteps; t++)
        spikes[t] = false;
    for (size_t t = 0; t + 1 < timesteps; t++)
        steps[t] = sorted[t] = distance_between_positions(positions[t], positions[t + 1]);
    if (timesteps >= 3)
        qsort(sorted, timesteps - 1, sizeof *sorted, compare_sizes_of_doubles);
    const double box = longest_side_of_path_box(positions, timesteps);
    for (size_t t = 1; t + 1 < timesteps && box > 0; t++) {
        const double away = fmin(steps[t - 1], steps[t]);
        spikes[t] = away >= 20 * sorted[(timesteps - 2) / 2]
                    && away >= 20 * distance_between_positions(positions[t - 1], positions[t + 1])
                    && away >= 0.001 * box;
    }
    free(steps);
    free(sorted);
}
