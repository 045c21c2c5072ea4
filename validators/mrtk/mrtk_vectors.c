/* Rules over runs of keys and over the curves of one vector: fast checks, and rules on several curves. */
#include <math.h>

#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"
#include "validators/mrtk/mrtk_wide.h"

#define RULE(name) (&ap_mrtk_rules[MRTK_##name])

enum { TIMES_AT_ONCE = 256 };

static const double norm_tolerance = AP_MRTK_NORM_TOLERANCE;

static uint32_t bits_at(const uint8_t *key, size_t offset)
{
    return ap_load_u32(key + offset, false);
}

static float float_at(const uint8_t *key, size_t offset)
{
    return ap_load_f32(key + offset, false);
}

/* A time that the one before it is to be less than; before the first, any finite time is more. */
static float time_before(const ap_block *block, size_t key_bytes)
{
    return block->before == 0 ? -INFINITY : float_at(block->bytes - key_bytes, 0);
}

/* The fast checks below OR together, without a branch, what the walk would ask field by field. After a
   time that is not finite they may call a block unclean that is clean; never the reverse. */
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

/* Keys of 28 bytes in front of which one with time `before` stands. */
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
    size_t (*wide)(const uint8_t *keys, size_t count);
} key_checks;

static bool keys_clean(const ap_block *block, const key_checks *checks, bool negative_is_fine, bool portable)
{
    const uint8_t *keys = block->bytes;
    const float before = time_before(block, checks->bytes);
    if (portable || !ap_mrtk_has_wide())
        return checks->clean(keys, block->count, before, negative_is_fine);
    const size_t done = checks->wide(keys, block->count);
    if (done == 0 || !checks->clean(keys, 1, before, negative_is_fine))
        return false;
    const uint8_t *rest = keys + done * checks->bytes;
    return checks->clean(rest, block->count - done, float_at(rest - checks->bytes, 0), negative_is_fine);
}

bool ap_mrtk_long_keys_clean(const ap_block *block, const void *record)
{
    static const key_checks checks = { AP_MRTK_LONG_KEY_BYTES, long_keys_clean, ap_mrtk_wide_long_keys };
    const ap_mrtk_animation *animation = ((const ap_mrtk_key_record *)record)->animation;
    return keys_clean(block, &checks, animation->minor == 0, animation->portable);
}

/* Keys of 8 bytes are those of 1.1. */
bool ap_mrtk_short_keys_clean(const ap_block *block, const void *record)
{
    static const key_checks checks = { AP_MRTK_SHORT_KEY_BYTES, short_keys_clean, ap_mrtk_wide_short_keys };
    const ap_mrtk_animation *animation = ((const ap_mrtk_key_record *)record)->animation;
    return keys_clean(block, &checks, false, animation->portable);
}

bool ap_mrtk_boolean_keys_clean(const ap_block *block, const void *record)
{
    const ap_mrtk_animation *animation = ((const ap_mrtk_key_record *)record)->animation;
    const uint8_t *key = block->bytes;
    float before = time_before(block, AP_MRTK_SHORT_KEY_BYTES);
    float value_before = block->before == 0 ? -1 : float_at(key - AP_MRTK_SHORT_KEY_BYTES, 4);
    unsigned bad = 0;
    for (size_t i = 0; i < block->count; i++, key += AP_MRTK_SHORT_KEY_BYTES) {
        float value = float_at(key, 4);
        bad |= bad_time(key, before, animation->minor == 0);
        bad |= (unsigned)!((value == 0) | (value == 1)) | (unsigned)(value == value_before);
        before = float_at(key, 0);
        value_before = value;
    }
    return bad == 0;
}

/* Rules over the curves of one vector */

static size_t key_bytes(const ap_mrtk_curve *curve)
{
    return curve->key_count == 0 ? 0 : curve->keys.size / (size_t)curve->key_count;
}

static const uint8_t *key_of(const ap_mrtk_curve *curve, size_t index)
{
    return curve->keys.bytes + index * key_bytes(curve);
}

