#include "validators/mrtk/mrtk_rules.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/base/utf8.h"
#include "validators/file_type.h"
#include "validators/mrtk/content/mrtk_content.h"
#include "validators/mrtk/mrtk_reencoded.h"
#include "validators/mrtk/mrtk_table.h"

/* The span of the two version numbers, at which findings about the whole file point. */
static const ap_span version_span = { 8, 8 };

enum { VERSION_BYTES = 32, ABOUT_BYTES = 192 };

static bool is_trying_layout(const ap_io *io)
{
    return !ap_is_structure_only(io) && io->findings->count_only;
}

bool ap_mrtk_has_trial_failed_or_count_suspected(const ap_io *io)
{
    const ap_mrtk_cursor *cursor = io->scope;
    return (cursor->stops_if_count_suspected && cursor->count_suspected)
           || (is_trying_layout(io) && io->findings->counts[AP_ERROR] > 0);
}

static void report_reencoding(ap_io *io, const ap_mrtk_reencoding *reencoding)
{
    ap_add_finding_at(io, AP_MRTK_RULE(TEXT_MODE), (ap_span){ 0, reencoding->size }, "magic",
        ap_hex(AP_MRTK_MAGIC, 16), ap_text_value(reencoding->how),
        "the file was %s; %s copy it again in binary mode", reencoding->how,
        reencoding->repairable ? "convert it back, or" : "these bytes are lost, so");
}

static void report_wrong_magic(ap_io *io, uint64_t magic)
{
    const size_t at = ap_mrtk_find_magic_after_start(io->input);
    const ap_value wanted = ap_hex(AP_MRTK_MAGIC, 16), found = ap_hex(magic, 16);
    const ap_file_type *file_type = ap_find_file_type(io->input);
    if (magic == __builtin_bswap64(AP_MRTK_MAGIC))
        ap_add_finding(io, AP_MRTK_RULE(MAGIC), wanted, found,
            "; these are the bytes of the magic number in reverse order: the file was written big-endian, "
            "write every "
            "number little-endian");
    else if (at > 0)
        ap_add_finding(io, AP_MRTK_RULE(MAGIC), wanted, found,
            "; the magic number begins at offset %zu: remove the %zu %s before it", at, at,
            at == 1 ? "byte" : "bytes");
    else if (file_type != NULL)
        ap_add_finding(io, AP_MRTK_RULE(MAGIC), wanted, found, "; the file is %s: %s", file_type->what,
            file_type->advice);
    else
        ap_add_finding(io, AP_MRTK_RULE(MAGIC), wanted, found,
            ": the file begins with %s, so it is not an MRTK recording, or its first 8 bytes are damaged",
            ap_content_kind_name(io->input));
}

bool ap_mrtk_check_magic(ap_io *io, uint64_t magic)
{
    if (magic == AP_MRTK_MAGIC)
        return true;
    if (ap_is_filling(io))
        return ap_refuse_filled_value(io, "magic", "is not the magic number of MRTK input animation");
    const ap_mrtk_reencoding *reencoding = ap_mrtk_find_reencoding(io->input);
    if (reencoding != NULL)
        report_reencoding(io, reencoding);
    else
        report_wrong_magic(io, magic);
    return false;
}

/* Returns true if the three flags of 1.1 follow the magic directly, as some recorders write. */
static bool is_version_likely_missing(const ap_io *io)
{
    const size_t flags = 3;
    if (io->input.size < version_span.offset + flags + AP_MRTK_CURVE_BYTES)
        return false;
    const uint8_t *at = io->input.bytes + version_span.offset;
    uint32_t pre_wrap = ap_load_u32(at + flags, false);
    uint32_t post_wrap = ap_load_u32(at + flags + sizeof pre_wrap, false);
    return at[0] <= 1 && at[1] <= 1 && at[2] <= 1 && pre_wrap <= 15 && post_wrap <= 15;
}

static const char *layout_name_in_message(const ap_mrtk_other_layout *other)
{
    return other->variant == AP_MRTK_WRITER ? "the layout of MRTK's writer"
                                            : "the layout of the published page";
}

