#include "validators/mrtk/mrtk_layout.h"

#include <assert.h>

#include "core/layout/count_search.h"
#include "validators/mrtk/mrtk_rules.h"
#include "validators/mrtk/mrtk_table.h"

static const ap_value_name wrap_names[] = { { 0, "Default" }, { 1, "Once" }, { 2, "Loop" }, { 4, "PingPong" },
    { 8, "ClampForever" }, { 0, NULL } };
static const ap_value_name weighted_names[] = { { 0, "None" }, { 1, "In" }, { 2, "Out" }, { 3, "Both" },
    { 0, NULL } };

const ap_enum_name ap_mrtk_minors[] = { { "1.0", AP_MRTK_1_0 }, { "1.1", AP_MRTK_1_1 }, { NULL, 0 } };

const ap_mrtk_version_features ap_mrtk_features_of_versions[AP_MRTK_VERSIONS] = {
    [AP_MRTK_1_1] = { .has_flags = true, .short_keys = true, .times_from_zero = true, .drops_keys = true },
};

/* The wrap modes that the page lists, as bits: 1 Once, 2 Loop, 4 PingPong, 8 ClampForever; 0 is Default. */
static const ap_value_set wrap_modes = {
    .members = "0, 1, 2, 4 or 8",
    .bits = 1 | 2 | 4 | 8,
    .outside = AP_MRTK_RULE(WRAP_MODE),
    .combined = AP_MRTK_RULE(WRAP_MODE_COMBINED),
    .names = wrap_names,
};

static const ap_value_set weighted_modes = {
    .members = "0, 1, 2 or 3",
    .least = 0,
    .greatest = 3,
    .outside = AP_MRTK_RULE(WEIGHTED_MODE),
    .names = weighted_names,
};

static const char *const pose_curves[AP_MRTK_POSE_CURVES] = { "position_x", "position_y", "position_z",
    "rotation_x", "rotation_y", "rotation_z", "rotation_w" };
static const char *const ray_curves[AP_MRTK_RAY_CURVES] = { "origin_x", "origin_y", "origin_z", "direction_x",
    "direction_y", "direction_z" };

static const ap_mrtk_record_layout pose = { pose_curves, AP_MRTK_POSE_CURVES, 3, true };
static const ap_mrtk_record_layout ray = { ray_curves, AP_MRTK_RAY_CURVES, 3, false };
static const ap_mrtk_record_layout boolean = { NULL, 1, 1, false };

bool ap_mrtk_read_or_write_header(ap_io *io, ap_mrtk_animation *animation)
{
    uint64_t magic = AP_MRTK_MAGIC;
    if (!ap_u64(io, "magic", &magic, AP_ROLE_MAGIC) || !ap_mrtk_check_magic(io, magic))
        return false;
    ap_enter_record(io, "version");
    bool complete = ap_i32(io, "major", &animation->major, AP_ROLE_VERSION)
                    && ap_i32(io, "minor", &animation->minor, AP_ROLE_VERSION);
    ap_leave_record(io);
    return complete && ap_mrtk_check_version(io, animation);
}

static bool read_or_write_flag(ap_io *io, const char *name, uint8_t *value)
{
    if (!ap_u8(io, name, value, AP_ROLE_FLAG))
        return false;
    ap_mrtk_check_flag(io, *value);
    return true;
}

static void add_record(
    ap_mrtk_animation *animation, const char *name, size_t index, const ap_mrtk_record_layout *shape)
{
    ap_mrtk_record *record = &animation->records[animation->record_count++];
    record->name = name;
    record->index = index;
    record->shape = shape;
}

void ap_mrtk_list_records(ap_mrtk_animation *animation)
{
    animation->record_count = 0;
    if (animation->has_camera)
        add_record(animation, "camera", AP_NO_INDEX, &pose);
    if (animation->has_hand) {
        add_record(animation, "hand_tracked_left", AP_NO_INDEX, &boolean);
        add_record(animation, "hand_tracked_right", AP_NO_INDEX, &boolean);
        add_record(animation, "hand_pinching_left", AP_NO_INDEX, &boolean);
        add_record(animation, "hand_pinching_right", AP_NO_INDEX, &boolean);
        for (size_t joint = 0; joint < AP_MRTK_JOINTS; joint++)
            add_record(animation, "hand_joints_left", joint, &pose);
        for (size_t joint = 0; joint < AP_MRTK_JOINTS; joint++)
            add_record(animation, "hand_joints_right", joint, &pose);
    }
    if (animation->has_gaze)
        add_record(animation, "gaze", AP_NO_INDEX, &ray);
}