static bool same_time(float a, float b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* The same of keys of 8 bytes, whose times are the low halves of words: wide without being told how. */
static bool same_short_bits(const uint8_t *a, const uint8_t *b, size_t count)
{
    uint64_t different = 0;
    for (size_t i = 0; i < count; i++, a += AP_MRTK_SHORT_KEY_BYTES, b += AP_MRTK_SHORT_KEY_BYTES)
        different |= ap_load_u64(a, false) ^ ap_load_u64(b, false);
    return (uint32_t)different == 0;
}

/* Whether the times of some keys are the same bits; where not, they may be the same still. */
static bool same_bits(const uint8_t *a, size_t a_bytes, const uint8_t *b, size_t b_bytes, size_t count)
{
    uint32_t different = 0;
    if (a_bytes == AP_MRTK_SHORT_KEY_BYTES && b_bytes == AP_MRTK_SHORT_KEY_BYTES)
        return same_short_bits(a, b, count);
    for (size_t i = 0; i < count; i++)
        different |= bits_at(a + i * a_bytes, 0) ^ bits_at(b + i * b_bytes, 0);
    return different == 0;
}

/* The first key whose time differs from that of x; the count of keys where none does. */
static size_t first_difference(const ap_mrtk_curve *x, const ap_mrtk_curve *other)
{
    const size_t count = (size_t)x->key_count, x_bytes = key_bytes(x), other_bytes = key_bytes(other);
    for (size_t i = 0; i < count; i += TIMES_AT_ONCE) {
        const size_t end = count - i < TIMES_AT_ONCE ? count : i + TIMES_AT_ONCE;
        const uint8_t *a = x->keys.bytes + i * x_bytes, *b = other->keys.bytes + i * other_bytes;
        if (same_bits(a, x_bytes, b, other_bytes, end - i))
            continue;
        for (size_t key = i; key < end; key++, a += x_bytes, b += other_bytes) {
            if (!same_time(float_at(a, 0), float_at(b, 0)))
                return key;
        }
    }
    return count;
}

static void report_count(ap_io *io, const ap_mrtk_record *record, size_t first, size_t at_fault)
{
    const ap_mrtk_curve *x = &record->curves[first], *curve = &record->curves[at_fault];
    bool known_fault = record->shape->quaternion && at_fault == record->shape->curve_count - 1
                       && curve->key_count < x->key_count && key_bytes(x) != AP_MRTK_LONG_KEY_BYTES;
    ap_enter(io, record->shape->curve_names[at_fault]);
    ap_report_at(io, RULE(COMPONENT_MISMATCH), (ap_span){ curve->key_count_at, sizeof curve->key_count },
        "key_count", ap_integer(x->key_count), ap_integer(curve->key_count), "has %d keys where %s has %d%s",
        (int)curve->key_count, record->shape->curve_names[first], (int)x->key_count,
        known_fault ? "; MRTK 2.6.0 to 2.7.2 wrote too few rotation_w keys" : "");
    ap_leave(io);
}

static void report_time(ap_io *io, const ap_mrtk_record *record, size_t first, size_t at_fault, size_t key)
{
    const uint8_t *ours = key_of(&record->curves[at_fault], key);
    ap_span span = { (size_t)(ours - io->input.bytes), sizeof(float) };
    ap_enter(io, record->shape->curve_names[at_fault]);
    ap_enter_index(io, "keys", key);
    ap_report_at(io, RULE(COMPONENT_MISMATCH), span, "time",
        ap_float(float_at(key_of(&record->curves[first], key), 0)), ap_float(float_at(ours, 0)),
        "differs from the time of the same key of %s", record->shape->curve_names[first]);
    ap_leave(io);
    ap_leave(io);
}

/* At most one finding a vector: y, z, w in turn against x, the count before the times. */
static bool components_agree(ap_io *io, const ap_mrtk_record *record, size_t first, size_t end)
{
    const ap_mrtk_curve *x = &record->curves[first];
    for (size_t c = first + 1; c < end; c++) {
        if (record->curves[c].key_count != x->key_count) {
            report_count(io, record, first, c);
            return false;
        }
        size_t key = first_difference(x, &record->curves[c]);
        if (key < (size_t)x->key_count) {
            report_time(io, record, first, c, key);
            return false;
        }
    }
    return true;
}

static void report_rotation(ap_io *io, const ap_mrtk_record *record, size_t key, double norm)
{
    size_t w = record->shape->curve_count - 1;
    const uint8_t *value = key_of(&record->curves[w], key) + sizeof(float);
    ap_span span = { (size_t)(value - io->input.bytes), sizeof(float) };
    ap_enter(io, record->shape->curve_names[w]);
    ap_enter_index(io, "keys", key);
    if (norm == 0)
        ap_report_at(io, RULE(QUATERNION_ZERO), span, "value", ap_that("length", ap_integer(1)),
            ap_words("0 0 0 0"), "the rotation of this key is 0 0 0 0");
    else
        ap_report_at(io, RULE(QUATERNION_NORM), span, "value", ap_that("length", ap_integer(1)),
            ap_that("length", ap_double(norm)), "the rotation of this key has length %.9g", norm);
    ap_leave(io);
    ap_leave(io);
}

/* The squared length of the rotation at a key, in doubles; not finite when a component is not. */
static double squared_norm(const uint8_t *const keys[4], size_t bytes, size_t key)
{
    double sum = 0;
    for (size_t c = 0; c < 4; c++) {
        double value = (double)float_at(keys[c] + key * bytes, 4);
        sum += value * value;
    }
    return sum;
}

/* Whether it is near enough to 1 that the length is, without asking for the root. */
static bool surely_unit(double squared)
{
    return fabs(squared - 1) <= AP_MRTK_SURELY_UNIT;
}

static void judge_rotation(ap_io *io, const ap_mrtk_record *record, bool portable)
{
    const ap_mrtk_curve *x = &record->curves[record->shape->second_vector];
    const size_t bytes = key_bytes(x); /* of all four: their counts agree, and so do their layouts */
    const uint8_t *const keys[4] = { x[0].keys.bytes, x[1].keys.bytes, x[2].keys.bytes, x[3].keys.bytes };
    const size_t count = (size_t)x->key_count;
    const bool wide = bytes == AP_MRTK_SHORT_KEY_BYTES && !portable && ap_mrtk_has_wide();
    bool zero_said = false;
    for (size_t key = 0; key < count; key++) {
        if (wide)
            key += ap_mrtk_wide_units(keys, key, count);
        if (key == count)
            break;
        const double squared = squared_norm(keys, bytes, key);
        if (surely_unit(squared))
            continue;
        const double norm = sqrt(squared);
        if (fabs(norm - 1) <= norm_tolerance || !isfinite(norm))
            continue;
        if (norm > 0 || !zero_said)
            report_rotation(io, record, key, norm);
        zero_said |= norm == 0;
    }
}

void ap_mrtk_judge_vector(ap_io *io, const ap_mrtk_record *record, size_t last_curve, bool portable)
{
    const ap_mrtk_shape *shape = record->shape;
    size_t end = last_curve + 1;
    if (io->findings == NULL || shape->curve_names == NULL)
        return;
    if (end == shape->second_vector) {
        (void)components_agree(io, record, 0, end);
    } else if (end == shape->curve_count) {
        bool agree = components_agree(io, record, shape->second_vector, end);
        if (agree && shape->quaternion)
            judge_rotation(io, record, portable);
        else if (shape->quaternion)
            ap_skip(io, 1);
    }
}
