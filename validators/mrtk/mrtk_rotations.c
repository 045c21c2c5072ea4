#include "validators/mrtk/mrtk_rotations.h"

#include <math.h>

#include "validators/mrtk/content/mrtk_spikes.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"

/* The length of a rotation or direction may differ from 1 by this much. */
static const double norm_tolerance = 1e-3;

/* A rotation or direction: the keys of its three or four curves, which agree in times. */
typedef struct second_vector_curves {
    const ap_mrtk_record *record;
    size_t parts;
    const uint8_t *keys[4];
    size_t bytes; /* bytes of a key, the same in all curves */
    size_t count; /* number of keys in each curve */
    bool zero_reported;
} second_vector_curves;

static second_vector_curves curves_of_second_vector(const ap_mrtk_record *record)
{
    const ap_mrtk_record_layout *shape = record->shape;
    const ap_mrtk_curve *x = &record->curves[shape->second_vector];
    second_vector_curves v = { .record = record, .parts = shape->curve_count - shape->second_vector };
    for (size_t c = 0; c < v.parts; c++)
        v.keys[c] = x[c].keys.bytes;
    v.bytes = ap_mrtk_key_bytes(x);
    v.count = (size_t)x->key_count;
    return v;
}

/* Returns the span of the last curve's value, at which a finding about the whole vector points. */
static ap_span span_of_last_curves_value(const ap_io *io, const second_vector_curves *v, size_t key)
{
    const uint8_t *value = v->keys[v->parts - 1] + key * v->bytes + sizeof(float);
    return (ap_span){ (size_t)(value - io->input.bytes), sizeof(float) };
}

static void enter_last_curves_key(ap_io *io, const second_vector_curves *v, size_t key)
{
    ap_enter_record(io, v->record->shape->curve_names[v->record->shape->curve_count - 1]);
    ap_enter_element(io, "keys", key);
}

static void report_length(ap_io *io, const second_vector_curves *v, size_t key, double norm)
{
    const bool quaternion = v->record->shape->quaternion;
    const ap_span span = span_of_last_curves_value(io, v, key);
    char name[AP_MRTK_NAME_BYTES];
    ap_mrtk_put_record_name(v->record, name);
    const ap_field_path path = io->path;
    enter_last_curves_key(io, v, key);
    if (norm == 0)
        ap_add_finding_at(io, AP_MRTK_RULE(QUATERNION_ZERO), span, "value",
            ap_value_with_prefix("length", ap_integer(1)), ap_text_value("0 0 0 0"),
            "the rotation of %s is 0 0 0 0 at key %zu; 0 0 0 1 is the rotation that does not "
            "turn",
            name, key);
    else
        ap_add_finding_at(io, quaternion ? AP_MRTK_RULE(QUATERNION_NORM) : AP_MRTK_RULE(DIRECTION_NORM), span,
            "value", ap_value_with_prefix("length", ap_integer(1)),
            ap_value_with_prefix("length", ap_double(norm)),
            "the %s of %s has length %.9g at key %zu; it must have length 1%s",
            quaternion ? "rotation" : "direction", name, norm, key,
            quaternion && norm > 2 ? ": write the quaternion x, y, z, w, not angles" : "");
    io->path = path;
}

/* Returns the squared length of the rotation or direction at a key. The result is not finite if a component is not finite. */
static double squared_norm(const second_vector_curves *v, size_t key)
{
    double sum = 0;
    for (size_t c = 0; c < v->parts; c++) {
        double value = (double)ap_mrtk_float_at(v->keys[c] + key * v->bytes, 4);
        sum += value * value;
    }
    return sum;
}

static void check_length(ap_io *io, second_vector_curves *v, size_t key)
{
    const double norm = sqrt(squared_norm(v, key));
    if (fabs(norm - 1) <= norm_tolerance || !isfinite(norm))
        return;
    if (norm > 0 || (v->record->shape->quaternion && !v->zero_reported))
        report_length(io, v, key, norm);
    v->zero_reported |= norm == 0;
}

/* Returns the dot product with the previous key; not negative if a component of either key is not finite. */
static double dot_product_with_previous_key(const second_vector_curves *v, size_t key)
{
    double sum = 0;
    for (size_t c = 0; c < 4; c++) {
        const uint8_t *at = v->keys[c] + key * v->bytes;
        sum += (double)ap_mrtk_float_at(at, 4) * (double)ap_mrtk_float_at(at - v->bytes, 4);
    }
    if (sum >= 0)
        return sum;
    return isfinite(squared_norm(v, key)) && isfinite(squared_norm(v, key - 1)) ? sum : 0;
}

