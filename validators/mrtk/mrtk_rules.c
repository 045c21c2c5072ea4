#include "validators/mrtk/mrtk_rules.h"

#include <math.h>

#include "core/utf8.h"
#include "validators/mrtk/mrtk_table.h"

#define RULE(name) (&ap_mrtk_rules[MRTK_##name])

/* Where the two numbers of the version stand; rules on the file as a whole point there too. */
static const ap_span version_span = { 8, 8 };

static bool is_trial(const ap_io *io)
{
    return io->findings != NULL && io->findings->count_only;
}

bool ap_mrtk_trial_failed(const ap_io *io)
{
    return is_trial(io) && io->findings->counts[AP_ERROR] > 0;
}

bool ap_mrtk_judge_magic(ap_io *io, uint64_t magic)
{
    if (magic == AP_MRTK_MAGIC)
        return true;
    if (ap_is_filling(io))
        return ap_fill_refuse(io, "magic", "is not the magic number of MRTK input animation");
    bool swapped = magic == __builtin_bswap64(AP_MRTK_MAGIC);
    return ap_report(io, RULE(MAGIC), ap_hex(AP_MRTK_MAGIC, 16), ap_hex(magic, 16),
        swapped ? "is the magic number with its bytes swapped: written big-endian"
                : "is not the magic number of MRTK input animation");
}

/* Some recorders write the magic and then the three flags of 1.1 at once, without a version. */
static bool looks_unversioned(const ap_io *io)
{
    const size_t flags = 3;
    if (io->input.size < version_span.offset + flags + AP_MRTK_CURVE_BYTES)
        return false;
    const uint8_t *at = io->input.bytes + version_span.offset;
    uint32_t pre_wrap = ap_load_u32(at + flags, false);
    uint32_t post_wrap = ap_load_u32(at + flags + sizeof pre_wrap, false);
    return at[0] <= 1 && at[1] <= 1 && at[2] <= 1 && pre_wrap <= 15 && post_wrap <= 15;
}

bool ap_mrtk_judge_version(ap_io *io, const ap_mrtk_animation *animation)
{
    if (animation->major == 1 && (animation->minor == 0 || animation->minor == 1))
        return true;
    if (ap_is_filling(io))
        return ap_fill_refuse(io, "version", "is neither 1.0 nor 1.1");
    const char *more = "";
    if (looks_unversioned(io))
        more = "; the bytes look like the flags and curves of 1.1 without a version in front of them";
    else if (animation->major < 1 || (animation->major == 1 && animation->minor < 0))
        more = "; MRTK reads it as 1.0";
    else
        more = "; MRTK loads an empty animation without a word";
    return ap_report_at(io, RULE(VERSION), version_span, "version", ap_words("1.0 or 1.1"), ap_none(),
        "version %d.%d is neither 1.0 nor 1.1%s", (int)animation->major, (int)animation->minor, more);
}

bool ap_mrtk_judge_flag(ap_io *io, uint8_t value)
{
    if (value > 1)
        ap_report(
            io, RULE(FLAG), ap_words("0 or 1"), ap_integer(value), "is neither 0 nor 1; read on as true");
    return true;
}

static bool is_finite(float value)
{
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return ap_f32_bits_finite(bits);
}

/* A time's own rules, the same for keys and markers. */
static void judge_time(ap_io *io, float time, const ap_mrtk_animation *animation)
{
    if (!is_finite(time))
        ap_report(io, RULE(TIME_NOT_FINITE), ap_words("a finite time"), ap_float(time), "is not finite");
    else if (animation->minor >= 1 && time < 0)
        ap_report(io, RULE(TIME_NEGATIVE), ap_that("at least", ap_integer(0)), ap_float(time),
            "is negative; recordings of 1.1 begin at 0");
}

/* The same field of the key in front of the one being read; index > 0. */
static float of_key_before(const ap_io *io, size_t key_bytes)
{
    return ap_load_f32(io->input.bytes + io->field.span.offset - key_bytes, io->swap);
}

bool ap_mrtk_judge_key_time(ap_io *io, float time, size_t key_bytes, const ap_mrtk_animation *animation)
{
    if (io->findings == NULL)
        return true;
    judge_time(io, time, animation);
    if (ap_index(io) == 0 || !is_finite(time))
        return true;
    float before = of_key_before(io, key_bytes);
    if (is_finite(before) && time <= before)
        ap_report(io, RULE(TIME_ORDER), ap_that("more than", ap_float(before)), ap_float(time),
            time < before ? "is earlier than the key before" : "is the time of the key before");
    return true;
}

bool ap_mrtk_judge_value(ap_io *io, float value)
{
    if (!is_finite(value))
        ap_report(io, RULE(VALUE_NOT_FINITE), ap_words("a finite value"), ap_float(value), "is not finite");
    return true;
}

bool ap_mrtk_judge_tangent(ap_io *io, float tangent)
{
    if (isnan(tangent))
        ap_report(io, RULE(TANGENT_NAN), ap_words("a number or an infinity"), ap_float(tangent), "is NaN");
    return true;
}

static bool weight_in_range(float weight)
{
    return weight >= 0 && weight <= 1;
}

