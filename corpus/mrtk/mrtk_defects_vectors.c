/* Defects that involve several curves of an MRTK animation: vectors and rotations. */
#include <float.h>
#include <math.h>

#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"

#define FORMAT "mrtk"

#define DIRECTION  "mrtk/direction-norm"
#define AS_WRITTEN "version=1.1 layout=writer"

/* Returns true for a curve other than x if all curves of its vector have keys at the same times, and a curve of the file has
   several keys. If no curve had several keys, adding or removing a key would change the findings about all curves. */
static bool can_add_or_drop_key_of_later_component(
    const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve)
{
    return curve->component > 0 && curve->vector_has_equal_times && curve->key_count > 0
           && ap_mrtk_has_float_curve_of_several_keys(candidates);
}

/* Returns true if the last key has only a time and a value, and the value is finite. */
static bool is_last_key_short_and_finite(const ap_damage *damage, const ap_mrtk_candidate_curve *curve)
{
    return curve->parts == 2
           && isfinite(ap_field_f32(damage, ap_mrtk_key_part(curve, curve->key_count - 1, AP_MRTK_VALUE)));
}

/* Removes the last key of one curve of a vector. If the defect's number is 1, instead appends a copy of it half a second later;
   the key must then have only a time and a finite value. */
static bool add_or_drop_last_key(ap_damage *damage)
{
    const bool one_more = damage->defect->number > 0;
    ap_mrtk_candidates candidates;
    if (!ap_mrtk_find_candidates(damage, &candidates))
        return false;
    const ap_mrtk_candidate_curve *curve =
        ap_mrtk_pick_curve(&candidates, can_add_or_drop_key_of_later_component);
    if (curve == NULL)
        return false;
    const ap_span last = { ap_mrtk_key_part(curve, curve->key_count - 1, AP_MRTK_TIME)->span.offset,
        ap_mrtk_key_bytes(curve) };
    const ap_listed_field *time = ap_mrtk_key_part(curve, curve->key_count - 1, AP_MRTK_TIME);
    const size_t count = one_more ? curve->key_count + 1 : curve->key_count - 1;
    uint8_t key[4 * AP_MRTK_PARTS];
    memcpy(key, damage->input.bytes + last.offset, last.length);
    const float later = ap_field_f32(damage, time) + 0.5F;
    ap_store_u32(key, ap_bits_of_float(later), false);
    const ap_span end = { ap_span_end(last), 0 };
    return (!one_more || (is_last_key_short_and_finite(damage, curve) && later > ap_field_f32(damage, time)))
           && ap_edit_number(damage, curve->count, count)
           && ap_edit_span(damage, one_more ? end : last, key, one_more ? last.length : 0)
           && ap_expect_at_field(damage, ap_mrtk_rule_if_vector_keys_differ(&candidates), curve->count)
           && ap_mrtk_expect_length_findings_vanish_unless_flip(&candidates, curve)
           && (!candidates.published || ap_mrtk_is_layout_unchanged(damage))
           && ap_do_expectations_suit_defect(damage);
}

static bool is_valid_direction_z(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    const ap_mrtk_candidate_curve *z = candidate.curve;
    char path[AP_PATH_TEXT_BYTES];
    return z->vector_has_equal_times && strcmp(ap_put_record_path(z->count, path), "gaze.direction_z") == 0
           && fabs(sqrt(ap_mrtk_squared_norm_of_vector(candidates, z, candidate.key, AP_MRTK_VECTOR)) - 1)
                  < AP_MRTK_SURELY_UNIT;
}

static float value_at(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve, size_t key)
{
    return ap_field_f32(candidates->damage, ap_mrtk_key_part(curve, key, AP_MRTK_VALUE));
}

/* Returns the value of the vector's last component with which the vector has the length 1 + the defect's number / 1e6; NaN if
   there is no such value. If the number is 0, returns the largest float. The sign of the component stays, so that a rotation is
   not negated. */
static float last_component_for_length_or_nan(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    const float was = value_at(candidates, candidate.curve, candidate.key);
    if (candidates->damage->defect->number == 0)
        return copysignf(FLT_MAX, was);
    const double length = 1 + (double)candidates->damage->defect->number / 1e6;
    const double others = ap_mrtk_squared_norm_of_vector(
        candidates, candidate.curve, candidate.key, candidate.curve->component);
    return copysignf((float)sqrt(length * length - others), was);
}