static void count_flip(const ap_io *io, const second_vector_curves *v, size_t key, ap_mrtk_flips *flips)
{
    const double dot = dot_product_with_previous_key(v, key);
    if (dot >= 0)
        return;
    if (flips->count++ == 0) {
        flips->record = v->record;
        flips->key = key;
        flips->dot = dot;
        flips->at = span_of_last_curves_value(io, v, key);
    }
}

typedef struct rotation {
    float x, y, z, w;
} rotation;

/* Returns the rotation at this offset from the first keys of its curves. */
static inline rotation rotation_at(const ap_mrtk_track *track, size_t at)
{
    return (rotation){ ap_mrtk_float_at(track->keys[0] + at, 4), ap_mrtk_float_at(track->keys[1] + at, 4),
        ap_mrtk_float_at(track->keys[2] + at, 4), ap_mrtk_float_at(track->keys[3] + at, 4) };
}

static inline float dot_of(rotation a, rotation b)
{
    return a.x * b.x + a.y * b.y + a.z * b.z + a.w * b.w;
}

/* Returns 0 if the rotation at the offset `at` certainly has length 1, is less than 59 degrees from the one at `before`, and has
   the same time in its four curves. */
static inline uint32_t doubts_about_rotation(const ap_mrtk_track *track, size_t at, size_t before)
{
    const float least_dot = 0.871F; /* the cosine of half of 59 degrees is 0.8704 */
    /* limit for squared lengths: nearly twice the tolerance of lengths */
    const float square_limit = 1.9F * (float)norm_tolerance;
    const rotation now = rotation_at(track, at);
    return (unsigned)!(fabsf(dot_of(now, now) - 1) < square_limit)
           | (unsigned)!(dot_of(now, rotation_at(track, before)) > least_dot)
           | ap_mrtk_difference_of_times(track->keys[0], track->keys[1], at)
           | ap_mrtk_difference_of_times(track->keys[0], track->keys[2], at)
           | ap_mrtk_difference_of_times(track->keys[0], track->keys[3], at);
}

/* Returns true if no key of a rotation is doubtful. `bytes` is the size of a key, a constant. The loop has no branch, so that
   compilers vectorise it. */
static inline __attribute__((always_inline)) bool is_rotation_clean(const ap_mrtk_track *of, size_t bytes)
{
    const ap_mrtk_track track = *of;
    uint32_t doubts = doubts_about_rotation(&track, 0, 0);
    for (size_t i = 1; i < track.count; i++)
        doubts |= doubts_about_rotation(&track, i * bytes, i * bytes - bytes);
    return doubts == 0;
}

bool ap_mrtk_skip_clean_rotation(ap_mrtk_cursor *cursor, const ap_mrtk_record *record)
{
    ap_mrtk_track track;
    if (!record->shape->quaternion || !ap_mrtk_open_track(record, true, &track)
        || !(track.bytes == AP_MRTK_SHORT_KEY_BYTES ? is_rotation_clean(&track, AP_MRTK_SHORT_KEY_BYTES)
                                                    : is_rotation_clean(&track, AP_MRTK_LONG_KEY_BYTES)))
        return false;
    cursor->flips.pairs += track.count - 1;
    return true;
}

void ap_mrtk_check_rotation_or_direction(ap_io *io, ap_mrtk_cursor *cursor, const ap_mrtk_record *record)
{
    second_vector_curves v = curves_of_second_vector(record);
    const bool quaternion = record->shape->quaternion;
    if (quaternion && v.count > 0)
        cursor->flips.pairs += v.count - 1;
    for (size_t key = 0; key < v.count; key++) {
        check_length(io, &v, key);
        if (quaternion && key > 0)
            count_flip(io, &v, key, &cursor->flips);
    }
    if (quaternion)
        ap_mrtk_record_rotation_spikes(cursor, record);
}

void ap_mrtk_report_flips(ap_io *io, const ap_mrtk_flips *flips)
{
    char name[AP_MRTK_NAME_BYTES];
    if (flips->count == 0)
        return;
    const second_vector_curves v = curves_of_second_vector(flips->record);
    ap_mrtk_put_record_name(flips->record, name);
    const ap_field_path path = io->path;
    ap_enter_element(io, flips->record->name, flips->record->index);
    enter_last_curves_key(io, &v, flips->key);
    ap_add_finding_at(io, AP_MRTK_RULE(ROTATION_FLIP), flips->at, "value",
        ap_text_value("a dot product of at least 0"),
        ap_value_with_prefix("a dot product of", ap_double(flips->dot)),
        "the rotation of %s changes its sign from key %zu to key %zu, as %zu of %zu pairs of keys in the "
        "file "
        "%s; negate the later key, because MRTK blends x, y, z and w separately",
        name, flips->key - 1, flips->key, flips->count, flips->pairs, flips->count == 1 ? "does" : "do");
    io->path = path;
}
