/* Defects of what an MRTK animation's keys and curves hold besides times. */
#include "corpus/mrtk/mrtk_candidates.h"
#include "corpus/mrtk/mrtk_kit.h"

#define WRAP      "mrtk/wrap-mode"
#define COMBINED  "mrtk/wrap-mode-combined"
#define WEIGHTED  "mrtk/weighted-mode"
#define BOOLEAN   "mrtk/boolean-value"
#define NO_FLIP   "mrtk/boolean-no-flip"
#define VALUE     "mrtk/value-not-finite"
#define TANGENT   "mrtk/tangent-nan"
#define WEIGHT    "mrtk/weight-range"
#define LONG_KEYS "version=1.0"

static float part_f32(
    const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate, enum ap_mrtk_part part)
{
    return ap_field_f32(candidates->damage, ap_mrtk_part(candidate.curve, candidate.key, part));
}

static bool weight_fine(float weight)
{
    return weight >= 0 && weight <= 1;
}

/* Sets a field of a key that fits to the row's number. */
static bool break_part(ap_damage *damage, enum ap_mrtk_part part,
    bool (*fits)(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate))
{
    ap_mrtk_candidates candidates;
    ap_mrtk_candidate candidate;
    if (!ap_mrtk_find_candidates(damage, &candidates) || !ap_mrtk_pick_key(&candidates, fits, &candidate))
        return false;
    const ap_listed_field *field = ap_mrtk_part(candidate.curve, candidate.key, part);
    return ap_edit_number(damage, field, (uint64_t)damage->defect->number) && ap_expect_own(damage, field);
}

static bool is_long(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    (void)candidates;
    return candidate.curve->parts == AP_MRTK_PARTS;
}

/* Another mode must not bring other weights into question. */
static bool weights_fine(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    return is_long(candidates, candidate) && weight_fine(part_f32(candidates, candidate, AP_MRTK_IN_WEIGHT))
           && weight_fine(part_f32(candidates, candidate, AP_MRTK_OUT_WEIGHT))
           && ap_field_bits(candidates->damage, ap_mrtk_part(candidate.curve, candidate.key, AP_MRTK_MODE))
                  != (uint32_t)candidates->damage->defect->number;
}

static bool break_mode(ap_damage *damage)
{
    return break_part(damage, AP_MRTK_MODE, weights_fine);
}

static bool break_in_tangent(ap_damage *damage)
{
    return break_part(damage, AP_MRTK_IN_TANGENT, is_long);
}

static bool break_out_tangent(ap_damage *damage)
{
    return break_part(damage, AP_MRTK_OUT_TANGENT, is_long);
}

static uint64_t mode_of(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    return ap_field_bits(candidates->damage, ap_mrtk_part(candidate.curve, candidate.key, AP_MRTK_MODE));
}

/* A near miss with the text "unused" needs a mode that does not use the weight. */
static bool weight_fits(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate, uint64_t bit)
{
    const bool used = candidates->damage->defect->text == NULL;
    return is_long(candidates, candidate) && ((mode_of(candidates, candidate) & bit) != 0) == used;
}

static bool in_weight_fits(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    return weight_fits(candidates, candidate, 1);
}

static bool out_weight_fits(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    return weight_fits(candidates, candidate, 2);
}

static bool break_in_weight(ap_damage *damage)
{
    return break_part(damage, AP_MRTK_IN_WEIGHT, in_weight_fits);
}

static bool break_out_weight(ap_damage *damage)
{
    return break_part(damage, AP_MRTK_OUT_WEIGHT, out_weight_fits);
}

static bool value_fits(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    return candidate.curve->vector != AP_MRTK_NO_VECTOR && ap_mrtk_rotation_sound(candidates, candidate);
}

static bool break_value(ap_damage *damage)
{
    return break_part(damage, AP_MRTK_VALUE, value_fits);
}

/* Boolean keys */

static bool is_boolean(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    (void)candidates;
    return candidate.curve->vector == AP_MRTK_NO_VECTOR;
}

static bool is_zero(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    return is_boolean(candidates, candidate)
           && ap_field_bits(candidates->damage, ap_mrtk_part(candidate.curve, candidate.key, AP_MRTK_VALUE))
                  == 0;
}

