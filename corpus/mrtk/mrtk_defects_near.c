/* Near misses of MRTK animations that change several parts of a file, or a part that the rule does not check. */
#include <math.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_page.h"

#define FORMAT "mrtk"

/* Writes the byte-swapped magic number over both tangents of a key; the tangents stay finite. */
static bool put_swapped_magic_over_tangents(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    ap_damage *damage = candidates->damage;
    uint8_t magic[8];
    for (size_t i = 0; i < sizeof magic; i++)
        magic[i] = damage->input.bytes[sizeof magic - 1 - i];
    const size_t at = ap_mrtk_key_part(candidate.curve, candidate.key, AP_MRTK_IN_TANGENT)->span.offset;
    return ap_edit_span(damage, (ap_span){ at, sizeof magic }, magic, sizeof magic);
}

/* Returns the latest time of all boolean keys, or 0 if all are earlier. If the gaze ended before this time, mrtk/tail-lost would
   report it. */
static float latest_boolean_time_or_0(const ap_mrtk_candidates *candidates)
{
    float latest = 0;
    for (size_t c = 0; c < candidates->count; c++) {
        const ap_mrtk_candidate_curve *curve = &candidates->curves[c];
        for (size_t key = 0; curve->vector == AP_MRTK_NO_VECTOR && key < curve->key_count; key++) {
            const float time = ap_field_f32(candidates->damage, ap_mrtk_key_part(curve, key, AP_MRTK_TIME));
            latest = isfinite(time) && time > latest ? time : latest;
        }
    }
    return latest;
}

/* Sets the gaze flag, and adds the curves of a gaze. Each curve has one key with the value 0. */
static bool add_gaze(ap_damage *damage)
{
    enum { KEY_BYTES = 8, COUNT_AT = 8, CURVE = MRTK_CURVE_BYTES + KEY_BYTES };
    uint8_t curves[MRTK_GAZE_CURVES * CURVE] = { 0 };
    ap_mrtk_candidates candidates;
    const ap_listed_field *flag = ap_pick_field(&damage->fields, "has_gaze", damage->choices);
    if (flag == NULL || ap_field_bits(damage, flag) != 0 || !ap_mrtk_find_candidates(damage, &candidates)
        || candidates.marker_count == NULL || !ap_mrtk_has_float_curve_of_several_keys(&candidates))
        return false;
    const uint32_t time = ap_bits_of_float(latest_boolean_time_or_0(&candidates));
    for (size_t c = 0; c < MRTK_GAZE_CURVES; c++) {
        curves[c * CURVE + COUNT_AT] = 1;
        ap_store_u32(&curves[c * CURVE + MRTK_CURVE_BYTES], time, false);
    }
    const ap_span behind_curves = { candidates.marker_count->span.offset, 0 };
    return ap_edit_number(damage, flag, 1) && ap_edit_span(damage, behind_curves, curves, sizeof curves);
}

/* Replaces the markers by as many of the smallest markers as the defect's number says, and sets the marker count. */
static bool replace_markers_by_smallest(ap_damage *damage)
{
    enum { MOST_MARKERS = 16 };
    const uint8_t markers[MOST_MARKERS * MRTK_MARKER_BYTES] = { 0 };
    ap_mrtk_candidates candidates;
    const size_t count = (size_t)damage->defect->number;
    if (!ap_mrtk_find_candidates(damage, &candidates) || candidates.marker_count == NULL
        || count == candidates.markers)
        return false;
    const size_t start = ap_span_end(candidates.marker_count->span);
    assert(count <= MOST_MARKERS);
    return ap_edit_number(damage, candidates.marker_count, count)
           && ap_edit_span(damage, (ap_span){ start, candidates.markers_end - start }, markers,
               count * MRTK_MARKER_BYTES);
}

/* Appends a marker of five bytes with the time of the last marker to the markers, and raises the count. */
static bool append_marker(ap_damage *damage)
{
    uint8_t marker[MRTK_MARKER_BYTES] = { 0 };
    ap_mrtk_candidates candidates;
    if (!ap_mrtk_find_candidates(damage, &candidates) || candidates.marker_count == NULL)
        return false;
    if (candidates.markers > 0) {
        const ap_listed_field *time = ap_mrtk_marker_field(&candidates, candidates.markers - 1, 0);
        if (!(ap_field_f32(damage, time) >= 0) || isinf(ap_field_f32(damage, time)))
            return false;
        memcpy(marker, damage->input.bytes + time->span.offset, time->span.length);
    }
    return ap_edit_number(damage, candidates.marker_count, candidates.markers + 1)
           && ap_edit_span(damage, (ap_span){ candidates.markers_end, 0 }, marker, sizeof marker);
}

/* Removes the last marker, and lowers the count. */
static bool drop_marker(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    if (!ap_mrtk_find_candidates(damage, &candidates) || candidates.markers == 0)
        return false;
    const size_t last = ap_mrtk_marker_field(&candidates, candidates.markers - 1, 0)->span.offset;
    return ap_edit_number(damage, candidates.marker_count, candidates.markers - 1)
           && ap_edit_span(damage, (ap_span){ last, candidates.markers_end - last }, NULL, 0);
}

