/* The figures of a recording: duration, time in which each hand was tracked, numbers of keys, and the longest
   time without a key. */
#include <math.h>

#include "validators/figure.h"
#include "validators/mrtk/content/mrtk_content.h"
#include "validators/mrtk/mrtk_layout.h"

enum { HANDS = 2, VALUE_OFFSET = 4 /* offset of the value in a key, after the time */ };

typedef struct mrtk_measurements {
    ap_measurements facts; /* must be the first member */
    size_t hands, gaze, markers, curves, keys, most_keys;
    double duration, tracked[HANDS], gap;
} mrtk_measurements;

/* Calls visit(context, curve) for each curve that has keys. */
static void visit_curves_with_keys(const ap_mrtk_animation *animation,
    void (*visit)(void *context, const ap_mrtk_curve *curve), void *context)
{
    for (size_t r = 0; r < animation->record_count; r++) {
        const ap_mrtk_record *record = &animation->records[r];
        for (size_t c = 0; c < record->shape->curve_count; c++) {
            if (record->curves[c].key_count > 0)
                visit(context, &record->curves[c]);
        }
    }
}

static void add_key_counts(void *context, const ap_mrtk_curve *curve)
{
    mrtk_measurements *facts = context;
    const size_t keys = (size_t)curve->key_count;
    facts->curves++;
    facts->keys += keys;
    facts->most_keys = keys > facts->most_keys ? keys : facts->most_keys;
}

/* The times of all keys in intervals of equal length, as many as keys. The longest time between two keys is at least the
   length of an interval, so it lies between the last time in one interval and the first time in the next one that has times. */
typedef struct time_intervals {
    float least, most; /* smallest and largest of all finite times */
    size_t count;
    struct {
        float first, last;
    } * intervals; /* `first` is greater than `last` in an interval without times */
} time_intervals;

static void extend_time_range(void *context, const ap_mrtk_curve *curve)
{
    time_intervals *t = context;
    for (size_t key = 0; key < (size_t)curve->key_count; key++) {
        const float time = ap_mrtk_float_at(ap_mrtk_key_at(curve, key), 0);
        if (!isfinite(time))
            continue;
        t->least = fminf(t->least, time);
        t->most = fmaxf(t->most, time);
    }
}

static void add_keys_to_intervals(void *context, const ap_mrtk_curve *curve)
{
    time_intervals *t = context;
    const double range = (double)t->most - (double)t->least;
    for (size_t key = 0; key < (size_t)curve->key_count; key++) {
        const float time = ap_mrtk_float_at(ap_mrtk_key_at(curve, key), 0);
        if (!isfinite(time))
            continue;
        const size_t i = (size_t)(((double)time - (double)t->least) / range * (double)(t->count - 1));
        t->intervals[i].first = fminf(t->intervals[i].first, time);
        t->intervals[i].last = fmaxf(t->intervals[i].last, time);
    }
}

/* Sets facts->gap to the longest time in which no curve has a key, between the first and the last of all keys. Ignores keys with
   a time that is not finite. Returns false when out of memory. */
static bool find_longest_time_between_keys(
    const ap_mrtk_animation *animation, ap_arena *arena, mrtk_measurements *facts)
{
    time_intervals t = { .least = INFINITY, .most = -INFINITY, .count = facts->keys };
    visit_curves_with_keys(animation, extend_time_range, &t);
    if (!(t.least < t.most))
        return true;
    t.intervals = ap_alloc_array(arena, t.count, sizeof *t.intervals);
    if (t.intervals == NULL)
        return false;
    for (size_t i = 0; i < t.count; i++) {
        t.intervals[i].first = INFINITY;
        t.intervals[i].last = -INFINITY;
    }
    visit_curves_with_keys(animation, add_keys_to_intervals, &t);
    float before = t.least;
    for (size_t i = 0; i < t.count; i++) {
        if (t.intervals[i].first > t.intervals[i].last)
            continue;
        facts->gap = fmax(facts->gap, (double)t.intervals[i].first - (double)before);
        before = t.intervals[i].last;
    }
    return true;
}

