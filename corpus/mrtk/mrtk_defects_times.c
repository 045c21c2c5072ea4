/* Defects in the times of an MRTK animation's keys and markers. The expected findings are computed from the times by the rules of
   the published page; one of these findings must be of the defect's rule. */
#include <math.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "validators/mrtk/mrtk.h"

#define FORMAT "mrtk"

#define ORDER       "mrtk/time-order"
#define MARKER      "mrtk/marker-order"
#define NOT_FINITE  "mrtk/time-not-finite"
#define NEGATIVE    "mrtk/time-negative"
#define AFTER_END   "mrtk/marker-after-end"
#define BOOLEANS    AP_MRTK_BOOLEANS
#define IN_1_1      "version=1.1"
#define AS_WRITTEN  "version=1.1 layout=writer"
#define SET(value)  .number = (value), .text = "set"
#define FROM(which) .text = (which)

/* The time field of a key or marker, and those of the keys or markers before and after it; NULL if there is no neighbour. */
typedef struct time_neighbours {
    const ap_listed_field *before, *own, *after;
} time_neighbours;

static float next_float(float time)
{
    return nextafterf(time, INFINITY);
}

/* Computes the new time that the defect asks for. Returns false if the defect does not fit these times. */
static bool compute_time_of_defect(const ap_damage *damage, time_neighbours times, float *time)
{
    const char *text = damage->defect->text;
    const float own = ap_field_f32(damage, times.own);
    const bool first = times.before == NULL;
    const float before = first ? NAN : ap_field_f32(damage, times.before);
    const float after = times.after == NULL ? NAN : ap_field_f32(damage, times.after);
    if (strcmp(text, "set") == 0)
        *time = ap_float_of_bits((uint32_t)damage->defect->number);
    else if (strcmp(text, "set first") == 0)
        *time = first ? ap_float_of_bits((uint32_t)damage->defect->number) : NAN;
    else if (strcmp(text, "equal") == 0)
        *time = before;
    else if (strcmp(text, "earlier") == 0)
        *time = before - 1;
    else if (strcmp(text, "just later") == 0)
        *time = next_float(before);
    else if (strcmp(text, "minus 0") == 0)
        *time = before == 0 ? -0.0F : NAN;
    else if (strcmp(text, "first as second") == 0)
        *time = first ? after : NAN;
    else if (strcmp(text, "last later") == 0)
        *time = times.after == NULL ? own + 0.5F : NAN;
    else
        *time = times.after == NULL ? next_float(own) : NAN;
    const bool any = strncmp(text, "set", 3) == 0;
    return (any ? strcmp(text, "set") == 0 || first : isfinite(*time))
           && ap_bits_of_float(*time) != ap_bits_of_float(own);
}

/* Expects the findings about the time itself, and about its order among its neighbours. */
static bool expect_time_findings(
    ap_damage *damage, time_neighbours times, float time, const char *order, bool equal_is_fine)
{
    bool made = true;
    const ap_mrtk_minor version = ap_mrtk_minor_of_result_or_1_0(&damage->about);
    const float before = times.before == NULL ? NAN : ap_field_f32(damage, times.before);
    const float after = times.after == NULL ? NAN : ap_field_f32(damage, times.after);
    if (!isfinite(time))
        made = ap_expect_at_field(damage, NOT_FINITE, times.own);
    else if (version >= AP_MRTK_1_1 && time < 0)
        made = ap_expect_at_field(damage, NEGATIVE, times.own);
    if (isfinite(time) && isfinite(before) && (time < before || (time == before && !equal_is_fine)))
        made = made && ap_expect_at_field(damage, order, times.own);
    if (times.after == NULL)
        return made;
    if (isfinite(time) && isfinite(after) && (after < time || (after == time && !equal_is_fine)))
        made = made && ap_expect_at_field(damage, order, times.after);
    return made && ap_expect_vanished_at(damage, order, times.after->span);
}

static time_neighbours times_around_key(ap_mrtk_candidate_key candidate)
{
    const ap_mrtk_candidate_curve *curve = candidate.curve;
    return (time_neighbours){
        .before = candidate.key == 0 ? NULL : ap_mrtk_key_part(curve, candidate.key - 1, AP_MRTK_TIME),
        .own = ap_mrtk_key_part(curve, candidate.key, AP_MRTK_TIME),
        .after = candidate.key + 1 == curve->key_count
                     ? NULL
                     : ap_mrtk_key_part(curve, candidate.key + 1, AP_MRTK_TIME),
    };
}

