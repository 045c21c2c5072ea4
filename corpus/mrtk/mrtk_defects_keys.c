/* Defects in the keys and curves of an MRTK animation, except in times. */
#include "core/base/path_glob.h"
#include "corpus/defect/defect_row_macros.h"
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_corpus.h"
#include "corpus/mrtk/mrtk_layout_oracle.h"

#define FORMAT "mrtk"

#define NO_FLIP   "mrtk/boolean-no-flip"
#define LONG_KEYS "version=1.0"

static float key_part_as_float(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate, enum ap_mrtk_key_part part)
{
    return ap_field_f32(candidates->damage, ap_mrtk_key_part(candidate.curve, candidate.key, part));
}

static bool is_valid_weight(float weight)
{
    return weight >= 0 && weight <= 1;
}

static const ap_mrtk_change *change_of_defect(const ap_mrtk_candidates *candidates)
{
    return candidates->damage->defect->change;
}

/* Sets a field of a key to the defect's number. */
static bool set_key_field(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    ap_damage *damage = candidates->damage;
    const ap_listed_field *field =
        ap_mrtk_key_part(candidate.curve, candidate.key, change_of_defect(candidates)->part);
    return ap_edit_number(damage, field, (uint64_t)damage->defect->number)
           && ap_expect_own_rule(damage, field);
}

/* Returns true if the key's mode is not the defect's number, and its weights cause no finding if the key gets that mode. */
static bool can_change_mode_without_weight_finding(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return ap_mrtk_has_long_keys(candidates, candidate)
           && is_valid_weight(key_part_as_float(candidates, candidate, AP_MRTK_IN_WEIGHT))
           && is_valid_weight(key_part_as_float(candidates, candidate, AP_MRTK_OUT_WEIGHT))
           && ap_field_bits(
                  candidates->damage, ap_mrtk_key_part(candidate.curve, candidate.key, AP_MRTK_MODE))
                  != (uint32_t)candidates->damage->defect->number;
}

static uint64_t weighted_mode_of(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return ap_field_bits(candidates->damage, ap_mrtk_key_part(candidate.curve, candidate.key, AP_MRTK_MODE));
}

/* Returns true if the key's mode uses the weight that the defect changes. For a near miss with the text "unused", returns true if
   the mode does not use the weight. */
static bool does_mode_use_weight_as_defect_needs(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    const bool used = candidates->damage->defect->text == NULL;
    const uint64_t bit = change_of_defect(candidates)->part == AP_MRTK_IN_WEIGHT ? 1 : 2;
    return ap_mrtk_has_long_keys(candidates, candidate)
           && ((weighted_mode_of(candidates, candidate) & bit) != 0) == used;
}

static bool is_vector_key_valid_if_rotation(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return candidate.curve->vector != AP_MRTK_NO_VECTOR
           && ap_mrtk_is_valid_if_rotation(candidates, candidate);
}

/* Returns true for key 0 of a curve of a vector, if ap_mrtk_is_valid_if_rotation accepts the key. A spike is a key that is far
   from the keys before and after it, so that a great value of key 0 is not reported as a spike. */
static bool is_first_vector_key_valid_if_rotation(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return candidate.key == 0 && is_vector_key_valid_if_rotation(candidates, candidate);
}

/* Boolean keys */

/* Returns true if the curve says whether a hand is tracked, and no other key of the curve has the value 1. A change of the key
   could then change whether the hand is tracked at all. */
static bool decides_alone_if_hand_is_tracked(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    char path[AP_PATH_TEXT_BYTES];
    if (!ap_field_path_or_parent_matches("hand_tracked_*", ap_put_field_path(candidate.curve->count, path)))
        return false;
    for (size_t key = 0; key < candidate.curve->key_count; key++) {
        const ap_mrtk_candidate_key other = { candidate.curve, key };
        if (key != candidate.key && key_part_as_float(candidates, other, AP_MRTK_VALUE) == 1)
            return false;
    }
    return true;
}

/* Returns true for a boolean key, unless it decides whether a hand is tracked at all. */
static bool is_changeable_boolean_key(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return candidate.curve->vector == AP_MRTK_NO_VECTOR
           && !decides_alone_if_hand_is_tracked(candidates, candidate);
}

