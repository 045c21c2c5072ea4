/* Fast checks of runs of keys: whether a walk would find nothing. */
#include <math.h>

#include "validators/mrtk/mrtk_avx2.h"
#include "validators/mrtk/mrtk_rules.h"

static uint32_t bits_at(const uint8_t *key, size_t offset)
{
    return ap_load_u32(key + offset, false);
}

static float float_at(const uint8_t *key, size_t offset)
{
    return ap_load_f32(key + offset, false);
}

/* The time of the key before the block; -INFINITY before the first key. */
static float time_before(const ap_block *block, size_t key_bytes)
{
    return block->before == 0 ? -INFINITY : float_at(block->bytes - key_bytes, 0);
}

/* The fast checks below OR together, without a branch, what the walk would ask field by field. After a
   time that is not finite they may call a clean block unclean, never the reverse. */
static unsigned bad_time(const uint8_t *key, float before, bool negative_is_fine)
{
    float time = float_at(key, 0);
    return (unsigned)!ap_f32_bits_finite(bits_at(key, 0)) | (unsigned)!(time > before)
           | ((unsigned)!negative_is_fine & (unsigned)(time < 0));
}

static unsigned bad_weight(float weight)
{
    return (unsigned)!((weight >= 0) & (weight <= 1));
}

/* Keys of 28 bytes; `before` is the time of the key before them. */
static bool long_keys_clean(const uint8_t *key, size_t count, float before, bool negative_is_fine)
{
    unsigned bad = 0;
    for (size_t i = 0; i < count; i++, key += AP_MRTK_LONG_KEY_BYTES) {
        float in_tangent = float_at(key, 8), out_tangent = float_at(key, 12);
        uint32_t mode = bits_at(key, 24);
        bad |= bad_time(key, before, negative_is_fine) | (unsigned)!ap_f32_bits_finite(bits_at(key, 4));
        bad |= (unsigned)(in_tangent != in_tangent) | (unsigned)(out_tangent != out_tangent);
        bad |= (unsigned)(mode > 3) | ((mode & 1) & bad_weight(float_at(key, 16)))
               | ((mode >> 1 & 1) & bad_weight(float_at(key, 20)));
        before = float_at(key, 0);
    }
    return bad == 0;
}

static bool short_keys_clean(const uint8_t *key, size_t count, float before, bool negative_is_fine)
{
    unsigned bad = 0;
    for (size_t i = 0; i < count; i++, key += AP_MRTK_SHORT_KEY_BYTES) {
        bad |= bad_time(key, before, negative_is_fine) | (unsigned)!ap_f32_bits_finite(bits_at(key, 4));
        before = float_at(key, 0);
    }
    return bad == 0;
}

/* The two ways to look at keys of one size. */
typedef struct key_checks {
    size_t bytes;
    bool (*clean)(const uint8_t *key, size_t count, float before, bool negative_is_fine);
    size_t (*avx2)(const uint8_t *keys, size_t count);
} key_checks;

static bool keys_clean(const ap_block *block, const key_checks *checks, bool negative_is_fine, bool no_simd)
{
    const uint8_t *keys = block->bytes;
    const float before = time_before(block, checks->bytes);
    if (no_simd || !ap_mrtk_has_avx2())
        return checks->clean(keys, block->count, before, negative_is_fine);
    const size_t done = checks->avx2(keys, block->count);
    if (done == 0 || !checks->clean(keys, 1, before, negative_is_fine))
        return false;
    const uint8_t *rest = keys + done * checks->bytes;
    return checks->clean(rest, block->count - done, float_at(rest - checks->bytes, 0), negative_is_fine);
}

/* slow twin: ap_mrtk_judge_key_time, ap_mrtk_judge_value, ap_mrtk_judge_tangent, ap_mrtk_judge_weights,
   long_key */
bool ap_mrtk_long_keys_clean(const ap_block *block, const void *record)
{
    static const key_checks checks = { AP_MRTK_LONG_KEY_BYTES, long_keys_clean, ap_mrtk_long_keys_avx2 };
    const ap_mrtk_animation *animation = ((const ap_mrtk_key_record *)record)->animation;
    return keys_clean(block, &checks, !ap_mrtk_version_of(animation)->times_from_zero, animation->no_simd);
}

/* slow twin: ap_mrtk_judge_key_time, ap_mrtk_judge_value */
/* Keys of 8 bytes are those of 1.1. */
bool ap_mrtk_short_keys_clean(const ap_block *block, const void *record)
{
    static const key_checks checks = { AP_MRTK_SHORT_KEY_BYTES, short_keys_clean, ap_mrtk_short_keys_avx2 };
    const ap_mrtk_animation *animation = ((const ap_mrtk_key_record *)record)->animation;
    return keys_clean(block, &checks, false, animation->no_simd);
}

/* slow twin: ap_mrtk_judge_key_time, ap_mrtk_judge_boolean */
bool ap_mrtk_boolean_keys_clean(const ap_block *block, const void *record)
{
    const ap_mrtk_animation *animation = ((const ap_mrtk_key_record *)record)->animation;
    const uint8_t *key = block->bytes;
    float before = time_before(block, AP_MRTK_SHORT_KEY_BYTES);
    float value_before = block->before == 0 ? -1 : float_at(key - AP_MRTK_SHORT_KEY_BYTES, 4);
    unsigned bad = 0;
    for (size_t i = 0; i < block->count; i++, key += AP_MRTK_SHORT_KEY_BYTES) {
        float value = float_at(key, 4);
        bad |= bad_time(key, before, !ap_mrtk_version_of(animation)->times_from_zero);
        bad |= (unsigned)!((value == 0) | (value == 1)) | (unsigned)(value == value_before);
        before = float_at(key, 0);
        value_before = value;
    }
    return bad == 0;
}