static bool does_defect_fit_key(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    float time;
    return candidate.curve->vector_has_equal_times
           && compute_time_of_defect(candidates->damage, times_around_key(candidate), &time);
}

/* Expects the finding that the curves of a vector differ, after the time of one key of a curve was changed. The curves y, z and w
   are compared with x. */
static bool expect_finding_of_differing_curves(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate, float time)
{
    const ap_mrtk_candidate_curve *curve = candidate.curve;
    const ap_mrtk_candidate_curve *at_fault = curve->component > 0 ? curve : curve + 1;
    if (curve->vector == AP_MRTK_NO_VECTOR
        || time == ap_field_f32(candidates->damage, ap_mrtk_key_part(curve, candidate.key, AP_MRTK_TIME)))
        return true;
    return ap_expect_at_field(candidates->damage, ap_mrtk_rule_if_vector_keys_differ(candidates),
               ap_mrtk_key_part(at_fault, candidate.key, AP_MRTK_TIME))
           && ap_mrtk_expect_length_findings_vanish_unless_flip(candidates, curve);
}

static bool break_key_time(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    ap_damage *damage = candidates->damage;
    float time;
    const time_neighbours times = times_around_key(candidate);
    return compute_time_of_defect(damage, times, &time)
           && ap_edit_number(damage, times.own, ap_bits_of_float(time))
           && expect_time_findings(damage, times, time, ORDER, false)
           && expect_finding_of_differing_curves(candidates, candidate, time)
           && ap_do_expectations_suit_defect(damage);
}

static time_neighbours times_around_marker(const ap_mrtk_candidates *candidates, size_t marker)
{
    return (time_neighbours){
        .before = marker == 0 ? NULL : ap_mrtk_marker_field(candidates, marker - 1, 0),
        .own = ap_mrtk_marker_field(candidates, marker, 0),
        .after = marker + 1 == candidates->markers ? NULL : ap_mrtk_marker_field(candidates, marker + 1, 0),
    };
}

/* Expects mrtk/marker-after-end at a marker's time if all keys have smaller times. */
static bool expect_marker_after_end(
    const ap_mrtk_candidates *candidates, const ap_listed_field *marker, float time)
{
    bool keys = false;
    for (size_t i = 0; i < candidates->count; i++) {
        const ap_mrtk_candidate_curve *curve = &candidates->curves[i];
        for (size_t key = 0; key < curve->key_count; key++) {
            const float other = ap_field_f32(candidates->damage, ap_mrtk_key_part(curve, key, AP_MRTK_TIME));
            if (isfinite(other) && time <= other)
                return true;
            keys |= isfinite(other);
        }
    }
    return !keys || !isfinite(time) || ap_expect_at_field(candidates->damage, AFTER_END, marker);
}

static bool break_marker_time(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    float time;
    size_t picked = 0;
    size_t seen = 0;
    if (!ap_mrtk_find_candidates(damage, &candidates))
        return false;
    for (size_t i = 0; i < candidates.markers; i++) {
        if (compute_time_of_defect(damage, times_around_marker(&candidates, i), &time)
            && ap_pick_this_item(damage->choices, &seen))
            picked = i;
    }
    if (seen == 0)
        return false;
    const time_neighbours times = times_around_marker(&candidates, picked);
    return compute_time_of_defect(damage, times, &time)
           && ap_edit_number(damage, times.own, ap_bits_of_float(time))
           && expect_time_findings(damage, times, time, MARKER, true)
           && ap_do_expectations_suit_defect(damage) && expect_marker_after_end(&candidates, times.own, time);
}