static bool is_changeable_boolean_key_of_plus_0(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return is_changeable_boolean_key(candidates, candidate)
           && ap_field_bits(
                  candidates->damage, ap_mrtk_key_part(candidate.curve, candidate.key, AP_MRTK_VALUE))
                  == 0;
}

static const ap_listed_field *value_of_next_key(ap_mrtk_candidate_key candidate)
{
    return candidate.key + 1 < candidate.curve->key_count
               ? ap_mrtk_key_part(candidate.curve, candidate.key + 1, AP_MRTK_VALUE)
               : NULL;
}

/* Sets the value of a boolean key to a number other than 0 and 1. A finding that the next key repeats the value then vanishes. */
static bool set_boolean_key_value(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    ap_damage *damage = candidates->damage;
    const ap_listed_field *field = ap_mrtk_key_part(candidate.curve, candidate.key, AP_MRTK_VALUE);
    const ap_listed_field *after = value_of_next_key(candidate);
    return ap_edit_number(damage, field, (uint64_t)damage->defect->number)
           && ap_expect_own_rule(damage, field)
           && (after == NULL || ap_expect_vanished_at(damage, NO_FLIP, after->span));
}

static bool negate_zero(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    /* -0 equals 0, so the next key still repeats the value, or still does not */
    candidates->damage->findings_stay = true;
    return set_key_field(candidates, candidate);
}

static bool is_value_0_or_1(float value)
{
    return value == 0 || value == 1;
}

static bool does_key_change_boolean_value(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    const float before = key_part_as_float(
        candidates, (ap_mrtk_candidate_key){ candidate.curve, candidate.key - 1 }, AP_MRTK_VALUE);
    const float value = key_part_as_float(candidates, candidate, AP_MRTK_VALUE);
    return is_value_0_or_1(before) && is_value_0_or_1(value) && value != before;
}

static bool is_last_flip(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return is_changeable_boolean_key(candidates, candidate) && candidate.key > 0
           && candidate.key + 1 == candidate.curve->key_count
           && does_key_change_boolean_value(candidates, candidate);
}

static bool is_flip_before_another_flip(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return is_changeable_boolean_key(candidates, candidate) && candidate.key > 0
           && candidate.key + 1 < candidate.curve->key_count
           && does_key_change_boolean_value(candidates, candidate)
           && does_key_change_boolean_value(
               candidates, (ap_mrtk_candidate_key){ candidate.curve, candidate.key + 1 });
}

static bool is_first_key_before_flip(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return is_changeable_boolean_key(candidates, candidate) && candidate.key == 0
           && candidate.curve->key_count > 1
           && does_key_change_boolean_value(candidates, (ap_mrtk_candidate_key){ candidate.curve, 1 });
}

static bool is_only_changeable_boolean_key(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    return is_changeable_boolean_key(candidates, candidate) && candidate.curve->key_count == 1;
}

/* Inverts the value of a boolean key. The key then repeats the value of the key before it, and the key after it repeats the
   inverted value. */
static bool invert_boolean_key(const ap_mrtk_candidates *candidates, ap_mrtk_candidate_key candidate)
{
    ap_damage *damage = candidates->damage;
    const ap_listed_field *field = ap_mrtk_key_part(candidate.curve, candidate.key, AP_MRTK_VALUE);
    const ap_listed_field *after = value_of_next_key(candidate);
    const float turned = ap_field_f32(damage, field) == 0 ? 1 : 0;
    return ap_edit_number(damage, field, ap_bits_of_float(turned))
           && (candidate.key == 0 || ap_expect_at_field(damage, NO_FLIP, field))
           && (after == NULL || ap_expect_at_field(damage, NO_FLIP, after));
}

static const ap_mrtk_change
    break_mode = { can_change_mode_without_weight_finding, set_key_field, AP_MRTK_MODE },
    break_in_tangent = { ap_mrtk_has_long_keys, set_key_field, AP_MRTK_IN_TANGENT },
    break_out_tangent = { ap_mrtk_has_long_keys, set_key_field, AP_MRTK_OUT_TANGENT },
    break_in_weight = { does_mode_use_weight_as_defect_needs, set_key_field, AP_MRTK_IN_WEIGHT },
    break_out_weight = { does_mode_use_weight_as_defect_needs, set_key_field, AP_MRTK_OUT_WEIGHT },
    break_value = { is_vector_key_valid_if_rotation, set_key_field, AP_MRTK_VALUE },
    break_first_value = { is_first_vector_key_valid_if_rotation, set_key_field, AP_MRTK_VALUE },
    negate_a_zero = { is_changeable_boolean_key_of_plus_0, negate_zero, AP_MRTK_VALUE };

