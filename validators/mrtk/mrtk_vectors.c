/* Rules over the curves of one vector, which are read one after the other. */
#include <math.h>

#include "validators/mrtk/mrtk_avx2.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"

enum { TIMES_AT_ONCE = 256, KEYS_AT_ONCE = 64 /* in so many, few components change their sign */ };

static const double norm_tolerance = AP_MRTK_NORM_TOLERANCE;

static float float_at(const uint8_t *key, size_t offset)
{
    return ap_load_f32(key + offset, false);
}

static uint32_t bits_at(const uint8_t *key, size_t offset)
{
    return ap_load_u32(key + offset, false);
}

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

/* The first key with another time than that of x; the count of keys where none does. */
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

/* A rotation or direction with curves that agree: the keys of its three or four curves. */
typedef struct vector {
    const ap_mrtk_record *record;
    size_t parts;
    const uint8_t *keys[4];
    size_t bytes; /* of a key, in all curves */
    size_t count; /* of keys, in each curve */
    bool avx2;
    bool zero_said;
} vector;

static vector second_vector(const ap_mrtk_record *record, bool no_simd)
{
    const ap_mrtk_shape *shape = record->shape;
    const ap_mrtk_curve *x = &record->curves[shape->second_vector];
    vector v = { .record = record, .parts = shape->curve_count - shape->second_vector };
    for (size_t c = 0; c < v.parts; c++)
        v.keys[c] = x[c].keys.bytes;
    v.bytes = key_bytes(x);
    v.count = (size_t)x->key_count;
    v.avx2 = v.bytes == AP_MRTK_SHORT_KEY_BYTES && !no_simd && ap_mrtk_has_avx2();
    return v;
}

/* The value of the last curve's key, where a finding about the whole vector points. */
static ap_span last_value(const ap_io *io, const vector *v, size_t key)
{
    const uint8_t *value = v->keys[v->parts - 1] + key * v->bytes + sizeof(float);
    return (ap_span){ (size_t)(value - io->input.bytes), sizeof(float) };
}

static void enter_last_key(ap_io *io, const vector *v, size_t key)
{
    ap_enter(io, v->record->shape->curve_names[v->record->shape->curve_count - 1]);
    ap_enter_index(io, "keys", key);
}

static void leave_last_key(ap_io *io)
{
    ap_leave(io);
    ap_leave(io);
}

/* clean twin: count_units, ap_mrtk_units_avx2 (quaternion-norm quaternion-zero direction-norm) */
static void report_length(ap_io *io, const vector *v, size_t key, double norm)
{
    const bool quaternion = v->record->shape->quaternion;
    const ap_span span = last_value(io, v, key);
    char name[AP_MRTK_NAME_BYTES];
    ap_mrtk_name_record(v->record, name);
    enter_last_key(io, v, key);
    if (norm == 0)
        ap_found_at(io, AP_MRTK_RULE(QUATERNION_ZERO), span, "value", ap_that("length", ap_integer(1)),
            ap_words("0 0 0 0"),
            "the rotation of %s is 0 0 0 0 at key %zu; 0 0 0 1 is the one that does not "
            "turn",
            name, key);
    else
        ap_found_at(io, quaternion ? AP_MRTK_RULE(QUATERNION_NORM) : AP_MRTK_RULE(DIRECTION_NORM), span,
            "value", ap_that("length", ap_integer(1)), ap_that("length", ap_double(norm)),
            "the %s of %s has length %.9g at key %zu; it must have length 1%s",
            quaternion ? "rotation" : "direction", name, norm, key,
            quaternion && norm > 2 ? ": write the quaternion x, y, z, w, not angles" : "");
    leave_last_key(io);
}

/* The squared length at a key, in doubles; not finite when a component is not. */
static double squared_norm(const vector *v, size_t key)
{
    double sum = 0;
    for (size_t c = 0; c < v->parts; c++) {
        double value = (double)float_at(v->keys[c] + key * v->bytes, 4);
        sum += value * value;
    }
    return sum;
}

/* Whether it is near enough to 1 that the length is, without asking for the root. */
static bool surely_unit(double squared)
{
    return fabs(squared - 1) <= AP_MRTK_SURELY_UNIT;
}

/* What ap_mrtk_units_avx2 does, of keys of any size and on any processor. */
/* slow twin: report_length */
static inline size_t count_units(
    const vector *v, size_t parts, size_t first, size_t end, const uint32_t reference[4], uint32_t *changed)
{
    const size_t bytes = v->bytes;
    const uint8_t *const keys[4] = { v->keys[0], v->keys[1], v->keys[2], v->keys[3] };
    uint32_t differing = 0;
    size_t key = first;
    for (; key < end; key++) {
        double sum = 0;
        for (size_t c = 0; c < parts; c++) {
            const uint8_t *at = keys[c] + key * bytes;
            const double value = (double)float_at(at, 4);
            sum += value * value;
            differing |= bits_at(at, 4) ^ reference[c];
        }
        if (!surely_unit(sum))
            break;
    }
    *changed |= differing;
    return key - first;
}