static const char *effect_of_wrong_version(const ap_mrtk_animation *animation)
{
    if (__builtin_bswap32((uint32_t)animation->major) == 1)
        return ": it was written big-endian; write every number little-endian";
    if (animation->major < 1 || (animation->major == 1 && animation->minor < 0))
        return ": MRTK reads the file as 1.0";
    return ": MRTK loads an empty animation without a message";
}

/* Writes the end of the message about an unknown version: what MRTK does with such a file, and which version
   it may really have. */
static void describe_unknown_version(
    const ap_io *io, const ap_mrtk_animation *animation, char text[ABOUT_BYTES])
{
    ap_mrtk_other_layout other;
    if (is_version_likely_missing(io))
        snprintf(text, ABOUT_BYTES, "%s",
            "the version is missing: flags and curves of 1.1 follow the magic number; insert 1 and 1 as "
            "int32 at "
            "offset 8");
    else if (ap_mrtk_find_other_version(io, AP_MRTK_VERSIONS, &other))
        snprintf(text, ABOUT_BYTES, "%s; the file can be read to its end as version 1.%d in %s",
            effect_of_wrong_version(animation), (int)other.minor, layout_name_in_message(&other));
    else
        snprintf(text, ABOUT_BYTES, "%s", effect_of_wrong_version(animation));
}

bool ap_mrtk_check_version(ap_io *io, const ap_mrtk_animation *animation)
{
    if (ap_mrtk_knows_version(animation->major, animation->minor))
        return true;
    if (ap_is_filling(io))
        return ap_refuse_filled_value(io, "version", "is not " AP_MRTK_KNOWN_VERSIONS);
    if (ap_is_structure_only(io))
        return false;
    char found[VERSION_BYTES], about[ABOUT_BYTES];
    snprintf(found, sizeof found, "%d.%d", (int)animation->major, (int)animation->minor);
    describe_unknown_version(io, animation, about);
    ap_add_finding_at(io, AP_MRTK_RULE(VERSION), version_span, "version",
        ap_text_value(AP_MRTK_KNOWN_VERSIONS), ap_text_value(found), "%s", about);
    return false;
}

void ap_mrtk_report_wrong_version(
    ap_io *io, const ap_mrtk_animation *animation, const ap_mrtk_other_layout *other)
{
    const ap_span minor = { version_span.offset + sizeof(int32_t), sizeof(int32_t) };
    ap_add_finding_at(io, AP_MRTK_RULE(VERSION_EXCHANGED), minor, "version.minor", ap_integer(other->minor),
        ap_integer(animation->minor),
        "; the file can be read to its end as version 1.%d in %s, but in no layout of 1.%d",
        (int)other->minor, layout_name_in_message(other), (int)animation->minor);
}

void ap_mrtk_check_flag(ap_io *io, uint8_t value)
{
    if (value > 1)
        ap_add_finding(
            io, AP_MRTK_RULE(FLAG), ap_text_value("0 or 1"), ap_integer(value), ": MRTK takes it as 1");
}

bool ap_mrtk_check_key_count(ap_io *io, const ap_mrtk_curve *curve)
{
    const ap_mrtk_cursor *cursor = io->scope;
    const ap_mrtk_wrong_count *wrong = ap_is_structure_only(io) ? NULL : cursor->wrong;
    if (wrong == NULL || wrong->count_at != curve->key_count_at)
        return true;
    ap_add_finding(io, AP_MRTK_RULE(KEY_COUNT), ap_integer(wrong->count), ap_integer(curve->key_count),
        ": with %d the file can be read to its end", (int)wrong->count);
    return false;
}

static bool is_finite(float value)
{
    return ap_are_f32_bits_finite(ap_bits_of_float(value));
}

/* Checks the time of a key or a marker by itself, without comparing it with the previous time. */
static void check_time(ap_io *io, float time, const ap_mrtk_animation *animation)
{
    if (!is_finite(time))
        ap_add_finding(
            io, AP_MRTK_RULE(TIME_NOT_FINITE), ap_text_value("a finite time"), ap_float(time), ":");
    else if (ap_mrtk_features_of(animation)->times_from_zero && time < 0)
        ap_add_finding(io, AP_MRTK_RULE(TIME_NEGATIVE), ap_value_with_prefix("at least", ap_integer(0)),
            ap_float(time), ": recordings of 1.1 begin at 0");
}

/* Returns the value that the field just read has in the previous key. The current key must not be the
   first. */