static const ap_listed_field *value_behind(ap_mrtk_candidate candidate)
{
    return candidate.key + 1 < candidate.curve->key_count
               ? ap_mrtk_part(candidate.curve, candidate.key + 1, AP_MRTK_VALUE)
               : NULL;
}

/* A value that is neither; the next key then repeats nothing. */
static bool break_boolean(ap_damage *damage)
{
    ap_mrtk_candidates candidates;
    ap_mrtk_candidate candidate;
    if (!ap_mrtk_find_candidates(damage, &candidates)
        || !ap_mrtk_pick_key(&candidates, is_boolean, &candidate))
        return false;
    const ap_listed_field *field = ap_mrtk_part(candidate.curve, candidate.key, AP_MRTK_VALUE);
    const ap_listed_field *behind = value_behind(candidate);
    return ap_edit_number(damage, field, (uint64_t)damage->defect->number) && ap_expect_own(damage, field)
           && (behind == NULL || ap_vanish_span(damage, NO_FLIP, behind->span));
}

static bool negate_zero(ap_damage *damage)
{
    damage->findings_stay = true; /* a repeated value is repeated still */
    return break_part(damage, AP_MRTK_VALUE, is_zero);
}

static bool is_on_or_off(float value)
{
    return value == 0 || value == 1;
}

static bool flips(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    const float before =
        part_f32(candidates, (ap_mrtk_candidate){ candidate.curve, candidate.key - 1 }, AP_MRTK_VALUE);
    const float value = part_f32(candidates, candidate, AP_MRTK_VALUE);
    return is_on_or_off(before) && is_on_or_off(value) && value != before;
}

static bool is_last_flip(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    return is_boolean(candidates, candidate) && candidate.key > 0
           && candidate.key + 1 == candidate.curve->key_count && flips(candidates, candidate);
}

static bool is_middle_flip(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    return is_boolean(candidates, candidate) && candidate.key > 0
           && candidate.key + 1 < candidate.curve->key_count && flips(candidates, candidate)
           && flips(candidates, (ap_mrtk_candidate){ candidate.curve, candidate.key + 1 });
}

static bool is_first_of_flip(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    return is_boolean(candidates, candidate) && candidate.key == 0 && candidate.curve->key_count > 1
           && flips(candidates, (ap_mrtk_candidate){ candidate.curve, 1 });
}

static bool is_alone(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate)
{
    return is_boolean(candidates, candidate) && candidate.curve->key_count == 1;
}

/* Inverts a value, so that it repeats the one before, and the next one repeats it. */
static bool turn_over(
    ap_damage *damage, bool (*fits)(const ap_mrtk_candidates *candidates, ap_mrtk_candidate candidate))
{
    ap_mrtk_candidates candidates;
    ap_mrtk_candidate candidate;
    if (!ap_mrtk_find_candidates(damage, &candidates) || !ap_mrtk_pick_key(&candidates, fits, &candidate))
        return false;
    const ap_listed_field *field = ap_mrtk_part(candidate.curve, candidate.key, AP_MRTK_VALUE);
    const ap_listed_field *behind = value_behind(candidate);
    const float turned = ap_field_f32(damage, field) == 0 ? 1 : 0;
    return ap_edit_number(damage, field, ap_bits_of_float(turned))
           && (candidate.key == 0 || ap_expect_at(damage, NO_FLIP, field))
           && (behind == NULL || ap_expect_at(damage, NO_FLIP, behind));
}

static bool repeat_last(ap_damage *damage)
{
    return turn_over(damage, is_last_flip);
}

static bool repeat_middle(ap_damage *damage)
{
    return turn_over(damage, is_middle_flip);
}

static bool repeat_first(ap_damage *damage)
{
    return turn_over(damage, is_first_of_flip);
}

static bool turn_only(ap_damage *damage)
{
    return turn_over(damage, is_alone);
}

