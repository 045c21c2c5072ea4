/* The figures of a recording: duration, time in which each hand was tracked, numbers of keys, and the longest
   time without a key. */
#include <math.h>

#include "validators/figure.h"
#include "validators/mrtk/content/mrtk_content.h"
#include "validators/mrtk/mrtk_layout.h"

enum { VALUE_OFFSET = 4 /* offset of the value in a key, after the time */ };

enum {
    BYTES,
    DURATION,
    HANDS,
    GAZE,
    CURVES,
    KEYS,
    KEY_RATE,
    GAP,
    MARKERS,
    TRACKED_LEFT,
    TRACKED_RIGHT,
    FIGURES
};

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

/* Counts curves and keys; until the duration is known, the key rate is the number of keys of the curve with most keys. */
static void add_key_counts(void *context, const ap_mrtk_curve *curve)
{
    double *figures = context;
    figures[CURVES]++;
    figures[KEYS] += curve->key_count;
    figures[KEY_RATE] = fmax(figures[KEY_RATE], curve->key_count);
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

/* Sets the gap to the longest time in which no curve has a key, between the first and the last of all keys. Ignores keys with
   a time that is not finite. Returns false when out of memory. */
static bool find_longest_time_between_keys(
    const ap_mrtk_animation *animation, ap_arena *arena, double figures[FIGURES])
{
    time_intervals t = { .least = INFINITY, .most = -INFINITY, .count = (size_t)figures[KEYS] };
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
        figures[GAP] = fmax(figures[GAP], (double)t.intervals[i].first - (double)before);
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

static void measure_hands_and_gaze(const ap_mrtk_animation *animation, double figures[FIGURES])
{
    static const char *const sides[] = { "hand_tracked_left", "hand_tracked_right" };
    const ap_mrtk_record *gaze = ap_mrtk_first_record(animation, "gaze");
    for (size_t i = 0; i < 2; i++) {
        const ap_mrtk_record *record = ap_mrtk_first_record(animation, sides[i]);
        figures[HANDS] += ap_mrtk_has_key_with_value_1(record);
        figures[TRACKED_LEFT + i] = tracked_seconds(record, figures[DURATION]);
    }
    for (size_t c = 0; gaze != NULL && c < gaze->shape->curve_count; c++)
        figures[GAZE] = fmax(figures[GAZE], gaze->curves[c].key_count > 0);
}

static const double *measure_recording(ap_view input, const ap_lint_options *options, ap_arena *arena)
{
    const ap_mrtk_animation *animation = ap_mrtk_read(input, ap_mrtk_variant_wanted(options), arena);
    double *figures = ap_alloc_array(arena, FIGURES, sizeof *figures);
    if (animation == NULL || figures == NULL)
        return NULL;
    figures[BYTES] = (double)input.size;
    figures[MARKERS] = animation->marker_count;
    figures[DURATION] = ap_mrtk_seconds(animation);
    visit_curves_with_keys(animation, add_key_counts, figures);
    figures[KEY_RATE] = figures[DURATION] > 0 ? figures[KEY_RATE] / figures[DURATION] : (double)NAN;
    measure_hands_and_gaze(animation, figures);
    return find_longest_time_between_keys(animation, arena, figures) ? figures : NULL;
}

static const ap_figure rows[] = {
    [BYTES] = AP_FIGURE_BYTES,
    [DURATION] = { "duration", "s", "time of the last key", true, false },
    [HANDS] = { "hands", "", "hands that are tracked at some time", false, false },
    [GAZE] = { "gaze", "", "1 if the gaze has keys, otherwise 0", true, false },
    [CURVES] = { "curves", "", "curves with keys", false, false },
    [KEYS] = { "keys", "", "keys of all curves", true, false },
    [KEY_RATE] = { "key-rate", "keys/s", "keys of the curve with most keys, divided by the duration", false,
        false },
    [GAP] = { "gap", "s",
        "longest time, after the first key and before the last, in which no curve has a key", false, false },
    [MARKERS] = { "markers", "", "markers", true, false },
    [TRACKED_LEFT] = { "tracked-left", "s", "time in which the left hand is tracked", true, true },
    [TRACKED_RIGHT] = { "tracked-right", "s", "time in which the right hand is tracked", true, true },
};

const ap_figure_table ap_mrtk_figures = { rows, sizeof rows / sizeof *rows, measure_recording };