/* Returns the dot product of the rotation at `key`, with `last` as its w, and of the rotation at key `other`. */
static double dot_of_rotations(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *w,
    size_t key, float last, size_t other)
{
    const ap_mrtk_candidate_curve *x = ap_mrtk_x_curve_of(w);
    double sum = (double)last * (double)value_at(candidates, w, other);
    for (size_t c = 0; c < AP_MRTK_ROTATION - 1; c++)
        sum += (double)value_at(candidates, &x[c], key) * (double)value_at(candidates, &x[c], other);
    return sum;
}

/* Returns true if changing the last component at this key adds no sign flip. A component near 0 may have another sign at the
   next key: once the component is large, that is a flip. A dot product near 0 counts as a flip, since rounding may make it
   negative. */
static bool adds_no_sign_flip(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    const ap_mrtk_candidate_curve *w = candidate.curve;
    const size_t key = candidate.key;
    const float last = last_component_for_length_or_nan(candidates, candidate);
    return w->vector != AP_MRTK_ROTATION
           || ((key == 0 || dot_of_rotations(candidates, w, key, last, key - 1) > 1e-6)
               && (key + 1 == w->key_count || dot_of_rotations(candidates, w, key, last, key + 1) > 1e-6));
}

/* Returns true if changing the last component at this key makes no spike. A spike is a rotation that is far from the rotations at
   the keys before and after it (30 degrees between the quaternions, cosine 0.866), while these two rotations are near each other
   (7.5 degrees, cosine 0.9914). */
static bool adds_no_spike(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    const ap_mrtk_candidate_curve *w = candidate.curve;
    const size_t key = candidate.key;
    if (w->vector != AP_MRTK_ROTATION || key == 0 || key + 1 == w->key_count)
        return true;
    const float last = last_component_for_length_or_nan(candidates, candidate);
    const double others = ap_mrtk_squared_norm_of_vector(candidates, w, key, w->component);
    const double far = 0.87 * sqrt(others + (double)last * (double)last);
    return fabs(dot_of_rotations(candidates, w, key, last, key - 1)) > far
           || fabs(dot_of_rotations(candidates, w, key, last, key + 1)) > far
           || fabs(dot_of_rotations(candidates, w, key - 1, value_at(candidates, w, key - 1), key + 1))
                  < 0.99;
}

static bool does_defect_fit_vector_length(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return (strcmp(candidates->damage->defect->rule, DIRECTION) == 0
                   ? is_valid_direction_z(candidates, candidate)
                   : ap_mrtk_is_w_of_valid_rotation(candidates, candidate))
           && isfinite(last_component_for_length_or_nan(candidates, candidate))
           && adds_no_sign_flip(candidates, candidate) && adds_no_spike(candidates, candidate);
}

static bool set_vector_length(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    ap_damage *damage = candidates->damage;
    const ap_listed_field *field = ap_mrtk_key_part(candidate.curve, candidate.key, AP_MRTK_VALUE);
    return ap_edit_number(
               damage, field, ap_bits_of_float(last_component_for_length_or_nan(candidates, candidate)))
           && ap_expect_own_rule(damage, field);
}

/* Sets all three components of a direction to 0. */
static bool zero_direction(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    const ap_mrtk_candidate_curve *x = ap_mrtk_x_curve_of(candidate.curve);
    for (size_t c = 0; c < AP_MRTK_VECTOR; c++) {
        if (!ap_edit_number(candidates->damage, ap_mrtk_key_part(&x[c], candidate.key, AP_MRTK_VALUE), 0))
            return false;
    }
    return true;
}

static bool has_zero_rotation(const ap_mrtk_candidates *candidates, const ap_mrtk_candidate_curve *curve)
{
    for (size_t key = 0; key < curve->key_count; key++) {
        if (ap_mrtk_squared_norm_of_vector(candidates, curve, key, AP_MRTK_ROTATION) == 0)
            return true;
    }
    return false;
}