bool ap_mrtk_read_or_write_flags(ap_io *io, ap_mrtk_animation *animation)
{
    bool complete = true;
    const bool has_flags = ap_mrtk_features_of(animation)->has_flags;
    if (!ap_is_writing(io) || !has_flags) {
        animation->has_camera = animation->has_hand = 1;
        animation->has_gaze = 0;
    }
    if (has_flags)
        complete = read_or_write_flag(io, "has_camera", &animation->has_camera)
                   && read_or_write_flag(io, "has_hand", &animation->has_hand)
                   && read_or_write_flag(io, "has_gaze", &animation->has_gaze);
    ap_mrtk_list_records(animation);
    return complete;
}

static bool read_or_write_key_time(ap_io *io, ap_mrtk_key_record *record, size_t key_bytes)
{
    if (!ap_any_f32(io, "time", &record->key.time))
        return false;
    ap_mrtk_check_key_time(io, record->key.time, key_bytes, record->animation);
    return true;
}

static bool read_or_write_key_value(ap_io *io, ap_mrtk_key *key)
{
    if (!ap_any_f32(io, "value", &key->value))
        return false;
    ap_mrtk_check_value(io, key->value);
    return true;
}

static bool read_or_write_tangent(ap_io *io, const char *name, float *tangent)
{
    if (!ap_any_f32(io, name, tangent))
        return false;
    ap_mrtk_check_tangent_is_not_nan(io, *tangent);
    return true;
}

static bool read_or_write_weights(ap_io *io, ap_mrtk_key *key)
{
    if (!ap_any_f32(io, "in_weight", &key->in_weight) || !ap_any_f32(io, "out_weight", &key->out_weight)
        || !ap_enum(io, "weighted_mode", &key->weighted_mode, &weighted_modes))
        return false;
    ap_mrtk_check_weights(io, key);
    return true;
}

/* Reference path of ap_mrtk_are_long_keys_clean for weighted-mode. */
static bool read_or_write_long_key(ap_io *io, void *record)
{
    ap_mrtk_key *key = &((ap_mrtk_key_record *)record)->key;
    return read_or_write_key_time(io, record, AP_MRTK_LONG_KEY_BYTES) && read_or_write_key_value(io, key)
           && read_or_write_tangent(io, "in_tangent", &key->in_tangent)
           && read_or_write_tangent(io, "out_tangent", &key->out_tangent) && read_or_write_weights(io, key);
}

static bool read_or_write_short_key(ap_io *io, void *record)
{
    ap_mrtk_key *key = &((ap_mrtk_key_record *)record)->key;
    return read_or_write_key_time(io, record, AP_MRTK_SHORT_KEY_BYTES) && read_or_write_key_value(io, key);
}

static bool read_or_write_boolean_key(ap_io *io, void *record)
{
    ap_mrtk_key *key = &((ap_mrtk_key_record *)record)->key;
    if (!read_or_write_key_time(io, record, AP_MRTK_SHORT_KEY_BYTES) || !ap_any_f32(io, "value", &key->value))
        return false;
    ap_mrtk_check_boolean_value_and_flip(io, key->value);
    return true;
}

const ap_element ap_mrtk_long_keys = { AP_MRTK_LONG_KEY_BYTES, sizeof(float), ap_mrtk_are_long_keys_clean,
    read_or_write_long_key };
const ap_element ap_mrtk_short_keys = { AP_MRTK_SHORT_KEY_BYTES, sizeof(float), ap_mrtk_are_short_keys_clean,
    read_or_write_short_key };
const ap_element ap_mrtk_boolean_keys = { AP_MRTK_SHORT_KEY_BYTES, sizeof(float),
    ap_mrtk_are_boolean_keys_clean, read_or_write_boolean_key };

const ap_element *ap_mrtk_float_key_layout(const ap_mrtk_animation *animation)
{
    bool is_short = ap_mrtk_features_of(animation)->short_keys && animation->variant == AP_MRTK_WRITER;
    return is_short ? &ap_mrtk_short_keys : &ap_mrtk_long_keys;
}

const ap_element *ap_mrtk_key_layout_of_record(
    const ap_mrtk_animation *animation, const ap_mrtk_record *record)
{
    return record->shape->curve_names == NULL ? &ap_mrtk_boolean_keys : ap_mrtk_float_key_layout(animation);
}

bool ap_mrtk_is_wrap_mode_unknown(uint32_t mode)
{
    return (mode & ~wrap_modes.bits) != 0;
}

bool ap_mrtk_is_wrap_mode_combined(uint32_t mode)
{
    return (mode & (mode - 1)) != 0;
}

/* Writes the keys of a curve in another layout than the layout in which they are stored. Members that the
   stored layout lacks get the values of MRTK's own 1.0 recordings. */
