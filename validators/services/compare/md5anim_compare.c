/* Compares two animations: joints, components, frames, rate, motion, loop, bounds, the commandline, and numbers of the baseframe
   that every frame replaces. */
#include <assert.h>
#include <string.h>

#include "validators/services/compare/md5_compare.h"
#include "validators/services/compare/md5anim_clips.h"

enum { AXES = 3 };

static const char *plural_of(size_t count)
{
    return count == 1 ? "" : "s";
}

/* Returns true if the two frames store the same bytes, or if each joint with animated components has equal position and
   orientation numbers in both, up to rounding. Requires have_same_joints_and_flags. */
static bool is_same_frame(const ap_md5anim_comparison *s, size_t old_frame, size_t new_frame)
{
    ap_md5anim_joint_values one, other;
    const float *values = s->one.values + old_frame * s->one.component_count;
    const float *others = s->other.values + new_frame * s->other.component_count;
    if (memcmp(values, others, s->one.component_count * sizeof *values) == 0)
        return true;
    for (size_t i = 0; i < s->one.joints.count; i++) {
        if (s->one.animation->joints[i].flags == 0)
            continue;
        ap_md5anim_get_joint_values(&s->one, i, old_frame, one);
        ap_md5anim_get_joint_values(&s->other, s->matching.to_new[i], new_frame, other);
        for (size_t bit = 0; bit < AP_MD5_COMPONENTS; bit++) {
            if (!ap_differs_at_most_by_rounding((double)one[bit], (double)other[bit]))
                return false;
        }
    }
    return true;
}

/* Returns true if both animations have the same joints in the same order, with the same components. */
static bool have_same_joints_and_flags(const ap_md5anim_comparison *s)
{
    if (s->one.joints.count != s->other.joints.count)
        return false;
    for (size_t i = 0; i < s->one.joints.count; i++) {
        if (s->matching.to_new[i] != i
            || s->one.animation->joints[i].flags != s->other.animation->joints[i].flags)
            return false;
    }
    return true;
}

/* If frames were added or removed at only one place, and all other frames are equal, adds this change, sets s->split and the
   gaps, and returns true. Otherwise returns false. */
static bool report_if_frames_inserted_or_cut(ap_md5anim_comparison *s)
{
    const size_t before = s->one.frame_count, after = s->other.frame_count, common = s->common;
    size_t start = 0, end = 0;
    if (!have_same_joints_and_flags(s))
        return false;
    while (start < common && is_same_frame(s, start, start))
        start++;
    while (start + end < common && is_same_frame(s, before - 1 - end, after - 1 - end))
        end++;
    if (start + end < common)
        return false;
    const bool added = after > before;
    const size_t gap = added ? after - before : before - after;
    s->split = start;
    s->old_gap = added ? 0 : gap;
    s->new_gap = added ? gap : 0;
    ap_change *change =
        ap_add_change_or_spare(s->changes, added ? AP_CHANGE_FRAMES_ADDED : AP_CHANGE_FRAMES_REMOVED,
            "%zu frame%s %s from frame %zu on: %zu frames, %s s, instead of %zu, %s s", gap, plural_of(gap),
            added ? "added" : "removed", start, after, ap_format_rounded(ap_md5anim_seconds(&s->other)).text,
            before, ap_format_rounded(ap_md5anim_seconds(&s->one)).text);
    if (added)
        ap_set_new_path(change, "frames[%zu]", start);
    else
        ap_set_old_path(change, "frames[%zu]", start);
    ap_set_change_values(change, ap_size(before), ap_size(after));
    return true;
}