/* Sets all four components of a rotation to 0. */
static bool zero_rotation(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    ap_damage *damage = candidates->damage;
    if (has_zero_rotation(candidates, candidate.curve))
        return false;
    const ap_mrtk_candidate_curve *x = ap_mrtk_x_curve_of(candidate.curve);
    for (size_t c = 0; c < AP_MRTK_ROTATION; c++) {
        if (!ap_edit_number(damage, ap_mrtk_key_part(&x[c], candidate.key, AP_MRTK_VALUE), 0))
            return false;
    }
    return ap_expect_own_rule(damage, ap_mrtk_key_part(candidate.curve, candidate.key, AP_MRTK_VALUE));
}

/* Returns true if any rotation of the file has a sign flip. Since only the first flip of a file is reported, a second one would
   have no finding. */
static bool has_any_sign_flip(const ap_mrtk_candidates *candidates)
{
    for (const ap_mrtk_candidate_curve *curve = candidates->curves;
         curve < candidates->curves + candidates->count; curve++) {
        if (curve->vector != AP_MRTK_ROTATION || curve->component > 0 || !curve->vector_has_equal_times)
            continue;
        for (size_t key = 1; key < curve->key_count; key++) {
            if (!(ap_mrtk_dot_product(candidates, curve, key) >= 0))
                return true;
        }
    }
    return false;
}

/* Returns the key at which the linter reports the sign flip if the rotation is negated at this key: this key; for key 0, key 1.
   */
static size_t key_of_reported_flip(ap_mrtk_candidate_key candidate)
{
    return candidate.key > 0 ? candidate.key : 1;
}

static bool can_add_sign_flip(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return ap_mrtk_is_w_of_valid_rotation(candidates, candidate) && candidate.curve->key_count > 1
           && ap_mrtk_dot_product(
                  candidates, ap_mrtk_x_curve_of(candidate.curve), key_of_reported_flip(candidate))
                  > 0.1;
}

/* Negates all four components of a rotation at one key. The result is the same rotation. */
static bool negate_rotation_at_key(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    ap_damage *damage = candidates->damage;
    if (has_any_sign_flip(candidates))
        return false;
    const ap_mrtk_candidate_curve *x = ap_mrtk_x_curve_of(candidate.curve);
    for (size_t c = 0; c < AP_MRTK_ROTATION; c++) {
        const float value = -value_at(candidates, &x[c], candidate.key);
        if (!ap_edit_number(
                damage, ap_mrtk_key_part(&x[c], candidate.key, AP_MRTK_VALUE), ap_bits_of_float(value)))
            return false;
    }
    return ap_expect_own_rule(
        damage, ap_mrtk_key_part(candidate.curve, key_of_reported_flip(candidate), AP_MRTK_VALUE));
}

/* Negates the values of all keys of one component. */
static bool negate_curve(ap_damage *damage, const ap_mrtk_candidate_curve *curve)
{
    const size_t bytes = curve->key_count * ap_mrtk_key_bytes(curve);
    const ap_span keys = { ap_span_end(curve->count->span), bytes };
    uint8_t *negated = ap_alloc(damage->arena, bytes);
    if (negated == NULL)
        return false;
    memcpy(negated, damage->input.bytes + keys.offset, bytes);
    /* offset in the key of the last byte of its value, which has the sign */
    for (size_t at = 7; at < bytes; at += ap_mrtk_key_bytes(curve))
        negated[at] ^= 0x80;
    return ap_edit_span(damage, keys, negated, bytes);
}

static bool negate_all_keys(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    ap_damage *damage = candidates->damage;
    if (has_any_sign_flip(candidates))
        return false;
    damage->findings_stay = true;
    for (size_t c = 0; c < AP_MRTK_ROTATION; c++) {
        if (!negate_curve(damage, ap_mrtk_x_curve_of(candidate.curve) + c))
            return false;
    }
    return true;
}

static bool is_last_key_after_valid_key(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return can_add_sign_flip(candidates, candidate) && candidate.key > 0
           && candidate.key == candidate.curve->key_count - 1
           && ap_mrtk_is_w_of_valid_rotation(
               candidates, (ap_mrtk_candidate_key){ candidate.curve, candidate.key - 1 });
}

/* Sets the last rotation to (-y, x, -w, z), with the components of the rotation before it. The dot product of the two is then 0.
   */
static bool turn_to_right_angle(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    const ap_mrtk_candidate_curve *x = ap_mrtk_x_curve_of(candidate.curve);
    for (size_t c = 0; c < AP_MRTK_ROTATION; c++) {
        const float other = value_at(candidates, &x[c ^ 1], candidate.key - 1);
        const float value = c % 2 == 0 ? -other : other;
        if (!ap_edit_number(candidates->damage, ap_mrtk_key_part(&x[c], candidate.key, AP_MRTK_VALUE),
                ap_bits_of_float(value)))
            return false;
    }
    return true;
}