static bool convert_and_write_stored_keys(ap_io *io, const ap_mrtk_curve *curve, const ap_element *keys)
{
    ap_io stored;
    ap_io_init(&stored, curve->keys, NULL, NULL, io->structure);
    for (size_t i = 0; i < (size_t)curve->key_count; i++) {
        ap_mrtk_key_record key = { .key = { .weighted_mode = AP_MRTK_USUAL_WEIGHTED_MODE } };
        ap_enter_element(&stored, "keys", i);
        (void)curve->stored->layout(&stored, &key); /* succeeds, because the keys were read before */
        const bool complete = keys->layout(io, &key);
        ap_leave_record(&stored);
        if (!complete)
            return false;
    }
    return true;
}

static bool read_or_write_keys(
    ap_io *io, ap_mrtk_curve *curve, const ap_element *keys, const ap_mrtk_animation *animation)
{
    ap_mrtk_key_record key = { .animation = animation };
    if (ap_is_writing(io) && !ap_is_filling(io) && curve->stored != keys)
        return convert_and_write_stored_keys(io, curve, keys);
    curve->stored = keys;
    return ap_array(io, "keys", (size_t)curve->key_count, keys, &key, &curve->keys);
}

static bool read_or_write_curve(
    ap_io *io, ap_mrtk_curve *curve, const ap_element *keys, ap_mrtk_animation *animation)
{
    if (!ap_enum(io, "pre_wrap", &curve->pre_wrap, &wrap_modes)
        || !ap_enum(io, "post_wrap", &curve->post_wrap, &wrap_modes))
        return false;
    curve->key_count_at = io->at;
    return ap_count(io, "key_count", &curve->key_count, keys->bytes) && ap_mrtk_check_key_count(io, curve)
           && read_or_write_keys(io, curve, keys, animation);
}

bool ap_mrtk_read_or_write_curve_at_cursor(ap_io *io)
{
    ap_mrtk_cursor *cursor = io->scope;
    ap_mrtk_record *record = &cursor->animation->records[cursor->record];
    const size_t reported = ap_is_structure_only(io) ? 0 : io->findings->reported;
    const ap_mrtk_record_layout *shape = record->shape;
    const ap_element *keys = ap_mrtk_key_layout_of_record(cursor->animation, record);
    cursor->curve_at = io->at;
    ap_enter_element(io, record->name, record->index);
    if (shape->curve_names != NULL)
        ap_enter_record(io, shape->curve_names[cursor->curve]);
    bool complete = ap_use_search_step(io)
                    && read_or_write_curve(io, &record->curves[cursor->curve], keys, cursor->animation);
    if (shape->curve_names != NULL)
        ap_leave_record(io);
    if (complete)
        ap_mrtk_check_complete_curve(io, cursor, reported);
    ap_leave_record(io);
    return complete;
}

bool ap_mrtk_read_or_write_curves(ap_io *io)
{
    ap_mrtk_cursor *cursor = io->scope;
    for (; cursor->record < cursor->animation->record_count; cursor->record++) {
        const ap_mrtk_record_layout *shape = cursor->animation->records[cursor->record].shape;
        for (; cursor->curve < shape->curve_count; cursor->curve++) {
            if (!ap_mrtk_read_or_write_curve_at_cursor(io) || ap_mrtk_has_trial_failed_or_count_suspected(io))
                return false;
            cursor->complete_curves++;
        }
        cursor->curve = 0;
    }
    return true;
}

/* Decodes the prefix at `at`, from at most `most` bytes. */
/*@ requires most <= AP_MRTK_PREFIX_BYTES && \valid_read(at + (0 .. most - 1)) && \valid(prefix);
    requires \separated(prefix, at + (0 .. most - 1));
    assigns *prefix;
    ensures prefix->bytes <= most && (most > 0 ==> prefix->bytes > 0);
    ensures prefix->ended || prefix->bytes == most; */
static void decode_length_prefix(const uint8_t *at, size_t most, ap_mrtk_prefix *prefix)
{
    prefix->bytes = 0;
    prefix->length = 0;
    prefix->dropped = 0;
    prefix->ended = false;
    /*@ loop invariant prefix->bytes <= most && (prefix->ended ==> prefix->bytes > 0);
        loop assigns *prefix;
        loop variant most - prefix->bytes; */
    while (prefix->bytes < most && !prefix->ended) {
        uint8_t byte = at[prefix->bytes];
        const uint64_t bits = (uint64_t)(byte & 0x7f) << (7 * prefix->bytes);
        prefix->length |= (uint32_t)bits;
        prefix->dropped |= (uint8_t)(bits >> 32);
        prefix->ended = (byte & 0x80) == 0;
        prefix->bytes++;
    }
}

/* Decodes the prefix at the reader's position without consuming it. */
static void peek_length_prefix(const ap_io *io, ap_mrtk_prefix *prefix)
{
    const size_t most = ap_bytes_left(io) < AP_MRTK_PREFIX_BYTES ? ap_bytes_left(io) : AP_MRTK_PREFIX_BYTES;
    decode_length_prefix(ap_peek_bytes_that_are_left(io, most), most, prefix);
}

