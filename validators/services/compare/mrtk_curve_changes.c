/* Compares the curves of two recordings, section by section: the camera, the joints of a hand. */
#include <stdio.h>
#include <string.h>

#include "validators/mrtk/mrtk_layout.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/services/compare/mrtk_changes.h"

enum { VALUE_OFFSET = 4, PATH_BYTES = 96 /* room for the path of a curve */ };

static const char *const sections[] = { "camera", "hand_tracked_left", "hand_tracked_right",
    "hand_pinching_left", "hand_pinching_right", "hand_joints_left", "hand_joints_right", "gaze", NULL };

/* Statistics of the curves of a section that differ. */
typedef struct section_changes {
    size_t curves;         /* number of curves with other values */
    double largest;        /* the largest difference of values */
    double time;           /* the time of that difference, in seconds */
    float before, after;   /* the old and the new value at `time` */
    char path[PATH_BYTES]; /* path of the curve with the largest difference */
    /* this path for messages, with the name of the joint */
    char title[PATH_BYTES];
    size_t retimed;  /* number of curves with keys at other times and the same values */
    size_t reshaped; /* number of curves with other tangents, weights or wrap modes */
} section_changes;

/* One curve as it is in the old and in the new recording. */
typedef struct compared_curve {
    const ap_mrtk_curve *one, *other;
    bool is_boolean;
    char path[PATH_BYTES], title[PATH_BYTES];
} compared_curve;

static const ap_mrtk_record *find_record(const ap_mrtk_animation *animation, const char *name, size_t index)
{
    for (size_t r = 0; r < animation->record_count; r++) {
        if (animation->records[r].index == index && strcmp(animation->records[r].name, name) == 0)
            return &animation->records[r];
    }
    return NULL;
}

/* Returns the number of curves of a section that have keys in `one`, but have no keys in `other`, or are not in it. */
static size_t count_curves_that_lost_keys(
    const ap_mrtk_animation *one, const ap_mrtk_animation *other, const char *section)
{
    size_t lost = 0;
    for (size_t r = 0; r < one->record_count; r++) {
        const ap_mrtk_record *record = &one->records[r];
        if (strcmp(record->name, section) != 0)
            continue;
        const ap_mrtk_record *there = find_record(other, section, record->index);
        for (size_t c = 0; c < record->shape->curve_count; c++)
            lost += record->curves[c].key_count > 0 && (there == NULL || there->curves[c].key_count == 0);
    }
    return lost;
}

void ap_compare_which_curves_have_keys(ap_recording_comparison *s)
{
    for (size_t i = 0; sections[i] != NULL; i++) {
        const size_t lost = count_curves_that_lost_keys(s->one, s->other, sections[i]),
                     won = count_curves_that_lost_keys(s->other, s->one, sections[i]);
        if (lost > 0) {
            ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_CURVES_REMOVED,
                "%s: %zu curve%s no keys any more", sections[i], lost, lost == 1 ? " has" : "s have");
            ap_set_old_path(change, "%s", sections[i]);
        }
        if (won > 0) {
            ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_CURVES_ADDED,
                "%s: %zu curve%s keys and had none", sections[i], won, won == 1 ? " has" : "s have");
            ap_set_new_path(change, "%s", sections[i]);
        }
    }
}

static float float_of_key(const ap_mrtk_curve *curve, size_t key, size_t at)
{
    return ap_mrtk_float_at(ap_mrtk_key_at(curve, key), at);
}

/* Returns the value of a curve at a time: for a boolean curve, the value of the last key at or before the time; otherwise
   interpolated linearly between two keys. Before the first key and after the last, returns the value of that key. `next` is the
   index of the first key after the time. */
static double interpolate_curve(const ap_mrtk_curve *curve, bool is_boolean, size_t next, double time)
{
    const size_t count = (size_t)curve->key_count;
    if (next == 0 || next == count)
        return (double)float_of_key(curve, next == 0 ? 0 : count - 1, VALUE_OFFSET);
    const double from = (double)float_of_key(curve, next - 1, 0), to = (double)float_of_key(curve, next, 0);
    const double one = (double)float_of_key(curve, next - 1, VALUE_OFFSET),
                 other = (double)float_of_key(curve, next, VALUE_OFFSET);
    return to > from && !is_boolean ? one + (other - one) * (time - from) / (to - from) : one;
}

/* Adds the difference of two values at a time to the statistics. Returns true if the values differ by more
   than rounding. */
static bool add_value_difference(ap_recording_comparison *s, section_changes *section, double time,
    double before, double after, const compared_curve *curve)
{
    if (before == after || (isnan(before) && isnan(after)))
        return false;
    if (ap_differs_at_most_by_rounding(before, after)) {
        ap_count_rounding(&s->rounding, before, after);
        return false;
    }
    const double difference = fabs(before - after);
    if (section->path[0] == '\0' || difference > section->largest) {
        section->largest = difference;
        section->time = time;
        section->before = (float)before;
        section->after = (float)after;
        memcpy(section->path, curve->path, sizeof section->path);
        memcpy(section->title, curve->title, sizeof section->title);
    }
    return true;
}

/* Compares two curves with keys at different times: compares the values at each time at which either curve
   has a key. Returns true if a value differs. */
static bool compare_values_at_all_times(
    ap_recording_comparison *s, section_changes *section, const compared_curve *curve)
{
    const ap_mrtk_curve *one = curve->one, *other = curve->other;
    const size_t before = (size_t)one->key_count, after = (size_t)other->key_count;
    bool differs = false;
    for (size_t i = 0, j = 0; i < before || j < after;) {
        const double a = i < before ? (double)float_of_key(one, i, 0) : (double)INFINITY;
        const double b = j < after ? (double)float_of_key(other, j, 0) : (double)INFINITY;
        const double time = a < b ? a : b;
        i += i < before && !(a > time);
        j += j < after && !(b > time);
        differs |= add_value_difference(s, section, time, interpolate_curve(one, curve->is_boolean, i, time),
            interpolate_curve(other, curve->is_boolean, j, time), curve);
    }
    return differs;
}