static void judge_weight(ap_io *io, const char *name, float weight, size_t bytes_back)
{
    ap_span span = { io->at - bytes_back, sizeof weight };
    if (!weight_in_range(weight))
        ap_report_at(io, RULE(WEIGHT_RANGE), span, name, ap_words("0 to 1"), ap_float(weight),
            "is outside 0 to 1, and the weighted mode uses it");
}

bool ap_mrtk_judge_weights(ap_io *io, const ap_mrtk_key *key)
{
    if (key->weighted_mode == 1 || key->weighted_mode == 3)
        judge_weight(io, "in_weight", key->in_weight, 12);
    if (key->weighted_mode == 2 || key->weighted_mode == 3)
        judge_weight(io, "out_weight", key->out_weight, 8);
    return true;
}

bool ap_mrtk_judge_boolean(ap_io *io, float value)
{
    if (io->findings == NULL)
        return true;
    if (value != 0 && value != 1) {
        ap_report(io, RULE(BOOLEAN_VALUE), ap_words("0 or 1"), ap_float(value), "is neither 0 nor 1");
        return true;
    }
    if (ap_index(io) > 0 && of_key_before(io, AP_MRTK_SHORT_KEY_BYTES) == value)
        ap_report(io, RULE(BOOLEAN_NO_FLIP), ap_integer(value == 0), ap_float(value),
            "repeats the value of the key before; every key of a boolean curve flips it");
    return true;
}

static void judge_marker_order(ap_io *io, float time, float before)
{
    if (is_finite(time) && is_finite(before) && time < before)
        ap_report(io, RULE(MARKER_ORDER), ap_that("at least", ap_float(before)), ap_float(time),
            "is earlier than the marker before");
}

bool ap_mrtk_judge_marker_time(ap_io *io, float time, ap_mrtk_place *place)
{
    if (io->findings == NULL)
        return true;
    judge_time(io, time, place->animation);
    if (ap_index(io) > 0)
        judge_marker_order(io, time, place->previous_marker_time);
    place->previous_marker_time = time;
    return true;
}

/* How many bytes the length takes when it is spelled as short as can be. */
static size_t shortest_prefix(uint32_t length)
{
    size_t bytes = 1;
    while (length >>= 7)
        bytes++;
    return bytes;
}

bool ap_mrtk_judge_prefix(ap_io *io, const ap_mrtk_prefix *prefix)
{
    uint32_t length = (uint32_t)prefix->length; /* the reader drops the bits above, and so does this */
    if (!prefix->ended && prefix->bytes == AP_MRTK_PREFIX_BYTES)
        return ap_report(io, RULE(MARKER_NAME), ap_words("at most 5 bytes"), ap_words("more"),
            "the length of the name does not end with its fifth byte");
    if (!prefix->ended)
        return ap_report(io, RULE(MARKER_NAME), ap_words("a whole length"), ap_words("the end of the file"),
            "the file ends inside the length of the name");
    if (length > INT32_MAX)
        return ap_report(io, RULE(MARKER_NAME), ap_that("at least", ap_integer(0)),
            ap_integer((int64_t)length - (INT64_C(1) << 32)), "the length of the name is negative");
    if (length > ap_left(io))
        return ap_report(io, RULE(MARKER_NAME), ap_that("at most", ap_size(ap_left(io))), ap_integer(length),
            "the name needs %u bytes, %zu are left", (unsigned)length, ap_left(io));
    if (prefix->bytes > shortest_prefix(length))
        ap_report(io, RULE(MARKER_NAME_OVERLONG), ap_byte_count(shortest_prefix(length)),
            ap_byte_count(prefix->bytes), "the length %u takes %zu bytes where %zu would do",
            (unsigned)length, prefix->bytes, shortest_prefix(length));
    return true;
}

bool ap_mrtk_judge_marker_name(ap_io *io, ap_view name)
{
    if (io->findings == NULL)
        return true;
    size_t valid = ap_utf8_valid_bytes(name);
    if (valid < name.size)
        ap_report(io, RULE(MARKER_NAME_UTF8), ap_words("UTF-8"), ap_bytes(name),
            "is not well-formed UTF-8 from byte %zu of the name on", valid);
    return true;
}

void ap_mrtk_judge_keys(ap_io *io, const ap_mrtk_animation *animation)
{
    for (size_t r = 0; r < animation->record_count; r++) {
        for (size_t c = 0; c < animation->records[r].shape->curve_count; c++) {
            if (animation->records[r].curves[c].key_count > 0)
                return;
        }
    }
    ap_report_at(io, RULE(NO_KEYS), version_span, "version", ap_none(), ap_none(),
        animation->record_count == 0 ? "the file has no curve" : "no curve of the file has a key");
}

void ap_mrtk_judge_layout(ap_io *io, const ap_mrtk_animation *animation)
{
    if (animation->layout == AP_MRTK_PUBLISHED)
        ap_report_at(io, RULE(LAYOUT_PUBLISHED), version_span, "version", ap_words("writer"),
            ap_words("published"),
            animation->minor >= 1
                ? "the file has 28-byte keys and no marker list, as the published page says; MRTK cannot "
                  "load it"
                : "the file has no marker list, as the published page says; MRTK cannot load it");
}
