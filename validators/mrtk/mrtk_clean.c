/* Checks runs of keys fast: returns true if reading key by key would add no finding. */
#include <float.h>
#include <math.h>

#include "validators/mrtk/mrtk_rules.h"

/* Returns a time that the first time of the block must exceed: the time of the previous key or, at the first key of a curve,
   negative infinity; if from_zero is true, at least the greatest negative number. */
static float time_to_exceed(const ap_block *block, size_t key_bytes, bool from_zero)
{
    const float least = from_zero ? -FLT_TRUE_MIN : -INFINITY;
    const float before = block->before == 0 ? least : ap_mrtk_float_at(block->bytes - key_bytes, 0);
    return before < least ? least : before;
}

static bool do_times_begin_at_0(const void *record)
{
    return ap_mrtk_features_of(((const ap_mrtk_key_record *)record)->animation)->times_from_zero;
}

/* The fast checks in this file combine, without branches, the conditions that the reference path checks field by field. After a
   time that is not finite a fast check may reject a valid block, but never accepts an invalid one. */
static unsigned is_time_not_later(const uint8_t *key, float before)
{
    return (unsigned)!(ap_mrtk_float_at(key, 0) > before);
}

/* Increasing times are all finite if the last time is finite, so only the last is tested. */
static unsigned is_last_time_not_finite(float last)
{
    return (unsigned)!(last < INFINITY);
}

static unsigned is_weight_out_of_range(float weight)
{
    return (unsigned)!((weight >= 0) & (weight <= 1));
}

/* Fast path of ap_mrtk_check_key_time, ap_mrtk_check_value, ap_mrtk_check_tangent, ap_mrtk_check_weights and
   read_or_write_long_key. */
bool ap_mrtk_are_long_keys_clean(const ap_block *block, const void *record)
{
    const uint8_t *key = block->bytes;
    float before = time_to_exceed(block, AP_MRTK_LONG_KEY_BYTES, do_times_begin_at_0(record));
    unsigned bad = 0;
    for (size_t i = 0; i < block->count; i++, key += AP_MRTK_LONG_KEY_BYTES) {
        float in_tangent = ap_mrtk_float_at(key, 8), out_tangent = ap_mrtk_float_at(key, 12);
        uint32_t mode = ap_mrtk_bits_at(key, 24);
        bad |= is_time_not_later(key, before) | (unsigned)!ap_are_f32_bits_finite(ap_mrtk_bits_at(key, 4));
        bad |= (unsigned)(in_tangent != in_tangent) | (unsigned)(out_tangent != out_tangent);
        bad |= (unsigned)(mode > 3) | ((mode & 1) & is_weight_out_of_range(ap_mrtk_float_at(key, 16)))
               | ((mode >> 1 & 1) & is_weight_out_of_range(ap_mrtk_float_at(key, 20)));
        before = ap_mrtk_float_at(key, 0);
    }
    return (bad | is_last_time_not_finite(before)) == 0;
}

/* Fast path of ap_mrtk_check_key_time and ap_mrtk_check_value. */
/* Checks float keys of 8 bytes, which only version 1.1 has. */
bool ap_mrtk_are_short_keys_clean(const ap_block *block, const void *record)
{
    const uint8_t *key = block->bytes;
    float before = time_to_exceed(block, AP_MRTK_SHORT_KEY_BYTES, true);
    unsigned bad = 0;
    (void)record;
    for (size_t i = 0; i < block->count; i++, key += AP_MRTK_SHORT_KEY_BYTES) {
        bad |= is_time_not_later(key, before) | (unsigned)!ap_are_f32_bits_finite(ap_mrtk_bits_at(key, 4));
        before = ap_mrtk_float_at(key, 0);
    }
    return (bad | is_last_time_not_finite(before)) == 0;
}

/* Fast path of ap_mrtk_check_key_time and ap_mrtk_check_boolean. */
bool ap_mrtk_are_boolean_keys_clean(const ap_block *block, const void *record)
{
    const uint8_t *key = block->bytes;
    float before = time_to_exceed(block, AP_MRTK_SHORT_KEY_BYTES, do_times_begin_at_0(record));
    float value_before = block->before == 0 ? -1 : ap_mrtk_float_at(key - AP_MRTK_SHORT_KEY_BYTES, 4);
    unsigned bad = 0;
    for (size_t i = 0; i < block->count; i++, key += AP_MRTK_SHORT_KEY_BYTES) {
        float value = ap_mrtk_float_at(key, 4);
        bad |= is_time_not_later(key, before);
        bad |= (unsigned)!((value == 0) | (value == 1)) | (unsigned)(value == value_before);
        before = ap_mrtk_float_at(key, 0);
        value_before = value;
    }
    return (bad | is_last_time_not_finite(before)) == 0;
}