/* Returns true if both curves have keys at the same times, up to rounding. */
static bool have_same_key_times(const ap_mrtk_curve *one, const ap_mrtk_curve *other)
{
    if (one->key_count != other->key_count)
        return false;
    for (size_t k = 0; k < (size_t)one->key_count; k++) {
        if (!ap_differs_at_most_by_rounding(
                (double)float_of_key(one, k, 0), (double)float_of_key(other, k, 0)))
            return false;
    }
    return true;
}

/* Returns true if tangents and weights of keys, or the wrap modes, differ. Does not compare keys if the curves have different
   numbers of keys, or store keys of different sizes. */
static bool do_tangents_or_wraps_differ(const ap_mrtk_curve *one, const ap_mrtk_curve *other)
{
    const size_t bytes = ap_mrtk_key_bytes(one);
    bool differs = one->pre_wrap != other->pre_wrap || one->post_wrap != other->post_wrap;
    if (one->key_count != other->key_count || bytes != ap_mrtk_key_bytes(other))
        return differs;
    for (size_t k = 0; k < (size_t)one->key_count && !differs && bytes > 2 * VALUE_OFFSET; k++)
        differs = memcmp(ap_mrtk_key_at(one, k) + 2 * VALUE_OFFSET,
                      ap_mrtk_key_at(other, k) + 2 * VALUE_OFFSET, bytes - 2 * VALUE_OFFSET)
                  != 0;
    return differs;
}

static void add_rounding_of_times(ap_recording_comparison *s, float one, float other)
{
    if (ap_bits_of_float(one) != ap_bits_of_float(other))
        ap_count_rounding(&s->rounding, (double)one, (double)other);
}

static void compare_curve(ap_recording_comparison *s, section_changes *section, const compared_curve *curve)
{
    const ap_mrtk_curve *one = curve->one, *other = curve->other;
    bool differs = false;
    if (one->key_count == 0 || other->key_count == 0)
        return;
    if (have_same_key_times(one, other)) {
        for (size_t k = 0; k < (size_t)one->key_count; k++) {
            add_rounding_of_times(s, float_of_key(one, k, 0), float_of_key(other, k, 0));
            differs |= add_value_difference(s, section, (double)float_of_key(one, k, 0),
                (double)float_of_key(one, k, VALUE_OFFSET), (double)float_of_key(other, k, VALUE_OFFSET),
                curve);
        }
    } else {
        differs = compare_values_at_all_times(s, section, curve);
        section->retimed += !differs;
    }
    section->curves += differs;
    section->reshaped += do_tangents_or_wraps_differ(one, other);
}

static void report_section(ap_recording_comparison *s, const char *name, const section_changes *section)
{
    if (section->curves > 0) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_VALUES,
            "%s: values of %zu curve%s changed, most of %s at %s s: %s instead of %s", name, section->curves,
            section->curves == 1 ? "" : "s", section->title, ap_format_rounded(section->time).text,
            ap_format_rounded((double)section->after).text, ap_format_rounded((double)section->before).text);
        ap_set_change_path(change, "%s", section->path);
        ap_set_change_values(change, ap_float(section->before), ap_float(section->after));
        ap_set_largest_difference(change, section->largest, section->curves);
    }
    if (section->reshaped > 0)
        (void)ap_add_change_or_spare(s->changes, AP_CHANGE_TANGENTS,
            "%s: tangents, weights or wrap modes of %zu curve%s changed", name, section->reshaped,
            section->reshaped == 1 ? "" : "s");
    if (section->retimed > 0)
        (void)ap_add_change_or_spare(s->changes, AP_CHANGE_KEY_COUNT,
            "%s: %zu curve%s keys at other times, with the same values", name, section->retimed,
            section->retimed == 1 ? " has" : "s have");
}

static void compare_record(ap_recording_comparison *s, section_changes *section, const ap_mrtk_record *one,
    const ap_mrtk_record *other)
{
    char name[AP_MRTK_NAME_BYTES], index[AP_MRTK_NAME_BYTES] = "";
    ap_mrtk_put_record_name(one, name);
    if (one->index != AP_NO_INDEX)
        snprintf(index, sizeof index, "[%zu]", one->index);
    for (size_t c = 0; c < one->shape->curve_count; c++) {
        const bool named = one->shape->curve_names != NULL;
        const char *dot = named ? "." : "", *field = named ? one->shape->curve_names[c] : "";
        compared_curve curve = { .one = &one->curves[c], .other = &other->curves[c], .is_boolean = !named };
        snprintf(curve.path, sizeof curve.path, "%s%s%s%s", one->name, index, dot, field);
        snprintf(curve.title, sizeof curve.title, "%s%s%s", name, dot, field);
        compare_curve(s, section, &curve);
    }
}

void ap_compare_keys_of_curves(ap_recording_comparison *s)
{
    for (size_t i = 0; sections[i] != NULL; i++) {
        section_changes section = { 0 };
        for (size_t r = 0; r < s->one->record_count; r++) {
            const ap_mrtk_record *record = &s->one->records[r];
            const ap_mrtk_record *there = strcmp(record->name, sections[i]) != 0
                                              ? NULL
                                              : find_record(s->other, sections[i], record->index);
            if (there != NULL)
                compare_record(s, &section, record, there);
        }
        report_section(s, sections[i], &section);
    }
}
