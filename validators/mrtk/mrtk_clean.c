/* Checks runs of keys fast: returns true if reading key by key would add no finding. */
#include <float.h>
#include <math.h>

#include "validators/mrtk/mrtk_rules.h"

/* Returns a time that the first time of the block must exceed: the time of the previous key or, at the first key of a curve,
   negative infinity; if from_zero is true, at least the greatest negative number. */
static float time_to_exceed(const ap_block_of_array *block, size_t key_bytes, bool from_zero)
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

enum { PREFETCHED_BYTES = 4096 /* distance from a long key to the bytes that are prefetched meanwhile */ };

/* Four consecutive numbers of a key: a processor tests them at once. */
typedef uint32_t four_bits __attribute__((vector_size(16)));
typedef float four_floats __attribute__((vector_size(16)));

static four_bits four_at(const uint8_t *key, size_t offset)
{
    return (four_bits){ ap_mrtk_bits_at(key, offset), ap_mrtk_bits_at(key, offset + 4),
        ap_mrtk_bits_at(key, offset + 8), ap_mrtk_bits_at(key, offset + 12) };
}

/* The faults of the keys of a block. not_later and carry have a number for each of the first four fields of a key, the other two
   for each of the last four. Numbers of fields that are not named have no meaning. */
typedef struct long_key_faults {
    four_bits not_later; /* time: 0 if each time is later than the one before */
    four_bits carry;     /* value and tangents: bit 31 is set if a value is not finite, or a tangent is NaN */
    four_bits weighted;  /* weights: all bits of the modes of the keys in which the weight is out of range */
    four_bits modes;     /* weighted_mode: all bits of the modes of all keys */
} long_key_faults;

/* Fast path of ap_mrtk_check_key_time, ap_mrtk_check_value, ap_mrtk_check_tangent_is_not_nan, ap_mrtk_check_weights and
   read_or_write_long_key. */
bool ap_mrtk_are_long_keys_clean(const ap_block_of_array *block, const void *record)
{
    const uint32_t lowest_exponent_bit = UINT32_C(1) << 23;
    const four_bits tested = { 0, AP_F32_EXPONENT, INT32_MAX, INT32_MAX };
    const four_bits added = { 0, lowest_exponent_bit, lowest_exponent_bit - 1, lowest_exponent_bit - 1 };
    const uint8_t *key = block->bytes;
    four_floats before = { time_to_exceed(block, AP_MRTK_LONG_KEY_BYTES, do_times_begin_at_0(record)) };
    long_key_faults all = { 0 };
    for (size_t i = 0; i < block->count; i++, key += AP_MRTK_LONG_KEY_BYTES) {
        ap_prefetch_byte(key, PREFETCHED_BYTES);
        const four_bits first = four_at(key, 0), last = four_at(key, 12);
        const four_floats weights = (four_floats)last;
        all.not_later |= ~(four_bits)((four_floats)first > before);
        all.carry |= (first & tested) + added;
        all.weighted |= ~(four_bits)((weights >= 0) & (weights <= 1)) & last[3];
        all.modes |= last;
        before = (four_floats)first;
    }
    return ((all.not_later[0] & 1) | (all.carry[1] | all.carry[2] | all.carry[3]) >> 31
               | (all.weighted[1] & 1) | (all.weighted[2] & 2) | (all.modes[3] > 3)
               | is_last_time_not_finite(before[0]))
           == 0;
}

/* Fast path of ap_mrtk_check_key_time and ap_mrtk_check_value. */
/* Checks float keys of 8 bytes, which only version 1.1 has. Compares each time with the stored one before it, and not with a
   variable of the loop, so that compilers vectorise the loop. */
bool ap_mrtk_are_short_keys_clean(const ap_block_of_array *block, const void *record)
{
    const uint8_t *key = block->bytes;
    unsigned bad = is_time_not_later(key, time_to_exceed(block, AP_MRTK_SHORT_KEY_BYTES, true))
                   | (unsigned)!ap_are_f32_bits_finite(ap_mrtk_bits_at(key, 4));
    (void)record;
    for (size_t i = 1; i < block->count; i++) {
        key = block->bytes + i * AP_MRTK_SHORT_KEY_BYTES;
        bad |= is_time_not_later(key, ap_mrtk_float_at(key - AP_MRTK_SHORT_KEY_BYTES, 0))
               | (unsigned)!ap_are_f32_bits_finite(ap_mrtk_bits_at(key, 4));
    }
    return (bad | is_last_time_not_finite(ap_mrtk_float_at(key, 0))) == 0;
}

/* Fast path of ap_mrtk_check_key_time and ap_mrtk_check_boolean_value_and_flip. */
bool ap_mrtk_are_boolean_keys_clean(const ap_block_of_array *block, const void *record)
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