static float load_float_of_key_before(const ap_io *io, size_t key_bytes)
{
    return ap_load_f32(io->input.bytes + io->field.span.offset - key_bytes, io->swap);
}

/* Adds the field of the previous key to the last finding, as its related position. */
static void add_key_before_as_related(ap_io *io, size_t key_bytes)
{
    const ap_span span = io->field.span;
    ap_add_related_place(io, (ap_span){ span.offset - key_bytes, span.length }, "the key before it");
}

/* Reference path of ap_mrtk_are_long_keys_clean, ap_mrtk_are_short_keys_clean and ap_mrtk_are_boolean_keys_clean for time-order,
   time-negative and time-not-finite. */
void ap_mrtk_check_key_time(ap_io *io, float time, size_t key_bytes, const ap_mrtk_animation *animation)
{
    if (ap_is_structure_only(io))
        return;
    const float before = ap_current_element_index(io) == 0 ? NAN : load_float_of_key_before(io, key_bytes);
    if (is_finite(time) && is_finite(before) && time <= before) {
        ap_add_finding(io, AP_MRTK_RULE(TIME_ORDER), ap_value_with_prefix("more than", ap_float(before)),
            ap_float(time),
            time < before ? ": it is earlier than the key before, and Unity sorts keys by their times"
                          : ": the key before it has that time, and Unity keeps one of them");
        add_key_before_as_related(io, key_bytes);
    }
    check_time(io, time, animation);
}

/* Reference path of ap_mrtk_are_long_keys_clean and ap_mrtk_are_short_keys_clean for value-not-finite. */
void ap_mrtk_check_value(ap_io *io, float value)
{
    if (!is_finite(value))
        ap_add_finding(
            io, AP_MRTK_RULE(VALUE_NOT_FINITE), ap_text_value("a finite value"), ap_float(value), ":");
}

/* Reference path of ap_mrtk_are_long_keys_clean for tangent-nan. */
void ap_mrtk_check_tangent_is_not_nan(ap_io *io, float tangent)
{
    if (isnan(tangent))
        ap_add_finding(
            io, AP_MRTK_RULE(TANGENT_NAN), ap_text_value("a number or an infinity"), ap_float(tangent), ":");
}

static bool is_weight_in_range(float weight)
{
    return weight >= 0 && weight <= 1;
}

static void check_weight(ap_io *io, const char *name, float weight, size_t bytes_back)
{
    ap_span span = { io->at - bytes_back, sizeof weight };
    if (!is_weight_in_range(weight))
        ap_add_finding_at(io, AP_MRTK_RULE(WEIGHT_RANGE), span, name, ap_text_value("from 0 to 1"),
            ap_float(weight), ": the weighted mode uses it");
}

/* Reference path of ap_mrtk_are_long_keys_clean for weight-range. */
void ap_mrtk_check_weights(ap_io *io, const ap_mrtk_key *key)
{
    if (key->weighted_mode == 1 || key->weighted_mode == 3)
        check_weight(io, "in_weight", key->in_weight, 12);
    if (key->weighted_mode == 2 || key->weighted_mode == 3)
        check_weight(io, "out_weight", key->out_weight, 8);
}

/* Reference path of ap_mrtk_are_boolean_keys_clean for boolean-value and boolean-no-flip. */
void ap_mrtk_check_boolean_value_and_flip(ap_io *io, float value)
{
    if (ap_is_structure_only(io))
        return;
    if (value != 0 && value != 1) {
        ap_add_finding(io, AP_MRTK_RULE(BOOLEAN_VALUE), ap_text_value("0 or 1"), ap_float(value),
            ": a boolean curve is on or off");
        return;
    }
    if (ap_current_element_index(io) > 0 && load_float_of_key_before(io, AP_MRTK_SHORT_KEY_BYTES) == value) {
        ap_add_finding(io, AP_MRTK_RULE(BOOLEAN_NO_FLIP), ap_integer(value == 0), ap_float(value),
            ": each key of a boolean curve changes the value");
        add_key_before_as_related(io, AP_MRTK_SHORT_KEY_BYTES);
    }
}

