/* Defects and near misses of an MRTK recording's times, and of single keys that are far from their neighbours. */
#include <math.h>

#include "core/number/rotation.h"
#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_bulk_edit.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_page.h"

#define FORMAT "mrtk"

/* The earliest and the latest time of all keys. */
typedef struct key_times {
    float earliest, latest;
} key_times;

static key_times find_first_and_last_time(const ap_mrtk_bulk_edit *r)
{
    key_times times = { INFINITY, -INFINITY };
    for (size_t i = 0; i < r->candidates.count; i++) {
        const ap_mrtk_candidate_curve *curve = &r->candidates.curves[i];
        for (size_t key = 0; key < curve->key_count; key++) {
            const float time = ap_mrtk_get_key_part(r, curve, key, AP_MRTK_TIME);
            times.earliest = time < times.earliest ? time : times.earliest;
            times.latest = time > times.latest ? time : times.latest;
        }
    }
    return times;
}

/* Ends the edit, and expects a finding of the defect's rule at a field of a key. */
static bool end_edit_expecting_finding(
    ap_mrtk_bulk_edit *r, const ap_mrtk_candidate_curve *curve, size_t key, enum ap_mrtk_key_part part)
{
    return ap_expect_own_rule(r->candidates.damage, ap_mrtk_key_part(curve, key, part))
           && ap_mrtk_end_edit(r);
}

static double step_to_next_key(const ap_mrtk_bulk_edit *r, const ap_mrtk_candidate_curve *curve, size_t key)
{
    return (double)ap_mrtk_get_key_part(r, curve, key + 1, AP_MRTK_TIME)
           - (double)ap_mrtk_get_key_part(r, curve, key, AP_MRTK_TIME);
}

/* Returns the lower median of the times between two successive keys of a curve. */
static double median_step(const ap_mrtk_bulk_edit *r, const ap_mrtk_candidate_curve *curve)
{
    double median = 0;
    const size_t steps = curve->key_count - 1;
    for (size_t i = 0; i < steps; i++) {
        size_t below = 0, equal = 0;
        const double step = step_to_next_key(r, curve, i);
        for (size_t j = 0; j < steps; j++) {
            below += step_to_next_key(r, curve, j) < step;
            equal += step_to_next_key(r, curve, j) == step;
        }
        if (below <= (steps - 1) / 2 && below + equal > (steps - 1) / 2)
            median = step;
    }
    return median;
}

/* Multiplies all times by 1000; for a near miss with a number, so that the camera's median time between keys is this number / 100
   s. The camera must have 30 or more keys, and at least as many as any other float curve; for a near miss without a number, at
   most 29 keys. */
static bool scale_times_by_1000_or_to_step(ap_damage *damage)
{
    enum { FEWEST_KEYS = 30, MOST_KEYS = 64 };
    ap_mrtk_bulk_edit r;
    const ap_mrtk_candidate_curve *x = ap_mrtk_begin_edit_if_no_finding(damage, &r)
                                           ? ap_mrtk_find_curve_with_keys(&r, "camera.position_x")
                                           : NULL;
    if (x == NULL)
        return false;
    size_t most = 0;
    for (size_t i = 0; i < r.candidates.count; i++) {
        const ap_mrtk_candidate_curve *curve = &r.candidates.curves[i];
        if (curve->vector != AP_MRTK_NO_VECTOR && curve->key_count > most)
            most = curve->key_count;
    }
    const bool few = damage->defect->near_miss && damage->defect->number == 0;
    if (x->key_count != most || most < 2 || most > MOST_KEYS || (most < FEWEST_KEYS) != few)
        return false;
    const double median = (double)damage->defect->number / 100;
    ap_mrtk_scale_and_shift_times(&r, median > 0 ? median / median_step(&r, x) : 1000, 0);
    return end_edit_expecting_finding(&r, x, 1, AP_MRTK_TIME);
}

/* Adds an amount to all times, so that the earliest time is the defect's number / 1000 s. */
static bool set_earliest_time(ap_damage *damage)
{
    ap_mrtk_bulk_edit r;
    const ap_mrtk_candidate_curve *x = ap_mrtk_begin_edit_if_no_finding(damage, &r)
                                           ? ap_mrtk_find_curve_with_keys(&r, "camera.position_x")
                                           : NULL;
    if (x == NULL)
        return false;
    const key_times times = find_first_and_last_time(&r);
    if (times.latest - times.earliest > 9 || ap_mrtk_get_key_part(&r, x, 0, AP_MRTK_TIME) != times.earliest)
        return false;
    ap_mrtk_scale_and_shift_times(&r, 1, (double)damage->defect->number / 1000 - (double)times.earliest);
    return end_edit_expecting_finding(&r, x, 0, AP_MRTK_TIME);
}