static const ap_defect defects[] = {
    KEY("time-not-finite", "nan", "a key's time is NaN", does_defect_fit_key, break_key_time,
        SET(0x7fc00000)),
    KEY("time-not-finite", "signalling", "a key's time is a signalling NaN", does_defect_fit_key,
        break_key_time, SET(0x7f800001)),
    KEY("time-not-finite", "infinite", "a key's time is infinite", does_defect_fit_key, break_key_time,
        SET(0x7f800000)),
    KEY("time-not-finite", "minus-infinite", "a key's time is minus infinity", does_defect_fit_key,
        break_key_time, SET(0xff800000)),
    KEY("time-not-finite", "boolean", "a boolean key's time is NaN", does_defect_fit_key, break_key_time,
        BOOLEANS, .knobs = "has_hand=yes keys=8..16", SET(0xffc00000)),
    ROW("time-not-finite", "marker", "a marker's time is NaN", break_marker_time, .knobs = "layout=writer",
        SET(0x7fc00000)),
    ROW("time-not-finite", "marker-infinite", "a marker's time is infinite", break_marker_time,
        .knobs = "layout=writer", SET(0x7f800000)),
    NEAR("time-not-finite", "marker-greatest", "the last marker's time is the largest float32",
        break_marker_time, .knobs = "layout=writer markers=1..3", SET(0x7f7fffff)),

    KEY("time-order", "equal", "a key has the time of the previous key", does_defect_fit_key, break_key_time,
        FROM("equal")),
    KEY("time-order", "earlier", "a key is earlier than the previous key", does_defect_fit_key,
        break_key_time, FROM("earlier")),
    KEY("time-order", "first-as-second", "the first two keys have the same time", does_defect_fit_key,
        break_key_time, "*_x.key_count", FROM("first as second")),
    KEY("time-order", "minus-0", "a key at time -0 follows a key at time 0", does_defect_fit_key,
        break_key_time, FROM("minus 0")),
    KEY("time-order", "boolean", "a boolean key has the time of the previous key", does_defect_fit_key,
        break_key_time, BOOLEANS, .knobs = "has_hand=yes keys=8..16", FROM("equal")),
    KEY("time-order", "just-later",
        "a key is later than the previous key by the smallest possible difference", does_defect_fit_key,
        break_key_time, BOOLEANS, .knobs = "has_hand=yes keys=8..16", FROM("just later"), .near_miss = true),

    KEY("time-negative", "boolean", "the first time of a boolean curve is below 0", does_defect_fit_key,
        break_key_time, BOOLEANS, "set first", 0xbf800000, .knobs = "version=1.1 has_hand=yes"),
    KEY("time-negative", "key", "the first time of one curve is below 0", does_defect_fit_key, break_key_time,
        .text = "set first", .number = 0xbf800000, .knobs = IN_1_1),
    ROW("time-negative", "marker", "the first marker's time is below 0", break_marker_time,
        .text = "set first", .number = 0xbf800000, .knobs = "version=1.1 layout=writer"),
    ROW("time-negative", "least", "the first marker's time is the negative float32 closest to 0",
        break_marker_time, .text = "set first", .number = 0x80000001, .knobs = "version=1.1 layout=writer"),
    NEAR("time-negative", "minus-0", "the first marker's time is -0, which is 0", break_marker_time,
        .text = "set first", .number = 0x80000000, .knobs = "version=1.1 layout=writer"),
    KEY("time-negative", "1.0", "the first time of a boolean curve of 1.0 is below 0", does_defect_fit_key,
        break_key_time, BOOLEANS, "set first", 0xc0a00000, .knobs = "version=1.0", .near_miss = true),

    KEY("component-mismatch", "last-time",
        "the last key of one component is later than those of the other components", does_defect_fit_key,
        break_key_time, .knobs = AS_WRITTEN, FROM("last later")),
    KEY("component-mismatch", "last-time-x",
        "the last key of an x curve is later than those of the other components", does_defect_fit_key,
        break_key_time, "*_x", .knobs = AS_WRITTEN, FROM("last later")),
    KEY("component-mismatch", "least",
        "the last key of one component is later than those of the other components by the smallest possible "
        "difference",
        does_defect_fit_key, break_key_time, .knobs = AS_WRITTEN, FROM("last just later")),
    KEY("components-apart", "last-time",
        "in 1.0, the last key of one component is later than those of the other components",
        does_defect_fit_key, break_key_time, .knobs = "version=1.0", FROM("last later")),
    KEY("components-apart", "least",
        "in the published layout of 1.1, the last key of one component is later than those of the other "
        "components by the smallest possible difference",
        does_defect_fit_key, break_key_time, .knobs = "version=1.1 layout=published",
        FROM("last just later")),

    ROW("marker-order", "earlier", "a marker is earlier than the previous marker", break_marker_time,
        .knobs = "layout=writer", FROM("earlier")),
    NEAR("marker-order", "equal", "two markers have the same time", break_marker_time,
        .knobs = "layout=writer", FROM("equal")),
};

const ap_defect_table ap_mrtk_time_defects = { defects, sizeof defects / sizeof *defects };