/* Sets which frames both animations have in common, and adds the change if they have different numbers of frames. */
static void set_common_frames_and_report_counts(ap_md5anim_comparison *s)
{
    const size_t before = s->one.frame_count, after = s->other.frame_count;
    s->common = s->split = before < after ? before : after;
    assert(s->common > 0); /* an animation without frames has an error */
    if (before == after || report_if_frames_inserted_or_cut(s))
        return;
    ap_change *change =
        ap_add_change_or_spare(s->changes, AP_CHANGE_FRAME_COUNT, "%zu frames, %s s, instead of %zu, %s s",
            after, ap_format_rounded(ap_md5anim_seconds(&s->other)).text, before,
            ap_format_rounded(ap_md5anim_seconds(&s->one)).text);
    ap_set_change_path(change, "num_frames");
    ap_set_change_values(change, ap_size(before), ap_size(after));
}

/* Returns true if the last frame equals the first, up to rounding. Returns false if no component is animated. */
static bool does_last_frame_equal_first(const ap_loaded_md5anim *whole)
{
    const float *last = whole->values + (whole->frame_count - 1) * whole->component_count;
    for (size_t i = 0; i < whole->component_count; i++) {
        if (!ap_differs_at_most_by_rounding((double)whole->values[i], (double)last[i]))
            return false;
    }
    return whole->component_count > 0;
}

static void compare_loops(ap_md5anim_comparison *s)
{
    if (s->one.frame_count < 3 || s->other.frame_count < 3)
        return;
    const bool before = does_last_frame_equal_first(&s->one), after = does_last_frame_equal_first(&s->other);
    if (before != after)
        (void)ap_add_change_or_spare(s->changes, AP_CHANGE_LOOP, "the last frame %s the first",
            after ? "now equals" : "no longer equals");
}

/* Returns true if s->scale is not 1, and the new box is the old box times s->scale, up to a thousandth of each number. */
static bool is_box_changed_only_by_scale(
    const ap_md5anim_comparison *s, const ap_md5anim_joint_values one, const ap_md5anim_joint_values other)
{
    for (size_t i = 0; i < AP_MD5_COMPONENTS; i++) {
        const double scaled = s->scale * (double)one[i];
        if (fabs(scaled - (double)other[i]) > 1e-3 * fmax(1, fabs(scaled)))
            return false;
    }
    return s->scale != 1;
}

static void compare_bounds(ap_md5anim_comparison *s)
{
    ap_changed_element_statistics spread = { 0 };
    for (size_t frame = 0; frame < s->common; frame++) {
        const size_t old_frame = ap_old_frame_of_common(s, frame),
                     new_frame = ap_new_frame_of_common(s, frame);
        const float *one = s->one.bounds[old_frame], *other = s->other.bounds[new_frame];
        if (!is_box_changed_only_by_scale(s, one, other))
            (void)ap_count_if_numbers_differ(
                &spread, &s->rounding, old_frame, new_frame, one, other, AP_MD5_COMPONENTS);
    }
    if (spread.places == 0)
        return;
    const char *corner = spread.part < AXES ? "min" : "max";
    const char axis = "xyz"[spread.part % AXES];
    ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_BOUNDS,
        "bounds changed in %zu of %zu frames, most in frame %zu: %s %c is %s instead of %s", spread.places,
        s->common, spread.new_index, corner, axis, ap_format_rounded(spread.new_value).text,
        ap_format_rounded(spread.old_value).text);
    ap_set_old_path(change, "bounds[%zu].%s.%c", spread.old_index, corner, axis);
    ap_set_new_path(change, "bounds[%zu].%s.%c", spread.new_index, corner, axis);
    ap_set_change_values(change, ap_float((float)spread.old_value), ap_float((float)spread.new_value));
    ap_set_largest_difference(change, spread.largest, spread.places);
}

/* Compares which components are stored in the frames (the flags of the joints). ap_compare_motion compares
   their values. */
