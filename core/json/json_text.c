#include "core/json/json_text.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/json/json_scan.h"
#include "core/number/double_number.h"

enum { NUMBER_BYTES = 64 };

static uint8_t first_byte(const ap_json_document *json, ap_json_ref value)
{
    return value == AP_JSON_MISSING ? '\0' : json->text.bytes[json->entries[value].at];
}

ap_json_kind ap_json_kind_of(const ap_json_document *json, ap_json_ref value)
{
    switch (first_byte(json, value)) {
    case '\0':
        return AP_JSON_NONE;
    case 'n':
        return AP_JSON_NULL;
    case 't':
    case 'f':
        return AP_JSON_BOOLEAN;
    case '"':
        return AP_JSON_STRING;
    case '[':
        return AP_JSON_ARRAY;
    case '{':
        return AP_JSON_OBJECT;
    default:
        return AP_JSON_NUMBER;
    }
}

static bool is_container(const ap_json_document *json, ap_json_ref value)
{
    return ap_json_kind_of(json, value) >= AP_JSON_ARRAY;
}

ap_json_ref ap_json_first_entry(const ap_json_document *json, ap_json_ref container)
{
    if (!is_container(json, container) || json->entries[container].next == container + 1)
        return AP_JSON_MISSING;
    return container + 1;
}

ap_json_ref ap_json_next_entry(const ap_json_document *json, ap_json_ref container, ap_json_ref value)
{
    if (container == AP_JSON_MISSING || value == AP_JSON_MISSING)
        return AP_JSON_MISSING;
    const ap_json_ref next = json->entries[value].next;
    return next < json->entries[container].next ? next : AP_JSON_MISSING;
}

ap_json_ref ap_json_find_member(const ap_json_document *json, ap_json_ref object, const char *name)
{
    if (ap_json_kind_of(json, object) != AP_JSON_OBJECT)
        return AP_JSON_MISSING;
    ap_json_ref at = ap_json_first_entry(json, object);
    while (at != AP_JSON_MISSING && !ap_json_string_equals(json, at, name))
        at = ap_json_next_entry(json, object, at + 1);
    return at == AP_JSON_MISSING ? AP_JSON_MISSING : at + 1;
}

size_t ap_json_count_children(const ap_json_document *json, ap_json_ref container)
{
    const bool object = ap_json_kind_of(json, container) == AP_JSON_OBJECT;
    size_t length = 0;
    for (ap_json_ref at = ap_json_first_entry(json, container); at != AP_JSON_MISSING; length++)
        at = ap_json_next_entry(json, container, object ? at + 1 : at);
    return length;
}

/* Returns the number of bytes between the quotes of a string. */
static size_t count_bytes_in_quotes(const ap_json_document *json, ap_json_ref string)
{
    const char *reason;
    const size_t at = json->entries[string].at;
    return ap_json_string_end_or_fault(json->text, at, true, &reason) - at - 2;
}

bool ap_json_string_equals(const ap_json_document *json, ap_json_ref string, const char *characters)
{
    const ap_view bytes = { (const uint8_t *)characters, strlen(characters) };
    return ap_json_kind_of(json, string) == AP_JSON_STRING
           && ap_json_string_decodes_to(json->text, json->entries[string].at, bytes);
}

bool ap_json_decode_string(const ap_json_document *json, ap_json_ref string, ap_arena *arena, ap_view *bytes)
{
    if (ap_json_kind_of(json, string) != AP_JSON_STRING)
        return false;
    uint8_t *decoded = ap_alloc(arena, count_bytes_in_quotes(json, string) + 1);
    if (decoded == NULL)
        return false;
    *bytes = (ap_view){ decoded, ap_json_decode_string_bytes(json->text, json->entries[string].at, decoded) };
    return true;
}

static uint8_t hex_digit(uint8_t character)
{
    return (uint8_t)(character <= '9' ? character - '0' : character - 'a' + 10);
}

ap_view ap_json_decode_hex(const ap_json_document *json, ap_json_ref string, ap_arena *arena)
{
    ap_view digits;
    if (!ap_json_decode_string(json, string, arena, &digits) || digits.size % 2 != 0
        || strspn((const char *)digits.bytes, "0123456789abcdef") != digits.size)
        return (ap_view){ NULL, 0 };
    uint8_t *made = ap_alloc(arena, digits.size / 2 + 1);
    for (size_t i = 0; made != NULL && i < digits.size / 2; i++)
        made[i] = (uint8_t)(hex_digit(digits.bytes[2 * i]) << 4 | hex_digit(digits.bytes[2 * i + 1]));
    return (ap_view){ made, made == NULL ? 0 : digits.size / 2 };
}

/* Returns the number's text with a terminator: in `room`, or in the arena if it is long. Returns NULL for a long number when out
   of memory or if `arena` is NULL. */
static const char *copy_number_text(
    const ap_json_document *json, ap_json_ref number, ap_arena *arena, char room[NUMBER_BYTES])
{
    const char *reason;
    const size_t at = json->entries[number].at;
    const size_t length = ap_json_number_end_or_fault(json->text, at, &reason) - at;
    char *text = length < NUMBER_BYTES ? room : arena == NULL ? NULL : ap_alloc(arena, length + 1);
    if (text == NULL)
        return NULL;
    memcpy(text, json->text.bytes + at, length);
    text[length] = '\0';
    return text;
}

bool ap_json_read_integer(const ap_json_document *json, ap_json_ref number, int64_t *value)
{
    if (ap_json_kind_of(json, number) != AP_JSON_NUMBER)
        return false;
    const ap_view text = json->text;
    size_t at = json->entries[number].at;
    const bool minus = text.bytes[at] == '-';
    int64_t whole = 0;
    for (at += minus; at < text.size && text.bytes[at] >= '0' && text.bytes[at] <= '9'; at++) {
        const int64_t digit = text.bytes[at] - '0';
        if (__builtin_mul_overflow(whole, (int64_t)10, &whole)
            || __builtin_add_overflow(whole, minus ? -digit : digit, &whole))
            return false;
    }
    *value = whole;
    return at == text.size || (text.bytes[at] != '.' && (text.bytes[at] | 0x20) != 'e');
}

bool ap_json_read_real(const ap_json_document *json, ap_json_ref number, ap_arena *arena, double *value)
{
    char room[NUMBER_BYTES];
    if (ap_json_kind_of(json, number) != AP_JSON_NUMBER)
        return false;
    const size_t at = json->entries[number].at;
    if (ap_scan_double((ap_view){ json->text.bytes + at, json->text.size - at }, value))
        return true;
    const char *text = copy_number_text(json, number, arena, room);
    if (text == NULL)
        return false;
    *value = strtod(text, NULL);
    return isfinite(*value);
}

void ap_json_mark_used(ap_json_document *json, ap_json_ref value)
{
    for (ap_json_ref at = value; at < json->entries[value].next; at++)
        json->entries[at].used = 1;
}