/* Adds an amount to all times, so that the latest time is the defect's number / 1000 s. */
static bool set_latest_time(ap_damage *damage)
{
    ap_mrtk_bulk_edit r;
    if (!ap_mrtk_begin_edit_if_no_finding(damage, &r) || r.candidates.version != AP_MRTK_1_0
        || !ap_mrtk_has_float_curve_of_several_keys(&r.candidates))
        return false;
    ap_mrtk_scale_and_shift_times(
        &r, 1, (double)damage->defect->number / 1000 - (double)find_first_and_last_time(&r).latest);
    const ap_span version = { MRTK_VERSION_AT, 8 };
    return (damage->defect->near_miss || ap_expect_finding(damage, damage->defect->rule, version, "version"))
           && ap_mrtk_end_edit(&r);
}

/* Sets the time of the last key of a boolean curve to the time of the camera's last key plus the defect's number / 1000 s. */
static bool set_last_boolean_time_relative_to_camera(ap_damage *damage)
{
    static const char *const booleans[] = { "hand_pinching_left", "hand_pinching_right", "hand_tracked_left",
        "hand_tracked_right" };
    ap_mrtk_bulk_edit r;
    const ap_mrtk_candidate_curve *x = ap_mrtk_begin_edit_if_no_finding(damage, &r)
                                           ? ap_mrtk_find_curve_with_keys(&r, "camera.position_x")
                                           : NULL;
    if (x == NULL || r.candidates.version < AP_MRTK_1_1 || r.candidates.published)
        return false;
    const double end = (double)ap_mrtk_get_key_part(&r, x, x->key_count - 1, AP_MRTK_TIME);
    for (size_t i = 0; i < 4; i++) {
        const ap_mrtk_candidate_curve *curve = ap_mrtk_find_curve_with_keys(&r, booleans[i]);
        if (curve == NULL)
            continue;
        ap_mrtk_set_key_part(&r, curve, curve->key_count - 1, AP_MRTK_TIME,
            (float)(end + (double)damage->defect->number / 1000));
        return end_edit_expecting_finding(&r, curve, curve->key_count - 1, AP_MRTK_TIME);
    }
    return false;
}

/* Sets the time of the last marker to the latest time of all keys plus the defect's number / 1000 s. */
static bool set_time_of_last_marker(ap_damage *damage)
{
    ap_mrtk_bulk_edit r;
    if (!ap_mrtk_begin_edit_if_no_finding(damage, &r) || r.candidates.markers == 0)
        return false;
    const float latest = find_first_and_last_time(&r).latest;
    const ap_listed_field *time = ap_mrtk_marker_field(&r.candidates, r.candidates.markers - 1, 0);
    if (!isfinite(latest))
        return false;
    const float later = (float)((double)latest + (double)damage->defect->number / 1000);
    return ap_edit_number(damage, time, ap_bits_of_float(later)) && ap_expect_own_rule(damage, time);
}

/* Spikes */

static double distance_between_keys(
    const ap_mrtk_bulk_edit *r, const ap_mrtk_candidate_curve *x, size_t i, size_t j)
{
    double sum = 0;
    for (size_t c = 0; c < AP_MRTK_VECTOR; c++) {
        const double apart = (double)ap_mrtk_get_key_part(r, &x[c], i, AP_MRTK_VALUE)
                             - (double)ap_mrtk_get_key_part(r, &x[c], j, AP_MRTK_VALUE);
        sum += apart * apart;
    }
    return sqrt(sum);
}

static bool are_neighbour_times_close(
    const ap_mrtk_bulk_edit *r, const ap_mrtk_candidate_curve *x, size_t key)
{
    return ap_mrtk_get_key_part(r, x, key + 1, AP_MRTK_TIME)
               - ap_mrtk_get_key_part(r, x, key - 1, AP_MRTK_TIME)
           < 0.24F;
}

/* Moves the camera at key 1 to the place of key 0 or 2, whichever has the greater x, and from there along x by the defect's
   number / 10000 m, which is then the distance to the nearer of the two keys. */
static bool move_camera_at_one_key(ap_damage *damage)
{
    ap_mrtk_bulk_edit r;
    const ap_mrtk_candidate_curve *x = ap_mrtk_begin_edit_if_no_finding(damage, &r)
                                           ? ap_mrtk_find_curve_with_keys(&r, "camera.position_x")
                                           : NULL;
    if (x == NULL || x->key_count < 3 || !are_neighbour_times_close(&r, x, 1)
        || distance_between_keys(&r, x, 0, 2) > 0.045)
        return false;
    const size_t nearer =
        ap_mrtk_get_key_part(&r, x, 0, AP_MRTK_VALUE) > ap_mrtk_get_key_part(&r, x, 2, AP_MRTK_VALUE) ? 0 : 2;
    for (size_t c = 0; c < AP_MRTK_VECTOR; c++) {
        const double moved = c == 0 ? (double)damage->defect->number / 10000 : 0;
        ap_mrtk_set_key_part(&r, &x[c], 1, AP_MRTK_VALUE,
            (float)((double)ap_mrtk_get_key_part(&r, &x[c], nearer, AP_MRTK_VALUE) + moved));
    }
    return end_edit_expecting_finding(&r, x, 1, AP_MRTK_VALUE);
}

