#include "validators/mrtk/mrtk_wrong_count.h"

#include <math.h>

#include "core/layout/count_search.h"

enum { MOST_CURVES = 8, KEY_VALUE_AT = 4, KEY_MODE_AT = 24, MODES_BYTES = 8, LAST_WEIGHTED_MODE = 3 };

/* A curve of the file: `record` is the index of its record, `curve` its index in that record, `at` its offset
   if reading reached the curve. */
typedef struct curve_location {
    size_t record, curve, at;
} curve_location;

/* The walk over the curves of a file in one layout. */
typedef struct curves_reading {
    const ap_io *file;
    ap_mrtk_animation *animation;
    curve_location places[AP_MRTK_CURVES];
    size_t count;   /* number of curves of the file, according to its flags */
    size_t reached; /* number of curves that begin in the file, in file order */
    /* index of the first curve with an error or an unlikely value; `count` if there is no such curve */
    size_t stumble;
    size_t error;  /* index of the first curve with an error; `count` if all curves are without error */
    bool is_exact; /* curves and markers end exactly at the end of the file */
    size_t steps_left;
} curves_reading;

static bool is_subnormal(uint32_t bits)
{
    return (bits & 0x7f800000) == 0 && bits << 1 != 0;
}

static bool is_boolean_value(float value)
{
    return value == 0 || value == 1;
}

/* Returns true if the key is boolean with a value other than 0 and 1, or long with an unknown weighted mode. */
static bool has_value_or_mode_error(const uint8_t *key, const ap_element *keys)
{
    if (keys == &ap_mrtk_boolean_keys)
        return !is_boolean_value(ap_mrtk_float_at(key, KEY_VALUE_AT));
    return keys == &ap_mrtk_long_keys && ap_mrtk_bits_at(key, KEY_MODE_AT) > LAST_WEIGHTED_MODE;
}

/* Returns true if the time of the key is finite, not subnormal, and greater than `before`, the time of the previous key, and
   has_value_or_mode_error returns false. */
static bool is_key_valid(const uint8_t *key, float before, const ap_element *keys)
{
    const uint32_t bits = ap_mrtk_bits_at(key, 0);
    return ap_are_f32_bits_finite(bits) && !is_subnormal(bits) && ap_float_of_bits(bits) > before
           && !has_value_or_mode_error(key, keys);
}

/* Returns the number of keys, from the first of `most` stored keys on, before the first for which is_key_valid returns false. */
static size_t count_valid_keys(const uint8_t *stored, size_t most, const ap_element *keys)
{
    float before = -INFINITY;
    size_t count = 0;
    for (; count < most && is_key_valid(stored, before, keys); count++, stored += keys->bytes)
        before = ap_mrtk_float_at(stored, 0);
    return count;
}

static const ap_element *key_layout_of_curve(const curves_reading *walk, const curve_location *place)
{
    return ap_mrtk_key_layout_of_record(walk->animation, &walk->animation->records[place->record]);
}

/* Returns true if the head of the curve at offset `at` (wrap modes and key count) is complete and has no
   unknown wrap mode. */
static bool has_valid_head(const curves_reading *walk, size_t at)
{
    const ap_view input = walk->file->input;
    const uint8_t *head = input.bytes + at;
    return at <= input.size && input.size - at >= AP_MRTK_CURVE_BYTES
           && !ap_mrtk_is_wrap_mode_unknown(ap_mrtk_bits_at(head, 0))
           && !ap_mrtk_is_wrap_mode_unknown(ap_mrtk_bits_at(head, sizeof(uint32_t)));
}

/* Returns the number of keys that the file can hold after the head of the curve. */
static size_t most_keys_in_rest_of_file(const curves_reading *walk, const curve_location *place)
{
    return (walk->file->input.size - place->at - AP_MRTK_CURVE_BYTES)
           / key_layout_of_curve(walk, place)->bytes;
}

/* Returns the stored count of a curve with a complete head. */
static int32_t stored_count(const curves_reading *walk, const curve_location *place)
{
    return ap_load_i32(walk->file->input.bytes + place->at + MODES_BYTES, false);
}

/* Reads the curve at the cursor, curve number `index` of the walk, and records whether it is the first with an error or an
   unlikely value. Returns false if its structure is broken. */
