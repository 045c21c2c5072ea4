/* The times of a whole recording: its start, its end and duration, and its unit. */
#include <math.h>

#include "validators/mrtk/content/mrtk_content.h"
#include "validators/mrtk/content/mrtk_spikes.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"

enum { FEWEST_KEYS = 30 /* only curves with at least this number of keys show the unit of the times */ };

static const double latest_start = 10; /* seconds */

/* A key of a curve. */
typedef struct key_place {
    const ap_mrtk_record *record;
    const ap_mrtk_curve *curve;
    size_t key;
} key_place;

/* The earliest and the latest finite time of all keys. */
typedef struct time_range {
    bool found;
    float earliest, latest;
    key_place first; /* the first key with the earliest time */
} time_range;

static float time_of(const ap_mrtk_curve *curve, size_t key)
{
    return ap_mrtk_float_at(ap_mrtk_key_at(curve, key), 0);
}

static void add_time(const key_place *place, time_range *range)
{
    const float time = time_of(place->curve, place->key);
    if (!isfinite(time))
        return;
    if (!range->found || time < range->earliest) {
        range->earliest = time;
        range->first = *place;
    }
    if (!range->found || time > range->latest)
        range->latest = time;
    range->found = true;
}

/* Returns the range of the times of all keys or, if `only_curve_ends`, of the first and the last key of each curve. */
static time_range find_time_range(const ap_mrtk_animation *animation, bool only_curve_ends)
{
    time_range range = { .found = false };
    for (size_t r = 0; r < animation->record_count; r++) {
        const ap_mrtk_record *record = &animation->records[r];
        for (size_t c = 0; c < record->shape->curve_count; c++) {
            const ap_mrtk_curve *curve = &record->curves[c];
            const size_t count = (size_t)curve->key_count;
            for (size_t key = 0; key < count; key += !only_curve_ends || key + 1 >= count ? 1 : count - 1)
                add_time(&(key_place){ record, curve, key }, &range);
        }
    }
    return range;
}

/* Adds the path of a key to io->path, and returns the span of the key's time. */
static ap_span enter_key_and_return_span_of_time(ap_io *io, const key_place *place)
{
    const char *const *names = place->record->shape->curve_names;
    const size_t at = (size_t)(ap_mrtk_key_at(place->curve, place->key) - io->input.bytes);
    ap_enter_element(io, place->record->name, place->record->index);
    if (names != NULL)
        ap_enter_record(io, names[place->curve - place->record->curves]);
    ap_enter_element(io, "keys", place->key);
    return (ap_span){ at, sizeof(float) };
}

/* Returns the latest finite last key of a curve. Its curve is NULL if no curve has keys. */
static key_place find_latest_last_key(const ap_mrtk_animation *animation)
{
    key_place latest = { .curve = NULL };
    for (size_t r = 0; r < animation->record_count; r++) {
        const ap_mrtk_record *record = &animation->records[r];
        for (size_t c = 0; c < record->shape->curve_count; c++) {
            const ap_mrtk_curve *curve = &record->curves[c];
            if (curve->key_count == 0)
                continue;
            const size_t last = (size_t)curve->key_count - 1;
            const float time = time_of(curve, last);
            if (isfinite(time) && (latest.curve == NULL || time > time_of(latest.curve, latest.key)))
                latest = (key_place){ record, curve, last };
        }
    }
    return latest;
}

double ap_mrtk_seconds(const ap_mrtk_animation *animation)
{
    const key_place last = find_latest_last_key(animation);
    return last.curve == NULL ? 0 : (double)time_of(last.curve, last.key);
}

void ap_mrtk_check_duration(ap_io *io, const ap_mrtk_animation *animation, const ap_policy *policy)
{
    if (policy == NULL)
        return;
    const key_place last = find_latest_last_key(animation);
    if (last.curve == NULL)
        return;
    const ap_field_path path = io->path;
    const float time = time_of(last.curve, last.key);
    const ap_policy_duration duration = { (double)time, enter_key_and_return_span_of_time(io, &last), "time",
        ap_float(time), "the recording lasts until this key," };
    ap_policy_check_duration(io, policy, &duration);
    io->path = path;
}

static void check_time_scale(ap_io *io, const ap_mrtk_animation *animation)
{
    key_place place = { .curve = NULL };
    size_t short_steps = 0;
    for (size_t r = 0; r < animation->record_count; r++) {
        const ap_mrtk_record *record = &animation->records[r];
        for (size_t c = 0; c < record->shape->curve_count && record->shape->curve_names != NULL; c++) {
            if (place.curve == NULL || record->curves[c].key_count > place.curve->key_count)
                place = (key_place){ record, &record->curves[c], 1 };
        }
    }
    const size_t count = place.curve == NULL ? 0 : (size_t)place.curve->key_count;
    if (count < FEWEST_KEYS)
        return;
    for (size_t key = 1; key < count; key++) {
        const float before = time_of(place.curve, key - 1), time = time_of(place.curve, key);
        if (!isfinite(before) || !isfinite(time))
            return;
        short_steps += (double)time - (double)before <= 1;
    }
    if (short_steps > (count - 2) / 2) /* the lower median of all steps is a short step */
        return;
    const ap_field_path path = io->path;
    const ap_span span = enter_key_and_return_span_of_time(io, &place);
    ap_add_finding_at(io, AP_MRTK_RULE(TIME_SCALE), span, "time", ap_text_value("steps of at most 1 second"),
        ap_float(time_of(place.curve, 1)),
        "more than half of the %zu steps between the keys of this curve are over 1 second, from %.6g to "
        "%.6g: "
        "times are in seconds, and these look like milliseconds; divide all times by 1000",
        count - 1, (double)time_of(place.curve, 0), (double)time_of(place.curve, count - 1));
    io->path = path;
}