static const ap_defect defects[] = {
    { "wrap-mode_unknown-bit", WRAP, "a wrap mode has a bit that none of its values has", NULL,
        .apply = ap_apply_number, .pattern = "*.pre_wrap", .number = 16 },
    { "wrap-mode_post", WRAP, "a post-wrap mode has a bit that none of its values has", NULL,
        .apply = ap_apply_number, .pattern = "*.post_wrap", .number = 32 },
    { "wrap-mode_negative", WRAP, "a wrap mode is -1", NULL, .apply = ap_apply_number, .pattern = "*_wrap",
        .number = -1 },
    { "wrap-mode_known-and-unknown", WRAP, "a wrap mode has a known and an unknown bit", NULL,
        .apply = ap_apply_number, .pattern = "*_wrap", .number = 24 },
    { "wrap-mode_sign-bit", WRAP, "a wrap mode has the sign bit", NULL, .apply = ap_apply_number,
        .pattern = "*_wrap", .number = INT32_MIN },
    { "wrap-mode_byte-swapped", WRAP, "a wrap mode of 8 is written big-endian", NULL,
        .apply = ap_apply_number, .pattern = "*_wrap", .number = 0x08000000 },
    { "wrap-mode_0", WRAP, "a wrap mode is 0: the default", NULL, .apply = ap_apply_number,
        .pattern = "*_wrap", .number = 0, .near_miss = true },
    { "wrap-mode_4", WRAP, "a wrap mode is 4: back and forth", NULL, .apply = ap_apply_number,
        .pattern = "*_wrap", .number = 4, .near_miss = true },
    { "wrap-mode-combined_3", COMBINED, "a wrap mode combines once and loop", NULL, .apply = ap_apply_number,
        .pattern = "*.pre_wrap", .number = 3 },
    { "wrap-mode-combined_12", COMBINED, "a wrap mode combines two values", NULL, .apply = ap_apply_number,
        .pattern = "*.post_wrap", .number = 12 },
    { "wrap-mode-combined_15", COMBINED, "a wrap mode combines all values", NULL, .apply = ap_apply_number,
        .pattern = "*_wrap", .number = 15 },
    { "wrap-mode-combined_1", COMBINED, "a wrap mode is 1: once", NULL, .apply = ap_apply_number,
        .pattern = "*.pre_wrap", .number = 1, .near_miss = true },
    { "wrap-mode-combined_2", COMBINED, "a wrap mode is 2: loop", NULL, .apply = ap_apply_number,
        .pattern = "*.post_wrap", .number = 2, .near_miss = true },

    { "weighted-mode_4", WEIGHTED, "a weighted mode is 4", LONG_KEYS, .apply = break_mode, .number = 4 },
    { "weighted-mode_negative", WEIGHTED, "a weighted mode is -1", LONG_KEYS, .apply = break_mode,
        .number = -1 },
    { "weighted-mode_byte-swapped", WEIGHTED, "a weighted mode of 3 is written big-endian", LONG_KEYS,
        .apply = break_mode, .number = 0x03000000 },
    { "weighted-mode_float", WEIGHTED, "a weighted mode is written as a float", LONG_KEYS,
        .apply = break_mode, .number = 0x40400000 },
    { "weighted-mode_0", WEIGHTED, "a weighted mode is 0: no weights", LONG_KEYS, .apply = break_mode,
        .number = 0, .near_miss = true },

    { "boolean-value_half", BOOLEAN, "a boolean key's value is 0.5", "has_hand=yes keys=8..16",
        .apply = break_boolean, .number = 0x3f000000 },
    { "boolean-value_2", BOOLEAN, "a boolean key's value is 2", "has_hand=yes keys=8..16",
        .apply = break_boolean, .number = 0x40000000 },
    { "boolean-value_minus-1", BOOLEAN, "a boolean key's value is -1", "has_hand=yes keys=8..16",
        .apply = break_boolean, .number = 0xbf800000 },
    { "boolean-value_nan", BOOLEAN, "a boolean key's value is NaN", "has_hand=yes keys=8..16",
        .apply = break_boolean, .number = 0x7fc00000 },
    { "boolean-value_infinite", BOOLEAN, "a boolean key's value is infinite", "has_hand=yes keys=8..16",
        .apply = break_boolean, .number = 0x7f800000 },
    { "boolean-value_integer", BOOLEAN, "a boolean key's value is the integer 1, not the float",
        "has_hand=yes keys=8..16", .apply = break_boolean, .number = 1 },
    { "boolean-value_nearly-1", BOOLEAN, "a boolean key's value is just below 1", "has_hand=yes keys=8..16",
        .apply = break_boolean, .number = 0x3f7fffff },
    { "boolean-value_minus-0", BOOLEAN, "a boolean key's value is -0, which is 0", "has_hand=yes keys=8..16",
        .apply = negate_zero, .number = 0x80000000, .near_miss = true },
    { "boolean-no-flip_last", NO_FLIP, "the last boolean key repeats the value before it",
        "has_hand=yes keys=8..16", .apply = repeat_last },
    { "boolean-no-flip_middle", NO_FLIP, "three boolean keys have the same value", "has_hand=yes keys=8..16",
        .apply = repeat_middle },
    { "boolean-no-flip_first", NO_FLIP, "the second boolean key repeats the first value",
        "has_hand=yes keys=8..16", .apply = repeat_first },
    { "boolean-no-flip_only", NO_FLIP, "the only boolean key has the other value", "has_hand=yes keys=8..16",
        .apply = turn_only, .near_miss = true },

    { "value-not-finite_nan", VALUE, "a key's value is NaN", NULL, .apply = break_value,
        .number = 0x7fc00000 },
    { "value-not-finite_signalling", VALUE, "a key's value is a signalling NaN", NULL, .apply = break_value,
        .number = 0x7fa00000 },
    { "value-not-finite_infinite", VALUE, "a key's value is infinite", NULL, .apply = break_value,
        .number = 0x7f800000 },
    { "value-not-finite_minus-infinite", VALUE, "a key's value is minus infinity", NULL, .apply = break_value,
        .number = 0xff800000 },
    { "value-not-finite_rotation", VALUE, "a rotation has a component that is NaN", NULL,
        .apply = break_value, .pattern = "*.rotation_*", .number = 0x7fc00000 },
    { "value-not-finite_greatest", VALUE, "a position is the greatest float there is", NULL,
        .apply = break_value, .pattern = "*.position_*", .number = 0x7f7fffff, .near_miss = true },
    { "value-not-finite_subnormal", VALUE, "a position is the least float there is", NULL,
        .apply = break_value, .pattern = "*.position_*", .number = 1, .near_miss = true },

    { "tangent-nan_in", TANGENT, "an in-tangent is NaN", LONG_KEYS, .apply = break_in_tangent,
        .number = 0x7fc00000 },
    { "tangent-nan_out", TANGENT, "an out-tangent is NaN", LONG_KEYS, .apply = break_out_tangent,
        .number = 0xffc00001 },
    { "tangent-nan_infinite", TANGENT, "an in-tangent is infinite: a step", LONG_KEYS,
        .apply = break_in_tangent, .number = 0x7f800000, .near_miss = true },
    { "tangent-nan_minus-infinite", TANGENT, "an out-tangent is minus infinity", LONG_KEYS,
        .apply = break_out_tangent, .number = 0xff800000, .near_miss = true },

    { "weight-range_negative", WEIGHT, "an in-weight is below 0", LONG_KEYS, .apply = break_in_weight,
        .number = 0xbf000000 },
    { "weight-range_above-1", WEIGHT, "an out-weight is just above 1", LONG_KEYS, .apply = break_out_weight,
        .number = 0x3f800001 },
    { "weight-range_nan", WEIGHT, "an in-weight is NaN", LONG_KEYS, .apply = break_in_weight,
        .number = 0x7fc00000 },
    { "weight-range_infinite", WEIGHT, "an out-weight is infinite", LONG_KEYS, .apply = break_out_weight,
        .number = 0x7f800000 },
    { "weight-range_1", WEIGHT, "an in-weight is 1", LONG_KEYS, .apply = break_in_weight,
        .number = 0x3f800000, .near_miss = true },
    { "weight-range_minus-0", WEIGHT, "an out-weight is -0, which is 0", LONG_KEYS, .apply = break_out_weight,
        .number = 0x80000000, .near_miss = true },
    { "weight-range_unused", WEIGHT, "an in-weight of 5 that the weighted mode leaves out",
        "version=1.0 weighted_mode=0..2", .apply = break_in_weight, .number = 0x40a00000, .text = "unused",
        .near_miss = true },
};

const ap_defect_table ap_mrtk_key_defects = { defects, sizeof defects / sizeof *defects };