static bool read_curve_and_record_errors(curves_reading *walk, ap_io *io, size_t index)
{
    const curve_location *place = &walk->places[index];
    const ap_element *keys = key_layout_of_curve(walk, place);
    const ap_mrtk_curve *curve = &walk->animation->records[place->record].curves[place->curve];
    const bool complete = ap_mrtk_read_or_write_curve_at_cursor(io);
    const bool valid_head = has_valid_head(walk, place->at);
    bool stumbles = !complete || !valid_head, error = stumbles;
    for (size_t key = 0; complete && key < (size_t)curve->key_count; key++) {
        const uint8_t *at = ap_mrtk_key_at(curve, key);
        error |= has_value_or_mode_error(at, keys);
        stumbles |=
            keys != &ap_mrtk_boolean_keys && !ap_are_f32_bits_finite(ap_mrtk_bits_at(at, KEY_VALUE_AT));
    }
    stumbles |= complete
                && (ap_mrtk_is_wrap_mode_combined((uint32_t)curve->pre_wrap)
                    || ap_mrtk_is_wrap_mode_combined((uint32_t)curve->post_wrap)
                    || count_valid_keys(curve->keys.bytes, (size_t)curve->key_count, keys)
                           < (size_t)curve->key_count);
    if (stumbles && walk->stumble == walk->count)
        walk->stumble = index;
    if (error && walk->error == walk->count)
        walk->error = index;
    return complete;
}

static void list_curves_without_offsets(curves_reading *walk)
{
    const ap_mrtk_animation *animation = walk->animation;
    for (size_t record = 0; record < animation->record_count; record++) {
        for (size_t curve = 0; curve < animation->records[record].shape->curve_count; curve++)
            walk->places[walk->count++] = (curve_location){ record, curve, 0 };
    }
    walk->stumble = walk->error = walk->count;
}

/* Reads the curves from offset `at` on, then the markers. */
static void read_curves_and_markers(curves_reading *walk, size_t at)
{
    ap_io io;
    ap_mrtk_cursor cursor = { .animation = walk->animation, .previous_marker_time = NAN };
    ap_io_init(&io, walk->file->input, NULL, NULL, walk->file->structure);
    io.scope = &cursor;
    io.at = at;
    while (walk->reached < walk->count) {
        curve_location *place = &walk->places[walk->reached++];
        cursor.record = place->record;
        cursor.curve = place->curve;
        place->at = io.at;
        if (!read_curve_and_record_errors(walk, &io, walk->reached - 1))
            return;
    }
    walk->is_exact = ap_mrtk_read_or_write_markers(&io) && ap_bytes_left(&io) == 0;
}

/* Returns true if the curves from the given index on, which begins at offset `at`, and the markers end exactly at the end of the
   file without an unknown wrap mode. */
static bool is_rest_of_file_valid(curves_reading *walk, size_t index, size_t at)
{
    ap_io io;
    if (index < walk->count && !has_valid_head(walk, at)) /* most tried values of a count fail here */
        return false;
    ap_mrtk_cursor cursor = { .animation = walk->animation, .previous_marker_time = NAN };
    ap_count_on_trial bound = { .count_at = SIZE_MAX, .steps_left = walk->steps_left };
    ap_io_init(&io, walk->file->input, NULL, NULL, walk->file->structure);
    io.scope = &cursor;
    io.search = &bound;
    io.at = at;
    bool valid = true;
    for (; valid && index < walk->count; index++) {
        cursor.record = walk->places[index].record;
        cursor.curve = walk->places[index].curve;
        valid = has_valid_head(walk, io.at) && ap_mrtk_read_or_write_curve_at_cursor(&io);
    }
    valid = valid && ap_mrtk_read_or_write_markers(&io) && ap_bytes_left(&io) == 0;
    walk->steps_left = bound.steps_left;
    return valid;
}

/* Tries the values of the count of one curve, from 0 on, up to the first key that is not valid. Returns true and sets *wrong if
   the rest of the file can be read with one of them. */
static bool find_wrong_count_of_curve(curves_reading *walk, size_t index, ap_mrtk_wrong_count *wrong)
{
    const curve_location *place = &walk->places[index];
    if (!has_valid_head(walk, place->at))
        return false;
    const ap_element *keys = key_layout_of_curve(walk, place);
    const size_t keys_at = place->at + AP_MRTK_CURVE_BYTES, held = most_keys_in_rest_of_file(walk, place);
    const size_t most = held < AP_SEARCH_COUNTS ? held : AP_SEARCH_COUNTS - 1;
    const uint8_t *key = walk->file->input.bytes + keys_at;
    const int32_t stored = stored_count(walk, place);
    float before = -INFINITY;
    walk->steps_left = AP_SEARCH_STEPS;
    for (size_t count = 0; walk->steps_left > 0; count++, key += keys->bytes) {
        if ((int32_t)count != stored
            && is_rest_of_file_valid(walk, index + 1, keys_at + count * keys->bytes)) {
            *wrong = (ap_mrtk_wrong_count){ place->at + MODES_BYTES, (int32_t)count };
            return true;
        }
        if (count == most || !is_key_valid(key, before, keys))
            break;
        before = ap_mrtk_float_at(key, 0);
    }
    return false;
}