static size_t skip_units(
    const vector *v, size_t first, size_t end, const uint32_t reference[4], uint32_t *changed)
{
    size_t done = v->avx2 ? ap_mrtk_units_avx2(v->keys, v->parts, first, end, reference, changed) : 0;
    done += v->parts == 4 ? count_units(v, 4, first + done, end, reference, changed)
                          : count_units(v, 3, first + done, end, reference, changed);
    return done;
}

/* Returns whether some component has another sign than in the key before the first: otherwise, the dot
   product of no two neighbours is negative. */
static bool judge_lengths(ap_io *io, vector *v, size_t first, size_t end)
{
    uint32_t changed = 0, reference[4];
    for (size_t c = 0; c < v->parts; c++)
        reference[c] = bits_at(v->keys[c] + (first > 0 ? first - 1 : 0) * v->bytes, 4);
    for (size_t key = first; key < end; key++) {
        key += skip_units(v, key, end, reference, &changed);
        if (key == end)
            break;
        const double norm = sqrt(squared_norm(v, key));
        if (fabs(norm - 1) <= norm_tolerance || !isfinite(norm))
            continue;
        if (norm > 0 || (v->record->shape->quaternion && !v->zero_said))
            report_length(io, v, key, norm);
        v->zero_said |= norm == 0;
    }
    return changed >> 31 != 0;
}

/* With the key before; not negative where a component of either is not finite. */
static double dot_product(const vector *v, size_t key)
{
    double sum = 0;
    for (size_t c = 0; c < 4; c++) {
        const uint8_t *at = v->keys[c] + key * v->bytes;
        sum += (double)float_at(at, 4) * (double)float_at(at - v->bytes, 4);
    }
    if (sum >= 0)
        return sum;
    return isfinite(squared_norm(v, key)) && isfinite(squared_norm(v, key - 1)) ? sum : 0;
}

static void count_flips(const ap_io *io, const vector *v, size_t first, size_t end, ap_mrtk_flips *flips)
{
    for (size_t key = first > 0 ? first : 1; key < end; key++) {
        if (v->avx2)
            key += ap_mrtk_no_flips_avx2(v->keys, key, end);
        if (key == end)
            break;
        const double dot = dot_product(v, key);
        if (dot >= 0)
            continue;
        if (flips->count++ == 0) {
            flips->record = v->record;
            flips->key = key;
            flips->dot = dot;
            flips->at = last_value(io, v, key);
        }
    }
}

static void judge_rotation(ap_io *io, ap_mrtk_cursor *cursor, const ap_mrtk_record *record)
{
    vector v = second_vector(record, cursor->animation->no_simd);
    for (size_t first = 0; first < v.count; first += KEYS_AT_ONCE) {
        const size_t end = v.count - first < KEYS_AT_ONCE ? v.count : first + KEYS_AT_ONCE;
        if (judge_lengths(io, &v, first, end) && record->shape->quaternion)
            count_flips(io, &v, first, end, &cursor->flips);
    }
    if (record->shape->quaternion)
        cursor->flips.pairs += v.count > 0 ? v.count - 1 : 0;
}

void ap_mrtk_judge_vector(ap_io *io, ap_mrtk_cursor *cursor)
{
    const ap_mrtk_record *record = &cursor->animation->records[cursor->record];
    const ap_mrtk_shape *shape = record->shape;
    size_t end = cursor->curve + 1;
    if (ap_is_structural(io) || shape->curve_names == NULL)
        return;
    if (end == shape->second_vector) {
        (void)components_agree(io, record, 0, end);
    } else if (end == shape->curve_count) {
        if (components_agree(io, record, shape->second_vector, end))
            judge_rotation(io, cursor, record);
        else
            ap_skip(io, 1);
    }
}

void ap_mrtk_report_flips(ap_io *io, const ap_mrtk_flips *flips)
{
    char name[AP_MRTK_NAME_BYTES];
    if (flips->count == 0)
        return;
    const vector v = second_vector(flips->record, true);
    ap_mrtk_name_record(flips->record, name);
    ap_enter_index(io, flips->record->name, flips->record->index);
    enter_last_key(io, &v, flips->key);
    ap_found_at(io, AP_MRTK_RULE(ROTATION_FLIP), flips->at, "value", ap_words("a dot product of at least 0"),
        ap_that("a dot product of", ap_double(flips->dot)),
        "the rotation of %s changes its sign from key %zu to key %zu, as %zu of %zu pairs of keys in the "
        "file "
        "%s; negate the later one, for MRTK blends x, y, z and w one by one",
        name, flips->key - 1, flips->key, flips->count, flips->pairs, flips->count == 1 ? "does" : "do");
    leave_last_key(io);
    ap_leave(io);
}