static bool write_length_prefix(ap_io *io, const ap_mrtk_prefix *prefix)
{
    const uint64_t length = (uint64_t)prefix->dropped << 32 | prefix->length;
    for (size_t i = 0; i < prefix->bytes; i++) {
        uint8_t more = i + 1 < prefix->bytes ? 0x80 : 0;
        uint8_t byte = (uint8_t)((length >> (7 * i) & 0x7f) | more);
        if (!ap_write(io->writer, &byte, sizeof byte))
            return false;
    }
    return true;
}

static bool take_prefix_from_filler(const ap_io *io, ap_mrtk_prefix *prefix)
{
    ap_io spelling;
    ap_view bytes;
    if (!io->filler->bytes(io->filler->context, io, "name", AP_TYPE_LENGTH, AP_UNCOUNTED, &bytes))
        return false;
    ap_io_init(&spelling, bytes, NULL, NULL, io->structure);
    peek_length_prefix(&spelling, prefix);
    if (!prefix->ended || prefix->bytes != bytes.size)
        return ap_refuse_filled_value(io, "name", "has a prefix that is not a length");
    return true;
}

/* Reads or writes the length of a name as .NET's BinaryWriter does: "a 7-bit encoded integer", with the
   lowest seven bits first. */
static bool read_or_write_name_length(ap_io *io, ap_mrtk_prefix *prefix)
{
    const uint8_t *none;
    if (ap_is_writing(io))
        return (!ap_is_filling(io) || take_prefix_from_filler(io, prefix)) && write_length_prefix(io, prefix);
    peek_length_prefix(io, prefix);
    if (prefix->bytes == 0) /* the file ends before the first byte of the length prefix */
        return ap_take_bytes(io, "name", 1, &none);
    io->field = (ap_field){ "name", { io->at, prefix->bytes } };
    io->at += prefix->bytes;
    //@ split io->at;
    return ap_mrtk_check_prefix(io, prefix) && ap_pass_field_return_true(io, AP_TYPE_LENGTH, AP_ROLE_COUNT);
}

bool ap_mrtk_read_or_write_marker(ap_io *io, ap_mrtk_cursor *cursor, ap_mrtk_marker_record *marker)
{
    if (!ap_use_search_step(io) || !ap_any_f32(io, "time", &marker->time))
        return false;
    ap_mrtk_check_marker_time(io, marker->time, cursor);
    if (!read_or_write_name_length(io, &marker->prefix)
        || !ap_name_that_fits(io, "name", marker->prefix.length, &marker->name))
        return false;
    //@ split io->at;
    ap_mrtk_check_marker_name_is_utf8(io, marker->name);
    return true;
}

/* When writing, reads the next stored marker of the animation, which was read before, into *marker. Does nothing when reading. */
static void read_next_marker_to_write(
    const ap_io *io, ap_io *stored, ap_mrtk_cursor *cursor, ap_mrtk_marker_record *marker)
{
    if (!ap_is_writing(io) || ap_is_filling(io))
        return;
    const bool complete = ap_mrtk_read_or_write_marker(stored, cursor, marker);
    assert(complete);
    (void)complete;
}

bool ap_mrtk_read_or_write_markers(ap_io *io)
{
    ap_mrtk_cursor *cursor = io->scope;
    ap_mrtk_animation *animation = cursor->animation;
    ap_mrtk_marker_record marker = { .time = 0 };
    ap_io stored;
    if (animation->variant == AP_MRTK_PUBLISHED) {
        if (!ap_is_writing(io)) /* an attempt to read the writer's layout may have left markers */
            animation->marker_count = 0;
        return true;
    }
    ap_io_init(&stored, animation->markers, NULL, NULL, io->structure);
    cursor->at_markers = true;
    cursor->marker_count_at = io->at;
    if (!ap_mrtk_check_marker_list_is_there(io)
        || !ap_count(io, "marker_count", &animation->marker_count, AP_MRTK_MARKER_BYTES)
        || (ap_is_filling(io) && !ap_check_filled_length(io, "markers", (size_t)animation->marker_count)))
        return false;
    const size_t start = io->at;
    for (size_t i = 0; i < (size_t)animation->marker_count; i++) {
        ap_enter_element(io, "markers", i);
        read_next_marker_to_write(io, &stored, cursor, &marker);
        bool complete = ap_mrtk_read_or_write_marker(io, cursor, &marker);
        ap_leave_record(io);
        if (!complete) {
            ap_count_skipped_checks(io, (size_t)animation->marker_count - i - 1);
            return false;
        }
    }
    if (!ap_is_writing(io))
        animation->markers = (ap_view){ io->input.bytes + start, io->at - start };
    return true;
}
