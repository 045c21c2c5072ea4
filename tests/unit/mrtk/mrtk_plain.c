#include "tests/unit/mrtk/mrtk_plain.h"

#include <math.h>
#include <stdlib.h>

static double value_at_key(const walked_curve *curve, size_t key)
{
    return (double)load_float(curve, key, 4);
}

/* Returns true if the curves have the same times, finite and increasing, and finite values. */
static bool are_times_equal_and_increasing_and_all_finite(const walked_curve *curves, size_t count)
{
    for (size_t key = 0; key < curves[0].key_count; key++) {
        const float time = load_float(&curves[0], key, 0);
        if (!isfinite(time) || (key > 0 && time <= load_float(&curves[0], key - 1, 0)))
            return false;
        for (size_t c = 0; c < count; c++) {
            if (load_float(&curves[c], key, 0) != time || !isfinite(load_float(&curves[c], key, 4)))
                return false;
        }
    }
    return true;
}

static double distance_of_keys(const walked_curve *curves, size_t one, size_t other)
{
    double sum = 0;
    for (size_t c = 0; c < 3; c++)
        sum += pow(value_at_key(&curves[c], one) - value_at_key(&curves[c], other), 2);
    return sqrt(sum);
}

/* Returns the angle between two rotations in degrees; NaN if one of them is 0 0 0 0. */
static double angle_between_keys(const walked_curve *curves, size_t one, size_t other)
{
    double dot = 0, square = 0, other_square = 0;
    for (size_t c = 0; c < 4; c++) {
        dot += value_at_key(&curves[c], one) * value_at_key(&curves[c], other);
        square += value_at_key(&curves[c], one) * value_at_key(&curves[c], one);
        other_square += value_at_key(&curves[c], other) * value_at_key(&curves[c], other);
    }
    return 2 * acos(fmin(1, fabs(dot) / sqrt(square) / sqrt(other_square))) * 180 / acos(-1);
}

static bool is_spike(const walked_curve *curves, size_t count, size_t key)
{
    const double gap =
        (double)load_float(&curves[0], key + 1, 0) - (double)load_float(&curves[0], key - 1, 0);
    if (gap > 0.25)
        return false;
    if (count == 4)
        return angle_between_keys(curves, key - 1, key) >= 60
               && angle_between_keys(curves, key, key + 1) >= 60
               && angle_between_keys(curves, key - 1, key + 1) <= 15;
    const double nearer =
        fmin(distance_of_keys(curves, key - 1, key), distance_of_keys(curves, key, key + 1));
    return nearer >= 0.25 && nearer >= 5 * distance_of_keys(curves, key - 1, key + 1);
}

void add_first_expected_spike(expected_list *list, const walked_curve *curves, size_t count)
{
    if (!are_times_equal_and_increasing_and_all_finite(curves, count))
        return;
    for (size_t key = 1; key + 1 < curves[0].key_count; key++) {
        if (is_spike(curves, count, key)) {
            add_expected_finding_at_field(list, count == 4 ? "mrtk/rotation-spike" : "mrtk/position-spike",
                &curves[count == 4 ? 3 : 0], key, 4);
            return;
        }
    }
}

static int compare_numbers(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

static void add_expected_time_scale(expected_list *list, const walked_curve *curve)
{
    enum { MOST_STEPS = 2500 };
    static double steps[MOST_STEPS];
    if (curve->kind == KEY_BOOLEAN || curve->key_count < 30)
        return;
    for (size_t key = 0; key < curve->key_count; key++) {
        if (!isfinite(load_float(curve, key, 0)))
            return;
        if (key > 0)
            steps[key - 1] = (double)load_float(curve, key, 0) - (double)load_float(curve, key - 1, 0);
    }
    qsort(steps, curve->key_count - 1, sizeof *steps, compare_numbers);
    if (steps[(curve->key_count - 2) / 2] > 1)
        add_expected_finding_at_field(list, "mrtk/time-scale", curve, 1, 0);
}

void add_expected_time_findings(expected_list *list, const walked_curve *curves, size_t count, bool collapsed)
{
    double earliest = (double)INFINITY, latest = (double)-INFINITY;
    const walked_curve *curve = NULL;
    size_t first = 0;
    for (size_t c = 0; c < count; c++) {
        for (size_t key = 0; key < curves[c].key_count; key++) {
            const double time = (double)load_float(&curves[c], key, 0);
            if (isfinite(time) && time < earliest) {
                earliest = time;
                curve = &curves[c];
                first = key;
            }
            latest = isfinite(time) && time > latest ? time : latest;
        }
    }
    if (curve == NULL)
        return;
    add_expected_time_scale(list, &curves[0]);
    if (earliest > 10 && earliest > latest - earliest)
        add_expected_finding_at_field(list, "mrtk/late-start", curve, first, 0);
    if (latest <= 0 && !collapsed)
        expected_list_add(list, "mrtk/no-duration", 8, 8, "version");
}