static const ap_defect defects[] = {
    ROW("component-mismatch", "key-missing", "one component of a vector has one key less",
        add_or_drop_last_key, .knobs = AS_WRITTEN),
    ROW("component-mismatch", "rotation-w", "a rotation has too few w keys, as MRTK 2.6.0 to 2.7.2 wrote",
        add_or_drop_last_key, "*.rotation_w", .knobs = AS_WRITTEN),
    ROW("component-mismatch", "key-more", "one component of a vector has one key more", add_or_drop_last_key,
        .number = 1, .knobs = AS_WRITTEN),
    ROW("components-apart", "key-missing", "in 1.0, one component of a vector has one key less",
        add_or_drop_last_key, .knobs = "version=1.0"),
    ROW("components-apart", "rotation-w", "in the published layout of 1.1, a rotation has too few w keys",
        add_or_drop_last_key, "*.rotation_w", .knobs = "version=1.1 layout=published"),

    KEY("quaternion-norm", "long", "a rotation's length is 1.0011", does_defect_fit_vector_length,
        set_vector_length, .number = 1100),
    KEY("quaternion-norm", "short", "a rotation's length is 0.9989", does_defect_fit_vector_length,
        set_vector_length, .number = -1100),
    KEY("quaternion-norm", "doubled", "a rotation's length is 2", does_defect_fit_vector_length,
        set_vector_length, .number = 1000000),
    KEY("quaternion-norm", "huge", "the w of a rotation is the largest float32",
        does_defect_fit_vector_length, set_vector_length, NULL),
    KEY("quaternion-norm", "just-long", "a rotation's length is 1.0009, within the tolerance",
        does_defect_fit_vector_length, set_vector_length, .number = 900, .near_miss = true),
    KEY("quaternion-norm", "just-short", "a rotation's length is 0.9991, within the tolerance",
        does_defect_fit_vector_length, set_vector_length, .number = -900, .near_miss = true),
    KEY("direction-norm", "long", "a gaze direction's length is 1.0011", does_defect_fit_vector_length,
        set_vector_length, .number = 1100, .knobs = "has_gaze=yes"),
    KEY("direction-norm", "short", "a gaze direction's length is 0.9989", does_defect_fit_vector_length,
        set_vector_length, .number = -1100, .knobs = "has_gaze=yes"),
    KEY("direction-norm", "doubled", "a gaze direction's length is 2", does_defect_fit_vector_length,
        set_vector_length, .number = 1000000, .knobs = "has_gaze=yes"),
    KEY("direction-norm", "just-long", "a gaze direction's length is 1.0009, within the tolerance",
        does_defect_fit_vector_length, set_vector_length, .number = 900, .knobs = "has_gaze=yes",
        .near_miss = true),
    KEY("direction-norm", "zero", "a gaze direction is 0 0 0, which the rule does not check",
        is_valid_direction_z, zero_direction, .knobs = "has_gaze=yes", .near_miss = true),

    KEY("rotation-flip", "key", "a rotation is negated: MRTK interpolates to it through zero",
        can_add_sign_flip, negate_rotation_at_key, .knobs = "keys=4..12"),
    KEY("rotation-flip", "camera", "a rotation of the camera is negated", can_add_sign_flip,
        negate_rotation_at_key, "camera.*", .knobs = "has_camera=yes keys=4..12"),
    KEY("rotation-flip", "all",
        "all keys of a rotation are negated, so no key differs from its neighbours in sign",
        can_add_sign_flip, negate_all_keys, .knobs = "keys=4..12", .near_miss = true),
    KEY("rotation-flip", "right-angle", "two neighbouring rotations have a dot product of 0",
        is_last_key_after_valid_key, turn_to_right_angle, .knobs = "keys=4..12", .near_miss = true),

    KEY("quaternion-zero", "one", "a rotation is 0 0 0 0", ap_mrtk_is_w_of_valid_rotation, zero_rotation,
        NULL),
};

const ap_defect_table ap_mrtk_vector_defects = { defects, sizeof defects / sizeof *defects };
