/* Defects in counts of keys that are possible, but wrong, and in the version of an MRTK animation. */
#include <math.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"
#include "corpus/mrtk/mrtk_page.h"

#define FORMAT "mrtk"

/* Returns true if the wrap mode is 0, or only one of the known bits is set. */
static bool is_zero_or_single_wrap_mode(const ap_damage *damage, const ap_listed_field *mode)
{
    const uint64_t bits = ap_field_bits(damage, mode);
    return bits <= MRTK_WRAP_BITS && (bits & (bits - 1)) == 0;
}

/* Returns true if the curve has no finding about its wrap modes, times and values, and no subnormal time. */
static bool has_valid_modes_times_and_values(const ap_damage *damage, const ap_mrtk_candidate_curve *curve)
{
    float before = -INFINITY;
    for (size_t key = 0; key < curve->key_count; key++) {
        const float time = ap_field_f32(damage, ap_mrtk_key_part(curve, key, AP_MRTK_TIME));
        if (!(isnormal(time) || time == 0) || time <= before
            || !isfinite(ap_field_f32(damage, ap_mrtk_key_part(curve, key, AP_MRTK_VALUE))))
            return false;
        before = time;
    }
    return is_zero_or_single_wrap_mode(damage, curve->pre_wrap)
           && is_zero_or_single_wrap_mode(damage, curve->pre_wrap + 1);
}

static bool are_all_modes_times_and_values_valid(const ap_mrtk_candidates *candidates)
{
    for (size_t i = 0; i < candidates->count; i++) {
        if (!has_valid_modes_times_and_values(candidates->damage, &candidates->curves[i]))
            return false;
    }
    return true;
}

/* Returns the new key count: 0 if the defect's text is "0", otherwise the old count plus the defect's number. */
static int64_t new_key_count(const ap_damage *damage, const ap_mrtk_candidate_curve *curve)
{
    return damage->defect->text != NULL ? 0 : (int64_t)curve->key_count + damage->defect->number;
}

/* Returns true if a changed count of this curve makes it evident that the next curve is read at a wrong offset: the time of a key
   is read as the next curve's first wrap mode, or this wrap mode is read as the time of a key. */
static bool is_count_detectable(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve)
{
    const ap_damage *damage = candidates->damage;
    const int64_t count = new_key_count(damage, curve);
    const ap_mrtk_candidate_curve *last = &candidates->curves[candidates->count - 1];
    if (curve == last || count < 0 || (size_t)count == curve->key_count)
        return false;
    if ((size_t)count > curve->key_count)
        return ap_field_bits(damage, curve[1].pre_wrap) != 0;
    const ap_listed_field *time = ap_mrtk_key_part(curve, (size_t)count, AP_MRTK_TIME);
    return (ap_field_bits(damage, time) & ~(uint64_t)MRTK_WRAP_BITS) != 0;
}

static bool is_last_curve_with_fewer_keys(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve)
{
    const int64_t count = new_key_count(candidates->damage, curve);
    return curve == &candidates->curves[candidates->count - 1] && count >= 0
           && (size_t)count < curve->key_count;
}

/* Changes the key count of a curve that `fits` accepts. Returns false if the new count does not fit into the file, or if the
   changed file still matches one of the layouts. */
static bool change_fitting_key_count(ap_damage *damage,
    bool (*fits)(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve))
{
    ap_mrtk_candidates candidates;
    if (!ap_mrtk_find_candidates(damage, &candidates) || !are_all_modes_times_and_values_valid(&candidates))
        return false;
    const ap_mrtk_candidate_curve *curve = ap_mrtk_pick_curve(&candidates, fits);
    if (curve == NULL)
        return false;
    const size_t count = (size_t)new_key_count(damage, curve), end = ap_span_end(curve->count->span);
    if (count > (damage->input.size - end) / ap_mrtk_key_bytes(curve)
        || !ap_edit_number(damage, curve->count, count))
        return false;
    const ap_view file = ap_make_damaged_file(damage);
    return file.bytes != NULL && !ap_mrtk_reads_exactly_to_end(file, candidates.version)
           && ap_expect_at_field(damage, damage->defect->rule, curve->count)
           && ap_mrtk_expect_reading_stops(damage, curve, end);
}