/* Returns the seconds in which a boolean curve is 1: from a key with 1 to the next key, or to the end of the recording. */
static double tracked_seconds(const ap_mrtk_record *record, double end)
{
    double seconds = 0;
    const ap_mrtk_curve *curve = record == NULL ? NULL : &record->curves[0];
    const size_t count = curve == NULL ? 0 : (size_t)curve->key_count;
    for (size_t key = 0; key < count; key++) {
        const uint8_t *stored = ap_mrtk_key_at(curve, key);
        const double from = (double)ap_mrtk_float_at(stored, 0);
        const double to = key + 1 < count ? (double)ap_mrtk_float_at(ap_mrtk_key_at(curve, key + 1), 0) : end;
        if (ap_mrtk_float_at(stored, VALUE_OFFSET) == 1 && to > from)
            seconds += to - from;
    }
    return seconds;
}

static void measure_hands_and_gaze(const ap_mrtk_animation *animation, mrtk_measurements *facts)
{
    static const char *const sides[HANDS] = { "hand_tracked_left", "hand_tracked_right" };
    const ap_mrtk_record *gaze = ap_mrtk_first_record(animation, "gaze");
    for (size_t i = 0; i < HANDS; i++) {
        const ap_mrtk_record *record = ap_mrtk_first_record(animation, sides[i]);
        facts->hands += ap_mrtk_has_key_with_value_1(record);
        facts->tracked[i] = tracked_seconds(record, facts->duration);
    }
    for (size_t c = 0; gaze != NULL && c < gaze->shape->curve_count; c++)
        facts->gaze |= gaze->curves[c].key_count > 0;
}

static const ap_measurements *measure_recording(
    ap_view input, const ap_lint_options *options, ap_arena *arena)
{
    const ap_mrtk_animation *animation = ap_mrtk_read(input, ap_mrtk_variant_wanted(options), arena);
    mrtk_measurements *facts = ap_alloc(arena, sizeof *facts);
    if (animation == NULL || facts == NULL)
        return NULL;
    facts->facts.input = input;
    facts->markers = (size_t)animation->marker_count;
    facts->duration = ap_mrtk_seconds(animation);
    visit_curves_with_keys(animation, add_key_counts, facts);
    measure_hands_and_gaze(animation, facts);
    return find_longest_time_between_keys(animation, arena, facts) ? &facts->facts : NULL;
}

static double key_rate(const ap_measurements *facts)
{
    const mrtk_measurements *recording = (const mrtk_measurements *)facts;
    return recording->duration > 0 ? (double)recording->most_keys / recording->duration : (double)NAN;
}

AP_FIGURE_OF(mrtk_measurements, duration, duration)
AP_FIGURE_OF(mrtk_measurements, hands, hands)
AP_FIGURE_OF(mrtk_measurements, gaze, gaze)
AP_FIGURE_OF(mrtk_measurements, curves, curves)
AP_FIGURE_OF(mrtk_measurements, keys, keys)
AP_FIGURE_OF(mrtk_measurements, gap, gap)
AP_FIGURE_OF(mrtk_measurements, markers, markers)
AP_FIGURE_OF(mrtk_measurements, tracked_left, tracked[0])
AP_FIGURE_OF(mrtk_measurements, tracked_right, tracked[1])

static const ap_figure rows[] = {
    AP_FIGURE_BYTES,
    { "duration", "s", "time of the last key", duration, true, false },
    { "hands", "", "hands that are tracked at some time", hands, false, false },
    { "gaze", "", "1 if the gaze has keys, otherwise 0", gaze, true, false },
    { "curves", "", "curves with keys", curves, false, false },
    { "keys", "", "keys of all curves", keys, true, false },
    { "key-rate", "keys/s", "keys of the curve with most keys, divided by the duration", key_rate, false,
        false },
    { "gap", "s", "longest time, after the first key and before the last, in which no curve has a key", gap,
        false, false },
    { "markers", "", "markers", markers, true, false },
    { "tracked-left", "s", "time in which the left hand is tracked", tracked_left, true, true },
    { "tracked-right", "s", "time in which the right hand is tracked", tracked_right, true, true },
};

const ap_figure_table ap_mrtk_figures = { rows, sizeof rows / sizeof *rows, measure_recording };