/* Tries the counts of up to MOST_CURVES curves, backwards from the curve with index `last`. If `last` is the number of curves,
   tries one curve fewer. */
static bool find_wrong_count_before_curve(curves_reading *walk, size_t last, ap_mrtk_wrong_count *wrong)
{
    const size_t first = last < MOST_CURVES ? 0 : last - MOST_CURVES + 1;
    for (size_t index = last + 1; index > first; index--) {
        if (index <= walk->reached && find_wrong_count_of_curve(walk, index - 1, wrong))
            return true;
    }
    return false;
}

/* Returns true if the time of a key is subnormal and not 0. `are_times_increasing`: each time is known to be greater than the
   time before it. If such times begin at 0 or later and one is subnormal, then the first or the second is. */
static bool has_subnormal_time(const ap_mrtk_curve *curve, bool are_times_increasing)
{
    const size_t stride = curve->stored->bytes;
    const uint8_t *key = curve->keys.bytes;
    const bool only_first_two = are_times_increasing && curve->key_count > 2 && ap_mrtk_float_at(key, 0) >= 0;
    const uint8_t *const end = key + (only_first_two ? 2 : (size_t)curve->key_count) * stride;
    for (; key != end; key += stride) {
        if (is_subnormal(ap_mrtk_bits_at(key, 0)))
            return true;
    }
    return false;
}

bool ap_mrtk_may_curve_have_wrong_count(const ap_mrtk_curve *curve, bool are_times_increasing)
{
    return ap_mrtk_is_wrap_mode_unknown((uint32_t)curve->pre_wrap)
           || ap_mrtk_is_wrap_mode_unknown((uint32_t)curve->post_wrap)
           || has_subnormal_time(curve, are_times_increasing);
}

bool ap_mrtk_may_have_wrong_count(const ap_mrtk_animation *animation)
{
    for (size_t i = 0; i < animation->record_count; i++) {
        const ap_mrtk_record *record = &animation->records[i];
        for (size_t j = 0; j < record->shape->curve_count; j++) {
            if (ap_mrtk_may_curve_have_wrong_count(&record->curves[j], false))
                return true;
        }
    }
    return false;
}

static bool find_wrong_count(curves_reading *walk, ap_mrtk_wrong_count *wrong)
{
    const bool stumbles = walk->stumble < walk->count;
    if (walk->is_exact && !ap_mrtk_may_have_wrong_count(walk->animation))
        return false;
    if (stumbles && find_wrong_count_before_curve(walk, walk->stumble, wrong))
        return true;
    if (walk->error == walk->count ? walk->is_exact : walk->error == walk->stumble)
        return false; /* there is no error, or the counts that may explain it were tried already */
    return find_wrong_count_before_curve(walk, walk->error, wrong);
}

/* Returns the number of valid keys at the beginning of the curve walk->stumble; 0 if no curve stumbles. */
static size_t count_valid_keys_of_stumbling_curve(const curves_reading *walk)
{
    const curve_location *place = &walk->places[walk->stumble];
    if (walk->stumble == walk->count || !has_valid_head(walk, place->at))
        return 0;
    const int32_t count = stored_count(walk, place);
    const size_t held = most_keys_in_rest_of_file(walk, place);
    const size_t most = count < 0 || (size_t)count > held ? held : (size_t)count;
    const uint8_t *keys = walk->file->input.bytes + place->at + AP_MRTK_CURVE_BYTES;
    return count_valid_keys(keys, most, key_layout_of_curve(walk, place));
}

void ap_mrtk_measure_readable_part(
    const ap_io *io, ap_mrtk_animation *animation, size_t first_curve, ap_mrtk_readable_part *result)
{
    *result = (ap_mrtk_readable_part){ .curve_count = 0 };
    curves_reading *walk = ap_alloc(io->arena, sizeof *walk);
    if (walk == NULL)
        return;
    walk->file = io;
    walk->animation = animation;
    list_curves_without_offsets(walk);
    read_curves_and_markers(walk, first_curve);
    result->curve_count = walk->count;
    result->complete = walk->stumble;
    result->keys = count_valid_keys_of_stumbling_curve(walk);
    result->has_wrong_count = find_wrong_count(walk, &result->wrong);
}

bool ap_mrtk_is_more_readable(const ap_mrtk_readable_part *one, const ap_mrtk_readable_part *other)
{
    if (one->complete != other->complete)
        return one->complete > other->complete;
    return one->keys > other->keys;
}

bool ap_mrtk_can_be_read_to_end(const ap_io *io, ap_mrtk_animation *animation, size_t at)
{
    curves_reading walk = { .file = io, .animation = animation, .steps_left = SIZE_MAX };
    list_curves_without_offsets(&walk);
    return is_rest_of_file_valid(&walk, 0, at);
}