static void check_marker_order(ap_io *io, float time, const ap_mrtk_cursor *cursor)
{
    const float before = cursor->previous_marker_time;
    if (is_finite(time) && is_finite(before) && time < before) {
        ap_add_finding(io, AP_MRTK_RULE(MARKER_ORDER), ap_value_with_prefix("at least", ap_float(before)),
            ap_float(time), ": markers are sorted by their times");
        ap_add_related_place(io, cursor->previous_marker_span, "the marker before it");
    }
}

void ap_mrtk_check_marker_time(ap_io *io, float time, ap_mrtk_cursor *cursor)
{
    if (ap_is_structure_only(io))
        return;
    check_marker_order(io, time, cursor);
    check_time(io, time, cursor->animation);
    if (is_finite(time) && ap_mrtk_is_later_than_all_keys(cursor, time))
        ap_add_finding(io, AP_MRTK_RULE(MARKER_AFTER_END),
            ap_value_with_prefix("at most", ap_float(cursor->end)), ap_float(time),
            ": no key is later, and MRTK stops at the last key, so it never reaches the marker");
    cursor->previous_marker_time = time;
    cursor->previous_marker_span = io->field.span;
}

size_t ap_mrtk_shortest_prefix_bytes(uint32_t length)
{
    size_t bytes = 1;
    while (length >>= 7)
        bytes++;
    return bytes;
}

bool ap_mrtk_check_prefix(ap_io *io, const ap_mrtk_prefix *prefix)
{
    const uint32_t length = prefix->length;
    const size_t left = ap_bytes_left(io), shortest = ap_mrtk_shortest_prefix_bytes(length);
    if (!prefix->ended && prefix->bytes == AP_MRTK_PREFIX_BYTES) {
        ap_add_finding(io, AP_MRTK_RULE(MARKER_NAME), ap_text_value("at most 5 bytes"), ap_text_value("more"),
            " has a length prefix of more than 5 bytes; it takes 5 bytes at most");
        return false;
    }
    if (!prefix->ended) {
        ap_add_finding(io, AP_MRTK_RULE(MARKER_NAME), ap_text_value("a whole length"),
            ap_text_value("the end of the file"), " is cut off: the file ends inside its length prefix");
        return false;
    }
    if (length > INT32_MAX) {
        ap_add_finding(io, AP_MRTK_RULE(MARKER_NAME), ap_value_with_prefix("at least", ap_integer(0)),
            ap_integer((int64_t)length - (INT64_C(1) << 32)),
            " has the length %" PRId64 "; it must be at least 0", (int64_t)length - (INT64_C(1) << 32));
        return false;
    }
    if (prefix->length > left) {
        ap_add_finding(io, AP_MRTK_RULE(MARKER_NAME), ap_value_with_prefix("at most", ap_size(left)),
            ap_integer(length), " needs %u %s, %zu %s left", (unsigned)length, length == 1 ? "byte" : "bytes",
            left, left == 1 ? "is" : "are");
        return false;
    }
    if (prefix->bytes > shortest)
        ap_add_finding(io, AP_MRTK_RULE(MARKER_NAME_OVERLONG), ap_byte_count(shortest),
            ap_byte_count(prefix->bytes), " spells its length %u in %zu bytes; %zu %s enough",
            (unsigned)length, prefix->bytes, shortest, shortest == 1 ? "is" : "are");
    return true;
}

void ap_mrtk_check_marker_name_is_utf8(ap_io *io, ap_view name)
{
    if (ap_is_structure_only(io))
        return;
    size_t valid = ap_utf8_valid_prefix_length(name);
    if (valid < name.size)
        ap_add_finding(io, AP_MRTK_RULE(MARKER_NAME_UTF8), ap_text_value("UTF-8"), ap_bytes(name),
            " is not UTF-8 from its byte %zu on; write it in UTF-8, with its new length", valid);
}

bool ap_mrtk_check_marker_list_is_there(ap_io *io)
{
    if (ap_is_writing(io) || ap_bytes_left(io) > 0)
        return true;
    ap_add_finding_at(io, AP_MRTK_RULE(TRUNCATED), (ap_span){ io->at, 0 }, "marker_count",
        ap_byte_count(sizeof(int32_t)), ap_byte_count(0),
        "marker_count is missing: the file ends after its last curve; append 4 bytes of 0, an empty list of "
        "markers");
    return false;
}