static void compare_components(ap_md5anim_comparison *s)
{
    size_t joints = 0, first = 0;
    for (size_t i = 0; i < s->one.joints.count; i++) {
        const size_t j = s->matching.to_new[i];
        if (j == AP_NO_MATCH || s->one.animation->joints[i].flags == s->other.animation->joints[j].flags)
            continue;
        first = joints == 0 ? i : first;
        joints++;
    }
    if (joints == 0)
        return;
    const size_t of_new = s->matching.to_new[first];
    const int32_t before = s->one.animation->joints[first].flags,
                  after = s->other.animation->joints[of_new].flags;
    ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_COMPONENTS,
        "%zu joint%s other components for each frame, first joint %s: flags %d instead of %d", joints,
        joints == 1 ? " stores" : "s store", ap_quote_name(s->other.joints.items[of_new].name).text, after,
        before);
    ap_set_old_path(change, "hierarchy[%zu].flags", first);
    ap_set_new_path(change, "hierarchy[%zu].flags", of_new);
    ap_set_change_values(change, ap_integer(before), ap_integer(after));
}

/* Adds a change if numbers of the baseframe differ that every frame replaces, because their components are animated. Readers do
   not use these numbers. Compares only joints that are comparable and have equal flags in both animations, and nothing if
   s->scale is not 1. */
static void compare_replaced_baseframe_numbers(ap_md5anim_comparison *s)
{
    ap_changed_element_statistics spread = { 0 };
    ap_rounding_statistics unseen = { 0 }; /* not reported: no reader uses these numbers */
    if (s->scale != 1)
        return;
    for (size_t i = 0; i < s->one.joints.count; i++) {
        const size_t j = s->matching.to_new[i];
        ap_md5anim_joint_values one, other;
        if (!s->comparable[i] || s->one.animation->joints[i].flags != s->other.animation->joints[j].flags)
            continue;
        memcpy(one, s->one.base[i], sizeof one);
        memcpy(other, s->other.base[j], sizeof other);
        for (size_t bit = 0; bit < AP_MD5_COMPONENTS; bit++) {
            if (s->one.columns[i][bit] < 0)
                other[bit] = one[bit];
        }
        (void)ap_count_if_numbers_differ(&spread, &unseen, i, j, one, other, AP_MD5_COMPONENTS);
    }
    if (spread.places == 0)
        return;
    const char *vector = spread.part < AXES ? "position" : "orientation";
    ap_change *change = ap_add_change_or_spare(s->changes, AP_CHANGE_BASEFRAME,
        "the baseframe of %zu joint%s changed in numbers that every frame replaces, most of joint %s: by %s",
        spread.places, plural_of(spread.places),
        ap_quote_name(s->other.joints.items[spread.new_index].name).text,
        ap_format_rounded(spread.largest).text);
    ap_set_old_path(change, "baseframe[%zu].%s.%c", spread.old_index, vector, "xyz"[spread.part % AXES]);
    ap_set_new_path(change, "baseframe[%zu].%s.%c", spread.new_index, vector, "xyz"[spread.part % AXES]);
    ap_set_change_values(change, ap_float((float)spread.old_value), ap_float((float)spread.new_value));
    ap_set_largest_difference(change, spread.largest, spread.places);
}

bool ap_md5anim_compare(const ap_compare_source *source, ap_changes *changes)
{
    ap_md5anim_comparison *s = ap_alloc(changes->arena, sizeof *s);
    if (s == NULL || !ap_load_md5anim(source->old_input, changes->arena, &s->one)
        || !ap_load_md5anim(source->new_input, changes->arena, &s->other))
        return false;
    s->changes = changes;
    if (!ap_compare_joints(
            &s->one.joints, &s->other.joints, "hierarchy", changes, &s->matching, &s->comparable))
        return false;
    set_common_frames_and_report_counts(s);
    ap_compare_rate(s->one.rate, s->other.rate, s->other.frame_count, changes);
    ap_compare_motion(s);
    compare_loops(s);
    compare_bounds(s);
    compare_components(s);
    compare_replaced_baseframe_numbers(s);
    ap_compare_commandlines(s->one.animation->commandline, s->other.animation->commandline, changes);
    ap_report_rounding(&s->rounding, changes);
    return !changes->arena->failed;
}
