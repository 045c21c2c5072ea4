/* Compares two recordings: version, layout, curves that appear or vanish, duration, values, markers. */
#include <stdio.h>

#include "core/base/same_bytes.h"
#include "validators/mrtk/mrtk_layout.h"
#include "validators/services/compare/mrtk_changes.h"

static void compare_versions_and_layouts(ap_recording_comparison *s)
{
    const ap_mrtk_animation *one = s->one, *other = s->other;
    if (one->minor != other->minor) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_VERSION,
            "version %d.%d instead of %d.%d", other->major, other->minor, one->major, one->minor);
        ap_set_change_path(change, "version.minor");
        ap_set_change_values(change, ap_integer(one->minor), ap_integer(other->minor));
    }
    if (one->variant != other->variant && ap_mrtk_features_of(one)->short_keys
        && ap_mrtk_features_of(other)->short_keys) {
        const char *before = ap_enum_name_of(ap_mrtk_variants, (int)one->variant);
        const char *after = ap_enum_name_of(ap_mrtk_variants, (int)other->variant);
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_LAYOUT,
            "the keys are stored in the %s layout instead of the %s", after, before);
        ap_set_change_values(change, ap_text_value(before), ap_text_value(after));
    }
}

/* Returns the latest time of a key; 0 if no key is later. */
static double duration_of(const ap_mrtk_animation *animation)
{
    double latest = 0;
    for (size_t r = 0; r < animation->record_count; r++) {
        const ap_mrtk_record *record = &animation->records[r];
        for (size_t c = 0; c < record->shape->curve_count; c++) {
            const ap_mrtk_curve *curve = &record->curves[c];
            for (size_t k = 0; k < (size_t)curve->key_count; k++) {
                const double time = (double)ap_mrtk_float_at(ap_mrtk_key_at(curve, k), 0);
                if (time > latest) /* not fmax: gcc 12 for 64-bit Arm crashes on it at -O3 */
                    latest = time;
            }
        }
    }
    return latest;
}

static void compare_durations(ap_recording_comparison *s)
{
    const double before = duration_of(s->one), after = duration_of(s->other);
    if (ap_differs_at_most_by_rounding(before, after))
        return;
    ap_change *change =
        ap_add_change_or_spare(s->changes, AP_CHANGE_DURATION, "the recording takes %s s instead of %s s",
            ap_format_rounded(after).text, ap_format_rounded(before).text);
    ap_set_change_values(change, ap_double(before), ap_double(after));
}

/* The markers of a recording: their names, as list elements to match, and their times. */
typedef struct markers {
    ap_named_list list;
    float *times;
} markers;

static bool read_markers(const ap_mrtk_animation *animation, ap_arena *arena, markers *found)
{
    ap_mrtk_animation copy = *animation;
    ap_mrtk_cursor cursor = { .animation = &copy };
    ap_mrtk_marker_record marker;
    ap_io io;
    found->list.count = animation->variant == AP_MRTK_PUBLISHED ? 0 : (size_t)animation->marker_count;
    found->list.items = ap_alloc_array(arena, found->list.count, sizeof *found->list.items);
    found->times = ap_alloc_array(arena, found->list.count, sizeof *found->times);
    if (arena->failed)
        return false;
    ap_io_init(&io, animation->markers, NULL, arena, NULL);
    for (size_t i = 0; i < found->list.count; i++) {
        if (!ap_mrtk_read_or_write_marker(&io, &cursor, &marker))
            return false;
        found->list.items[i] = (ap_named_item){ marker.name, -1 };
        found->times[i] = marker.time;
    }
    return true;
}

static void compare_marker(
    ap_recording_comparison *s, const markers *one, const markers *other, size_t i, size_t j)
{
    const ap_view before = one->list.items[i].name, after = other->list.items[j].name;
    if (!ap_same_bytes(before, after)) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_MARKER_RENAMED,
            "marker %zu renamed from %s to %s", i, ap_quote_name(before).text, ap_quote_name(after).text);
        ap_set_old_path(change, "markers[%zu].name", i);
        ap_set_new_path(change, "markers[%zu].name", j);
        ap_set_change_values(change, ap_bytes(before), ap_bytes(after));
    }
    if (!ap_differs_at_most_by_rounding((double)one->times[i], (double)other->times[j])) {
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_MARKER_MOVED,
            "marker %s is at %s s instead of %s s", ap_quote_name(after).text,
            ap_format_rounded((double)other->times[j]).text, ap_format_rounded((double)one->times[i]).text);
        ap_set_old_path(change, "markers[%zu].time", i);
        ap_set_new_path(change, "markers[%zu].time", j);
        ap_set_change_values(change, ap_float(one->times[i]), ap_float(other->times[j]));
    } else if (ap_bits_of_float(one->times[i]) != ap_bits_of_float(other->times[j])) {
        ap_count_rounding(&s->rounding, (double)one->times[i], (double)other->times[j]);
    }
}

static bool compare_markers(ap_recording_comparison *s)
{
    markers one, other;
    ap_matching matching;
    ap_arena *arena = s->changes->arena;
    if (!read_markers(s->one, arena, &one) || !read_markers(s->other, arena, &other)
        || !ap_match_named_lists(&one.list, &other.list, arena, &matching))
        return false;
    for (size_t i = 0; i < one.list.count; i++) {
        if (matching.to_new[i] != AP_NO_MATCH) {
            compare_marker(s, &one, &other, i, matching.to_new[i]);
            continue;
        }
        ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_MARKER_REMOVED,
            "marker %zu %s removed; it was at %s s", i, ap_quote_name(one.list.items[i].name).text,
            ap_format_rounded((double)one.times[i]).text);
        ap_set_old_path(change, "markers[%zu]", i);
        ap_set_change_values(change, ap_bytes(one.list.items[i].name), ap_no_value());
    }
    for (size_t j = 0; j < other.list.count; j++) {
        if (matching.to_old[j] != AP_NO_MATCH)
            continue;
        ap_change *change =
            ap_add_change_or_spare(s->changes, AP_CHANGE_MARKER_ADDED, "marker %zu %s added at %s s", j,
                ap_quote_name(other.list.items[j].name).text, ap_format_rounded((double)other.times[j]).text);
        ap_set_new_path(change, "markers[%zu]", j);
        ap_set_change_values(change, ap_no_value(), ap_bytes(other.list.items[j].name));
    }
    return true;
}

bool ap_mrtk_compare(const ap_compare_source *source, ap_changes *changes)
{
    ap_recording_comparison s = { .changes = changes };
    s.one = ap_mrtk_read(source->old_input, ap_mrtk_variant_wanted(source->old_options), changes->arena);
    s.other = ap_mrtk_read(source->new_input, ap_mrtk_variant_wanted(source->new_options), changes->arena);
    if (s.one == NULL || s.other == NULL)
        return false;
    compare_versions_and_layouts(&s);
    ap_compare_which_curves_have_keys(&s);
    compare_durations(&s);
    ap_compare_keys_of_curves(&s);
    if (!compare_markers(&s))
        return false;
    ap_report_rounding(&s.rounding, changes);
    return !changes->arena->failed;
}