static void check_start_time(ap_io *io, const time_range *range)
{
    const double start = (double)range->earliest;
    if (!(start > latest_start) || !(start > (double)range->latest - start))
        return;
    const ap_field_path path = io->path;
    const ap_span span = enter_key_and_return_span_of_time(io, &range->first);
    ap_add_finding_at(io, AP_MRTK_RULE(LATE_START), span, "time",
        ap_value_with_prefix("at most", ap_integer(10)), ap_float(range->earliest),
        "the recording starts at %.9g s and ends %.6g s later, but MRTK plays from 0: nothing moves until "
        "then; subtract this time from "
        "the times of all keys and markers",
        start, (double)range->latest - start);
    io->path = path;
}

static void report_if_no_key_after_0(ap_io *io, const time_range *range)
{
    if (!(range->latest > 0))
        ap_add_finding_at(io, AP_MRTK_RULE(NO_DURATION), (ap_span){ 8, 8 }, "version",
            ap_text_value("a key time above 0"), ap_float(range->latest),
            "no key is later than 0: the latest is at %.9g s, and MRTK plays from 0 to the latest key, so it "
            "stops at once",
            (double)range->latest);
}

/* Returns the first curve of the head (camera, or else gaze); NULL if the head has no keys. MRTK may lose
   keys after the last key of this curve. */
static const ap_mrtk_curve *find_head_curve(const ap_mrtk_animation *animation)
{
    const ap_mrtk_record *camera = ap_mrtk_first_record(animation, "camera");
    const ap_mrtk_record *gaze = ap_mrtk_first_record(animation, "gaze");
    if (camera != NULL && camera->curves[0].key_count > 0)
        return &camera->curves[0];
    return gaze != NULL && gaze->curves[0].key_count > 0 ? &gaze->curves[0] : NULL;
}

static void report_key_after_head_end(ap_io *io, const key_place *place, double end)
{
    const ap_field_path path = io->path;
    const ap_span span = enter_key_and_return_span_of_time(io, place);
    const float time = time_of(place->curve, place->key);
    ap_add_finding_at(io, AP_MRTK_RULE(TAIL_LOST), span, "time",
        ap_value_with_prefix("at most", ap_double(end)), ap_float(time),
        "%s has a key at %.9g s, but the head has none after %.9g s: MRTK 2.6 to 2.7.3 leave out the last 1 "
        "to 31 frames, so the end of "
        "the motion is lost",
        place->record->name, (double)time, end);
    io->path = path;
}

static void report_first_boolean_key_after_head_end(ap_io *io, const ap_mrtk_animation *animation)
{
    const ap_mrtk_curve *head = find_head_curve(animation);
    if (head == NULL || !ap_mrtk_does_writer_drop_keys(animation))
        return;
    const float end = time_of(head, (size_t)head->key_count - 1);
    for (size_t r = 0; r < animation->record_count && isfinite(end); r++) {
        const ap_mrtk_record *record = &animation->records[r];
        const size_t count = record->shape->curve_names == NULL ? (size_t)record->curves[0].key_count : 0;
        for (size_t key = 0; key < count; key++) {
            const float time = time_of(&record->curves[0], key);
            if (isfinite(time) && time > end) {
                report_key_after_head_end(io, &(key_place){ record, &record->curves[0], key }, (double)end);
                return;
            }
        }
    }
}

bool ap_mrtk_is_later_than_all_keys(ap_mrtk_cursor *cursor, float time)
{
    if (!cursor->end_estimated) {
        const time_range range = find_time_range(cursor->animation, true);
        cursor->end = range.found ? range.latest : NAN;
        cursor->end_estimated = true;
    }
    if (time <= cursor->end || cursor->end_known) /* in nearly all curves the last key is the latest */
        return time > cursor->end;
    const time_range range = find_time_range(cursor->animation, false);
    cursor->end = range.found ? range.latest : NAN;
    cursor->end_known = true;
    return time > cursor->end;
}

void ap_mrtk_check_content(ap_io *io, const ap_mrtk_cursor *cursor, bool collapsed)
{
    const ap_mrtk_animation *animation = cursor->animation;
    time_range range = find_time_range(animation, true);
    const bool usual = range.found && (double)range.earliest <= latest_start && range.latest > 0;
    if (!usual)
        range = find_time_range(animation, false);
    if (!range.found)
        return;
    ap_mrtk_check_hands(io, animation);
    ap_mrtk_report_spikes(io, cursor);
    check_time_scale(io, animation);
    check_start_time(io, &range);
    if (collapsed)
        return;
    report_if_no_key_after_0(io, &range);
    report_first_boolean_key_after_head_end(io, animation);
}