#define PART(rule_name, what, words, change, ...)                                                            \
    AP_CHANGE(rule_name, what, words, ap_mrtk_apply_change, &(change), __VA_ARGS__)

/* Writes an unknown wrap mode. Returns false if the linter could then suspect a wrong key count. */
static bool write_unknown_wrap_mode(ap_damage *damage)
{
    return ap_apply_number_to_field(damage) && !ap_mrtk_can_key_count_explain(damage);
}

static const ap_defect defects[] = {
    AT("wrap-mode", "unknown-bit", "a wrap mode has an undefined bit", write_unknown_wrap_mode, "*.pre_wrap",
        16),
    AT("wrap-mode", "post", "a post-wrap mode has an undefined bit", write_unknown_wrap_mode, "*.post_wrap",
        32),
    AT("wrap-mode", "negative", "a wrap mode is -1", write_unknown_wrap_mode, "*_wrap", -1),
    AT("wrap-mode", "known-and-unknown", "a wrap mode has a known and an unknown bit",
        write_unknown_wrap_mode, "*_wrap", 24),
    AT("wrap-mode", "sign-bit", "a wrap mode has the sign bit", write_unknown_wrap_mode, "*_wrap", INT32_MIN),
    AT("wrap-mode", "byte-swapped", "a wrap mode of 8 is written big-endian", write_unknown_wrap_mode,
        "*_wrap", 0x08000000),
    NEAR("wrap-mode", "0", "a wrap mode is 0: the default", ap_apply_number_to_field, "*_wrap"),
    NEAR_AT("wrap-mode", "4", "a wrap mode is 4: back and forth", ap_apply_number_to_field, "*_wrap", 4),
    AT("wrap-mode-combined", "3", "a wrap mode combines once and loop", ap_apply_number_to_field,
        "*.pre_wrap", 3),
    AT("wrap-mode-combined", "12", "a wrap mode combines two values", ap_apply_number_to_field, "*.post_wrap",
        12),
    AT("wrap-mode-combined", "15", "a wrap mode combines all values", ap_apply_number_to_field, "*_wrap", 15),
    NEAR_AT("wrap-mode-combined", "1", "a wrap mode is 1: once", ap_apply_number_to_field, "*.pre_wrap", 1),
    NEAR_AT("wrap-mode-combined", "2", "a wrap mode is 2: loop", ap_apply_number_to_field, "*.post_wrap", 2),

    PART("weighted-mode", "4", "a weighted mode is 4", break_mode, .number = 4, .knobs = LONG_KEYS),
    PART("weighted-mode", "negative", "a weighted mode is -1", break_mode, .number = -1, .knobs = LONG_KEYS),
    PART("weighted-mode", "byte-swapped", "a weighted mode of 3 is written big-endian", break_mode,
        .number = 0x03000000, .knobs = LONG_KEYS),
    PART("weighted-mode", "float", "a weighted mode is written as a float", break_mode, .number = 0x40400000,
        .knobs = LONG_KEYS),
    PART("weighted-mode", "0", "a weighted mode is 0: no weights", break_mode, .knobs = LONG_KEYS,
        .near_miss = true),

    KEY("boolean-value", "half", "a boolean key's value is 0.5", is_changeable_boolean_key,
        set_boolean_key_value, .number = 0x3f000000, .knobs = "has_hand=yes keys=8..16"),
    KEY("boolean-value", "2", "a boolean key's value is 2", is_changeable_boolean_key, set_boolean_key_value,
        .number = 0x40000000, .knobs = "has_hand=yes keys=8..16"),
    KEY("boolean-value", "minus-1", "a boolean key's value is -1", is_changeable_boolean_key,
        set_boolean_key_value, .number = 0xbf800000, .knobs = "has_hand=yes keys=8..16"),
    KEY("boolean-value", "nan", "a boolean key's value is NaN", is_changeable_boolean_key,
        set_boolean_key_value, .number = 0x7fc00000, .knobs = "has_hand=yes keys=8..16"),
    KEY("boolean-value", "infinite", "a boolean key's value is infinite", is_changeable_boolean_key,
        set_boolean_key_value, .number = 0x7f800000, .knobs = "has_hand=yes keys=8..16"),
    KEY("boolean-value", "integer", "a boolean key's value is the integer 1 instead of the float 1",
        is_changeable_boolean_key, set_boolean_key_value, .number = 1, .knobs = "has_hand=yes keys=8..16"),
    KEY("boolean-value", "nearly-1", "a boolean key's value is just below 1", is_changeable_boolean_key,
        set_boolean_key_value, .number = 0x3f7fffff, .knobs = "has_hand=yes keys=8..16"),
    PART("boolean-value", "minus-0", "a boolean key's value is -0, which is 0", negate_a_zero,
        .number = 0x80000000, .knobs = "has_hand=yes keys=8..16", .near_miss = true),
    KEY("boolean-no-flip", "last", "the last boolean key repeats the value before it", is_last_flip,
        invert_boolean_key, .knobs = "has_hand=yes keys=8..16"),
    KEY("boolean-no-flip", "middle", "three boolean keys have the same value", is_flip_before_another_flip,
        invert_boolean_key, .knobs = "has_hand=yes keys=8..16"),
    KEY("boolean-no-flip", "first", "the second boolean key repeats the first value",
        is_first_key_before_flip, invert_boolean_key, .knobs = "has_hand=yes keys=8..16"),
    KEY("boolean-no-flip", "only", "the only boolean key has the other value", is_only_changeable_boolean_key,
        invert_boolean_key, .knobs = "has_hand=yes keys=8..16", .near_miss = true),

    PART("value-not-finite", "nan", "a key's value is NaN", break_value, .number = 0x7fc00000),
    PART("value-not-finite", "signalling", "a key's value is a signalling NaN", break_value,
        .number = 0x7fa00000),
    PART("value-not-finite", "infinite", "a key's value is infinite", break_value, .number = 0x7f800000),
    PART("value-not-finite", "minus-infinite", "a key's value is minus infinity", break_value,
        .number = 0xff800000),
    PART("value-not-finite", "rotation", "a rotation has a component that is NaN", break_value,
        "*.rotation_*", NULL, 0x7fc00000),
    PART("value-not-finite", "greatest", "the camera's first position is the largest float32",
        break_first_value, "camera.position_*", NULL, 0x7f7fffff, .near_miss = true),
    PART("value-not-finite", "subnormal", "the camera's first position is the smallest subnormal float32",
        break_first_value, "camera.position_*", NULL, 1, .near_miss = true),

    PART("tangent-nan", "in", "an in-tangent is NaN", break_in_tangent, .number = 0x7fc00000,
        .knobs = LONG_KEYS),
    PART("tangent-nan", "out", "an out-tangent is NaN", break_out_tangent, .number = 0xffc00001,
        .knobs = LONG_KEYS),
    PART("tangent-nan", "infinite", "an in-tangent is infinite, which means a step", break_in_tangent,
        .number = 0x7f800000, .knobs = LONG_KEYS, .near_miss = true),
    PART("tangent-nan", "minus-infinite", "an out-tangent is minus infinity", break_out_tangent,
        .number = 0xff800000, .knobs = LONG_KEYS, .near_miss = true),

    PART("weight-range", "negative", "an in-weight is below 0", break_in_weight, .number = 0xbf000000,
        .knobs = LONG_KEYS),
    PART("weight-range", "above-1", "an out-weight is just above 1", break_out_weight, .number = 0x3f800001,
        .knobs = LONG_KEYS),
    PART("weight-range", "nan", "an in-weight is NaN", break_in_weight, .number = 0x7fc00000,
        .knobs = LONG_KEYS),
    PART("weight-range", "infinite", "an out-weight is infinite", break_out_weight, .number = 0x7f800000,
        .knobs = LONG_KEYS),
    PART("weight-range", "1", "an in-weight is 1", break_in_weight, .number = 0x3f800000, .knobs = LONG_KEYS,
        .near_miss = true),
    PART("weight-range", "minus-0", "an out-weight is -0, which is 0", break_out_weight, .number = 0x80000000,
        .knobs = LONG_KEYS, .near_miss = true),
    PART("weight-range", "unused", "an in-weight is 5, but the weighted mode does not use it",
        break_in_weight, .text = "unused", .number = 0x40a00000, .knobs = "version=1.0 weighted_mode=0..2",
        .near_miss = true),
};

const ap_defect_table ap_mrtk_key_defects = { defects, sizeof defects / sizeof *defects };