static bool change_inner_key_count(ap_damage *damage)
{
    return change_fitting_key_count(damage, is_count_detectable);
}

static bool change_last_key_count(ap_damage *damage)
{
    return change_fitting_key_count(damage, is_last_curve_with_fewer_keys);
}

static bool is_boolean_curve_of_several_keys(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve)
{
    (void)candidates;
    return curve->vector == AP_MRTK_NO_VECTOR && curve->key_count > 1;
}

/* Removes the last key of a boolean curve, and lowers the count. */
static bool delete_last_boolean_key_and_lower_count(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    const ap_mrtk_candidate_curve *curve = NULL;
    if (ap_mrtk_find_candidates(damage, &candidates))
        curve = ap_mrtk_pick_curve(&candidates, is_boolean_curve_of_several_keys);
    if (curve == NULL)
        return false;
    const size_t last = curve->key_count - 1;
    const ap_listed_field *time = ap_mrtk_key_part(curve, last, AP_MRTK_TIME);
    return ap_edit_number(damage, curve->count, last)
           && ap_edit_span(damage, (ap_span){ time->span.offset, MRTK_SHORT_KEY_BYTES }, NULL, 0);
}

/* Writes another known minor version, such as 1.1 instead of 1.0. */
static bool write_other_minor_version(ap_damage *damage)
{
    const int32_t stored = (int32_t)ap_mrtk_minor_of_result_or_1_0(&damage->about);
    const ap_mrtk_minor other = (ap_mrtk_minor)ap_mrtk_other_minor(stored);
    const ap_listed_field *minor = ap_pick_field(&damage->fields, "version.minor", damage->choices);
    ap_mrtk_candidates candidates;
    if (minor == NULL || !ap_mrtk_find_candidates(damage, &candidates) || candidates.count == 0
        || !ap_edit_number(damage, minor, other))
        return false;
    const ap_view file = ap_make_damaged_file(damage);
    return file.bytes != NULL && !ap_mrtk_reads_exactly_to_end(file, other)
           && ap_expect_own_rule(damage, minor) && ap_expect_vanished_from(damage, NULL, MRTK_VERSION_AT);
}

static const ap_defect defects[] = {
    ROW("key-count", "one-less", "a key count is one too small: the last key is read as the next curve",
        change_inner_key_count, .number = -1),
    ROW("key-count", "one-more", "a key count is one too large: the next curve is read as a key",
        change_inner_key_count, .number = 1),
    ROW("key-count", "boolean-one-more", "a boolean curve's key count is one too large",
        change_inner_key_count, AP_MRTK_BOOLEANS, .number = 1, .knobs = "has_hand=yes"),
    AT("key-count", "first-one-less", "the first key count is one too small", change_inner_key_count,
        "camera.position_x", -1, .knobs = "version=1.1 has_camera=yes keys=2..8"),
    ROW("key-count", "last-one-less",
        "the last curve's key count is one too small: its last key is read as markers", change_last_key_count,
        .number = -1),
    ROW("key-count", "last-0", "the last curve's key count is 0: its keys are read as markers",
        change_last_key_count, .text = "0"),
    NEAR("key-count", "key-removed", "a boolean curve has one key less, and its count says so",
        delete_last_boolean_key_and_lower_count, .knobs = "has_hand=yes"),
    ROW("version-exchanged", "other", "the version is that of the other layout of flags and keys",
        write_other_minor_version),
};

const ap_defect_table ap_mrtk_key_count_defects = { defects, sizeof defects / sizeof *defects };