/* Sets the camera's rotation at key 1 to that of key 0, rotated by 80 degrees, or by 59 degrees if the defect's number is 1. */
static bool turn_camera_at_one_key(ap_damage *damage)
{
    const bool less = damage->defect->number > 0;
    const double turn[4] = { 0, less ? 0.4924235601 : 0.6427876097, 0, less ? 0.8703556959 : 0.7660444431 };
    double q[4], dot = 0;
    ap_mrtk_bulk_edit r;
    const ap_mrtk_candidate_curve *x = ap_mrtk_begin_edit_if_no_finding(damage, &r)
                                           ? ap_mrtk_find_curve_with_keys(&r, "camera.rotation_x")
                                           : NULL;
    if (x == NULL || x->key_count < 3 || !are_neighbour_times_close(&r, x, 1))
        return false;
    for (size_t c = 0; c < 4; c++) {
        q[c] = (double)ap_mrtk_get_key_part(&r, &x[c], 0, AP_MRTK_VALUE);
        dot += q[c] * (double)ap_mrtk_get_key_part(&r, &x[c], 2, AP_MRTK_VALUE);
    }
    if (dot < 0.993)
        return false;
    ap_multiply_rotations(q, turn, q);
    for (size_t c = 0; c < 4; c++)
        ap_mrtk_set_key_part(&r, &x[c], 1, AP_MRTK_VALUE, (float)q[c]);
    return end_edit_expecting_finding(&r, &x[3], 1, AP_MRTK_VALUE);
}

#define CAMERA " has_camera=yes"

static const ap_defect defects[] = {
    ROW("position-spike", "camera", "the camera is 0.26 m away at one key", move_camera_at_one_key,
        .number = 2600, .knobs = "keys=3..8" CAMERA),
    NEAR("position-spike", "just-less", "the camera is 0.2499 m away at one key", move_camera_at_one_key,
        .number = 2499, .knobs = "keys=3..8" CAMERA),
    ROW("rotation-spike", "camera", "the camera is turned by 80 degrees at one key", turn_camera_at_one_key,
        .knobs = "keys=3..8" CAMERA),
    NEAR("rotation-spike", "just-less", "the camera is turned by 59 degrees at one key",
        turn_camera_at_one_key, .number = 1, .knobs = "keys=3..8" CAMERA),
    ROW("time-scale", "milliseconds", "all times are in milliseconds", scale_times_by_1000_or_to_step,
        .knobs = "keys=30..40" CAMERA),
    NEAR("time-scale", "just-less", "the median step between keys is 0.99 s", scale_times_by_1000_or_to_step,
        .number = 99, .knobs = "keys=30..40" CAMERA),
    NEAR("time-scale", "29-keys", "times are in milliseconds, but no curve has 30 keys",
        scale_times_by_1000_or_to_step, .knobs = "keys=29" CAMERA),
    ROW("late-start", "clock", "the recording starts at 10.01 s", set_earliest_time, .number = 10010,
        .knobs = "keys=2..12" CAMERA),
    NEAR("late-start", "ten", "the recording starts at 10 s", set_earliest_time, .number = 10000,
        .knobs = "keys=2..12" CAMERA),
    ROW("no-duration", "before-0", "the recording ends at 0", set_latest_time,
        .knobs = "version=1.0 keys=2..12"),
    NEAR("no-duration", "just-after-0", "the recording ends at 0.001 s", set_latest_time, .number = 1,
        .knobs = "version=1.0 keys=2..12"),
    ROW("tail-lost", "boolean", "a hand is let go after the last key of the camera",
        set_last_boolean_time_relative_to_camera, .number = 10,
        .knobs = "version=1.1 layout=writer keys=3..12 has_hand=yes" CAMERA),
    NEAR("tail-lost", "same-time", "a hand is let go at the last key of the camera",
        set_last_boolean_time_relative_to_camera,
        .knobs = "version=1.1 layout=writer keys=3..12 has_hand=yes" CAMERA),
    ROW("marker-after-end", "later", "a marker is later than all keys", set_time_of_last_marker, .number = 10,
        .knobs = "layout=writer markers=1..3 keys=2..12"),
    NEAR("marker-after-end", "same-time", "a marker has the time of the last key", set_time_of_last_marker,
        .knobs = "layout=writer markers=1..3 keys=2..12"),
};

const ap_defect_table ap_mrtk_motion_defects = { defects, sizeof defects / sizeof *defects };