/* Returns the time of the last key of the vector's x curve plus half a second; NaN if the sum is not finite or not after the key
   before, or if the last key's time is not above 0. In a file without times above 0, the moved key would be the only key that a
   player reaches, which changes the finding of mrtk/no-duration. */
static float last_time_moved_later_or_nan(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *x)
{
    const size_t last = x->key_count - 1;
    const float time = ap_field_f32(candidates->damage, ap_mrtk_key_part(x, last, AP_MRTK_TIME));
    const float later = time + 0.5F;
    if (!(time > 0) || !isfinite(later))
        return NAN;
    return last > 0 && later <= ap_field_f32(candidates->damage, ap_mrtk_key_part(x, last - 1, AP_MRTK_TIME))
               ? NAN
               : later;
}

static bool is_x_curve_with_movable_last_keys(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve)
{
    return curve->vector != AP_MRTK_NO_VECTOR && curve->component == 0 && curve->vector_has_equal_times
           && curve->key_count > 0 && isfinite(last_time_moved_later_or_nan(candidates, curve));
}

/* Moves the last key of each curve of a vector to the same later time, so that the curves still agree. */
static bool move_last_keys(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    const ap_mrtk_candidate_curve *x = NULL;
    if (ap_mrtk_find_candidates(damage, &candidates))
        x = ap_mrtk_pick_curve(&candidates, is_x_curve_with_movable_last_keys);
    if (x == NULL)
        return false;
    const uint32_t later = ap_bits_of_float(last_time_moved_later_or_nan(&candidates, x));
    for (size_t c = 0; c < x->vector; c++) {
        if (!ap_edit_number(damage, ap_mrtk_key_part(&x[c], x->key_count - 1, AP_MRTK_TIME), later))
            return false;
    }
    return true;
}

/* Returns true if w of the rotation is positive at this key and at the keys before and after it. If all other components are 0,
   the rotation then has no sign flip. */
static bool is_w_positive_around_key(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    if (!ap_mrtk_is_w_of_valid_rotation(candidates, candidate))
        return false;
    const size_t first = candidate.key > 0 ? candidate.key - 1 : 0;
    const size_t last = candidate.key + 1 < candidate.curve->key_count ? candidate.key + 1 : candidate.key;
    for (size_t key = first; key <= last; key++) {
        if (signbit(ap_field_f32(candidates->damage, ap_mrtk_key_part(candidate.curve, key, AP_MRTK_VALUE))))
            return false;
    }
    return true;
}

/* Sets x, y and z of a rotation to 0, and w to 1 or -1. */
static bool zero_all_but_w(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    ap_damage *damage = candidates->damage;
    const ap_mrtk_candidate_curve *x = ap_mrtk_x_curve_of(candidate.curve);
    const float was = ap_field_f32(damage, ap_mrtk_key_part(candidate.curve, candidate.key, AP_MRTK_VALUE));
    for (size_t c = 0; c < AP_MRTK_ROTATION; c++) {
        const float value = c == 3 ? copysignf(1, was) : 0.0F;
        if (!ap_edit_number(
                damage, ap_mrtk_key_part(&x[c], candidate.key, AP_MRTK_VALUE), ap_bits_of_float(value)))
            return false;
    }
    return true;
}

static const ap_defect defects[] = {
    KEY("magic", "swapped-in-key", "a key's tangents look like a big-endian magic number",
        ap_mrtk_has_long_keys, put_swapped_magic_over_tangents, .knobs = "version=1.0", .near_miss = true),
    NEAR("truncated", "marker-less", "the last marker is missing, and is not counted", drop_marker,
        .knobs = "layout=writer markers=1..3"),
    NEAR("flag", "gaze-added", "the flag has_gaze is 1, and the file has the curves of the gaze", add_gaze,
        .knobs = "version=1.1 layout=writer has_gaze=no"),
    NEAR("count-negative", "markers-0", "the marker count is 0, and the file has no markers",
        replace_markers_by_smallest, .knobs = "layout=writer markers=1..3"),
    NEAR("count-exceeds-file", "markers-fit",
        "the marker count is the largest that fits into the rest of the file", replace_markers_by_smallest,
        .number = 4, .knobs = "layout=writer"),
    NEAR("component-mismatch", "all-later",
        "the last keys of all components of a vector are moved to a later time", move_last_keys),
    NEAR("components-apart", "all-later",
        "in 1.0, the last keys of all components of a vector are moved to a later time", move_last_keys,
        .knobs = "version=1.0"),
    KEY("quaternion-zero", "w-alone", "a rotation is 0 0 0 1, or 0 0 0 -1", is_w_positive_around_key,
        zero_all_but_w, .near_miss = true),
    NEAR("trailing-bytes", "marker", "five bytes after the end are a marker, and the count includes it",
        append_marker, .knobs = "layout=writer"),
};

const ap_defect_table ap_mrtk_near_defects = { defects, sizeof defects / sizeof *defects };
