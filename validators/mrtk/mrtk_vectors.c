/* Rules over the curves of one vector, which are read one after the other: that they agree. */
#include <math.h>

#include "validators/mrtk/mrtk_rotations.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"

enum { TIMES_AT_ONCE = 256 };

static float float_at(const uint8_t *key, size_t offset)
{
    return ap_load_f32(key + offset, false);
}

static uint32_t bits_at(const uint8_t *key, size_t offset)
{
    return ap_load_u32(key + offset, false);
}

static const uint8_t *key_of(const ap_mrtk_curve *curve, size_t index)
{
    return curve->keys.bytes + index * ap_mrtk_key_bytes(curve);
}

static bool same_time(float a, float b)
{
    return a == b || (isnan(a) && isnan(b));
}

/* Keys of 8 bytes: their times are the low halves of words: compilers use vectors without being told how. */
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

/* The end of a block of keys from number `first` on. */
static size_t block_end(size_t first, size_t count)
{
    return count - first < TIMES_AT_ONCE ? count : first + TIMES_AT_ONCE;
}

/* Whether the times of keys from number `from` to `end` are the same bits in two curves. */
static bool same_block(const ap_mrtk_curve *a, const ap_mrtk_curve *b, size_t from, size_t end)
{
    return same_bits(
        key_of(a, from), ap_mrtk_key_bytes(a), key_of(b, from), ap_mrtk_key_bytes(b), end - from);
}

/* The first key with another time than that of x; the count of keys where none has. */
static size_t first_difference(const ap_mrtk_curve *x, const ap_mrtk_curve *other)
{
    const size_t count = (size_t)x->key_count;
    for (size_t from = 0, end; from < count; from = end) {
        end = block_end(from, count);
        if (same_block(x, other, from, end))
            continue;
        for (size_t key = from; key < end; key++) {
            if (!same_time(float_at(key_of(x, key), 0), float_at(key_of(other, key), 0)))
                return key;
        }
    }
    return count;
}

static void report_count(ap_io *io, const ap_mrtk_record *record, size_t first, size_t at_fault)
{
    const ap_mrtk_curve *x = &record->curves[first], *curve = &record->curves[at_fault];
    bool known_fault = record->shape->quaternion && at_fault == record->shape->curve_count - 1
                       && curve->key_count < x->key_count && ap_mrtk_key_bytes(x) != AP_MRTK_LONG_KEY_BYTES;
    ap_enter(io, record->shape->curve_names[at_fault]);
    ap_found_at(io, AP_MRTK_RULE(COMPONENT_MISMATCH),
        (ap_span){ curve->key_count_at, sizeof curve->key_count }, "key_count", ap_integer(x->key_count),
        ap_integer(curve->key_count), ": %s has as many keys%s", record->shape->curve_names[first],
        known_fault ? "; MRTK 2.6.0 to 2.7.2 wrote too few rotation_w keys" : "");
    ap_leave(io);
}

static void report_time(ap_io *io, const ap_mrtk_record *record, size_t first, size_t at_fault, size_t key)
{
    const uint8_t *ours = key_of(&record->curves[at_fault], key);
    ap_span span = { (size_t)(ours - io->input.bytes), sizeof(float) };
    ap_enter(io, record->shape->curve_names[at_fault]);
    ap_enter_index(io, "keys", key);
    ap_found_at(io, AP_MRTK_RULE(COMPONENT_MISMATCH), span, "time",
        ap_float(float_at(key_of(&record->curves[first], key), 0)), ap_float(float_at(ours, 0)),
        ": the same key of %s has that time", record->shape->curve_names[first]);
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

void ap_mrtk_judge_vector(ap_io *io, ap_mrtk_cursor *cursor)
{
    const ap_mrtk_record *record = &cursor->animation->records[cursor->record];
    const ap_mrtk_shape *shape = record->shape;
    const size_t end = cursor->curve + 1;
    if (ap_is_structural(io) || shape->curve_names == NULL)
        return;
    if (end == shape->second_vector)
        (void)components_agree(io, record, 0, end);
    else if (end == shape->curve_count && components_agree(io, record, shape->second_vector, end))
        ap_mrtk_judge_rotation(io, cursor, record);
    else if (end == shape->curve_count)
        ap_skip(io, 1);
}
