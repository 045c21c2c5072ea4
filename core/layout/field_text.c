/* Writes the values of fields as text. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>

#include "core/base/digits.h"
#include "core/layout/field_map.h"
#include "core/number/real_text.h"

const char *ap_field_type_name(ap_field_type type)
{
    static const char *const names[] = {
        [AP_TYPE_U8] = "u8",
        [AP_TYPE_I32] = "i32",
        [AP_TYPE_U64] = "u64",
        [AP_TYPE_F32] = "f32",
        [AP_TYPE_F64] = "f64",
        [AP_TYPE_BYTES] = "bytes",
        [AP_TYPE_LENGTH] = "length",
        [AP_TYPE_TEXT] = "text",
    };
    return names[type];
}

const char *ap_field_role_name(ap_field_role role)
{
    static const char *const names[] = {
        [AP_ROLE_NUMBER] = "number",
        [AP_ROLE_MAGIC] = "magic",
        [AP_ROLE_VERSION] = "version",
        [AP_ROLE_FLAG] = "flag",
        [AP_ROLE_COUNT] = "count",
        [AP_ROLE_ENUM] = "enum",
        [AP_ROLE_INDEX] = "index",
        [AP_ROLE_NAME] = "name",
    };
    return names[role];
}

static const char *name_of_value(const ap_value_set *set, int32_t value)
{
    for (const ap_value_name *entry = set->names; entry->name != NULL; entry++) {
        if (entry->value == value)
            return entry->name;
    }
    return NULL;
}

/* Writes the names of the bits that are set: "Once|Loop". */
static void write_names_of_bits(const ap_value_set *set, uint32_t bits, char *text, size_t size)
{
    size_t used = 0;
    for (const ap_value_name *entry = set->names; entry->name != NULL; entry++) {
        if (entry->value == 0 || (bits & (uint32_t)entry->value) == 0 || used >= size)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%s", used > 0 ? "|" : "", entry->name);
    }
}

void ap_put_value_meaning(const ap_value_set *set, int32_t value, char *text, size_t size)
{
    text[0] = '\0';
    if (set == NULL || set->names == NULL || !ap_value_set_contains(set, value))
        return;
    const char *name = name_of_value(set, value);
    if (name != NULL)
        snprintf(text, size, "%s", name);
    else if (set->bits > 0)
        write_names_of_bits(set, (uint32_t)value, text, size);
}

uint32_t ap_segment_stored_length(const ap_segment *segment)
{
    uint64_t length = 0;
    for (size_t i = 0; i < segment->span.length; i++)
        length |= (uint64_t)(segment->bytes[i] & 0x7f) << (7 * i);
    return (uint32_t)length;
}

ap_view ap_segment_token_unquoted(const ap_segment *segment)
{
    const ap_view all = { segment->bytes, segment->span.length };
    if (all.size >= 2 && all.bytes[0] == '"' && all.bytes[all.size - 1] == '"')
        return (ap_view){ all.bytes + 1, all.size - 2 };
    return all;
}

static size_t terminate_text(char *text, size_t length)
{
    text[length] = '\0';
    return length;
}

static size_t integer_text(const ap_segment *segment, char text[AP_SEGMENT_TEXT_BYTES])
{
    char meaning[64];
    const int32_t value = ap_load_i32(segment->bytes, segment->swap);
    const size_t length = ap_put_integer(text, value);
    if (segment->set == NULL)
        return terminate_text(text, length);
    ap_put_value_meaning(segment->set, value, meaning, sizeof meaning);
    if (meaning[0] == '\0')
        return terminate_text(text, length);
    return length + (size_t)snprintf(text + length, AP_SEGMENT_TEXT_BYTES - length, " (%s)", meaning);
}

/* Writes a float32. A NaN is written with its bits in base 16, since NaNs differ only in their bits. */
static size_t float_text(const ap_segment *segment, char text[AP_SEGMENT_TEXT_BYTES])
{
    const uint32_t bits = ap_load_u32(segment->bytes, segment->swap);
    const float value = ap_float_of_bits(bits);
    if (isnan(value))
        return (size_t)snprintf(text, AP_SEGMENT_TEXT_BYTES, "nan (0x%08" PRIx32 ")", bits);
    return terminate_text(text, ap_real_text((double)value, true, text));
}

static size_t double_text(const ap_segment *segment, char text[AP_SEGMENT_TEXT_BYTES])
{
    const uint64_t bits = ap_load_u64(segment->bytes, segment->swap);
    const double value = ap_double_of_bits(bits);
    if (isnan(value))
        return (size_t)snprintf(text, AP_SEGMENT_TEXT_BYTES, "nan (0x%016" PRIx64 ")", bits);
    return terminate_text(text, ap_real_text(value, false, text));
}

/* Writes a word of at most 64 printable ASCII characters unchanged, and quotes any other token, such as a string. */
static size_t token_text(const ap_segment *segment, char text[AP_SEGMENT_TEXT_BYTES])
{
    const ap_view token = ap_segment_token_unquoted(segment);
    bool bare = token.size == segment->span.length && token.size > 0 && token.size <= 64;
    for (size_t i = 0; bare && i < token.size; i++)
        bare = token.bytes[i] > 0x20 && token.bytes[i] < 0x7f;
    if (!bare)
        return ap_quote_ascii(token, text, AP_SEGMENT_TEXT_BYTES);
    memcpy(text, token.bytes, token.size);
    text[token.size] = '\0';
    return token.size;
}

size_t ap_segment_text(const ap_segment *segment, char text[AP_SEGMENT_TEXT_BYTES])
{
    text[0] = '\0';
    switch (segment->type) {
    case AP_TYPE_U8:
        return terminate_text(text, ap_put_digits(text, segment->bytes[0]));
    case AP_TYPE_I32:
        return integer_text(segment, text);
    case AP_TYPE_U64:
        return (size_t)snprintf(
            text, AP_SEGMENT_TEXT_BYTES, "0x%016" PRIx64, ap_load_u64(segment->bytes, segment->swap));
    case AP_TYPE_F32:
        return float_text(segment, text);
    case AP_TYPE_F64:
        return double_text(segment, text);
    case AP_TYPE_BYTES:
        return ap_quote_ascii((ap_view){ segment->bytes, segment->span.length }, text, AP_SEGMENT_TEXT_BYTES);
    case AP_TYPE_LENGTH:
        return terminate_text(text, ap_put_digits(text, ap_segment_stored_length(segment)));
    case AP_TYPE_TEXT:
        return token_text(segment, text);
    }
    return 0;
}
