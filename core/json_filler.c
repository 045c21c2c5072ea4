#include "core/json_filler.h"

#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { PATH_BYTES = 256, DEEPEST = 2 * (AP_PATH_DEPTH + 1), HEX = 16 };

/* Only the first fault counts: what follows may come of it. */
static bool fail(ap_json_filler *filler, const char *path, const char *message)
{
    if (filler->fault[0] == '\0')
        snprintf(filler->fault, sizeof filler->fault, "%s%s%s", path, path[0] == '\0' ? "" : ": ", message);
    return false;
}

static bool fail_at(ap_json_filler *filler, const ap_io *io, const char *name, const char *message)
{
    char path[PATH_BYTES];
    ap_path_text(&io->path, name, path, sizeof path);
    return fail(filler, path, message);
}

static void refuse(void *context, const ap_io *io, const char *name, const char *message)
{
    fail_at(context, io, name, message);
}

/* Where a value stands, so that it can be marked as used. */
typedef struct place {
    json_t *container; /* object or array */
    const char *key;   /* NULL: of an array */
    size_t index;
    json_t *value; /* NULL: there is none */
} place;

static void go_to_member(place *at, const char *key)
{
    *at = (place){ .container = at->value, .key = key, .value = json_object_get(at->value, key) };
}

static void go_to_element(place *at, size_t index)
{
    *at = (place){ .container = at->value, .index = index, .value = json_array_get(at->value, index) };
}

static place find(const ap_json_filler *filler, const ap_io *io, const char *name)
{
    place at = { .value = filler->fields };
    for (size_t i = 0; i < io->path.depth && at.value != NULL; i++) {
        const ap_path_part *part = &io->path.parts[i];
        if (part->name != NULL)
            go_to_member(&at, part->name);
        if (part->index != AP_NO_INDEX)
            go_to_element(&at, part->index);
    }
    if (name != NULL)
        go_to_member(&at, name);
    return at;
}

static void mark_used(const place *at)
{
    if (at->key != NULL)
        json_object_set_new(at->container, at->key, json_null());
    else
        json_array_set_new(at->container, at->index, json_null());
}

/* What ap_piece_text makes of a number that JSON has not: "inf", "-inf", "nan (0x7fc00001)", and the magic
   "0x6a8faf6e0f9e42c6". */
static bool bits_of_string(const char *text, ap_type type, uint64_t *bits)
{
    const bool narrow = type == AP_TYPE_F32;
    const char *hex = text;
    char *end;
    if (strcmp(text, "inf") == 0 || strcmp(text, "-inf") == 0) {
        const double infinity = text[0] == '-' ? -(double)INFINITY : (double)INFINITY;
        *bits = narrow ? ap_bits_of_float((float)infinity) : ap_bits_of_double(infinity);
        return type != AP_TYPE_U64;
    }
    if (type != AP_TYPE_U64) {
        if (strncmp(text, "nan (", 5) != 0)
            return false;
        hex = text + 5;
    }
    if (strncmp(hex, "0x", 2) != 0 || strspn(hex + 2, "0123456789abcdef") != (narrow ? 8U : 16U))
        return false;
    *bits = strtoull(hex, &end, HEX);
    if (type == AP_TYPE_U64)
        return *end == '\0';
    return strcmp(end, ")") == 0
           && (narrow ? isnan(ap_float_of_bits((uint32_t)*bits)) : isnan(ap_double_of_bits(*bits)));
}

static bool bits_of_integer(const json_t *value, ap_type type, uint64_t *bits)
{
    const json_int_t integer = json_integer_value(value);
    const bool is_byte = type == AP_TYPE_U8;
    if (!json_is_integer(value) || integer < (is_byte ? 0 : INT32_MIN)
        || integer > (is_byte ? UINT8_MAX : INT32_MAX))
        return false;
    *bits = (uint32_t)(int32_t)integer;
    return true;
}

static bool bits_of_real(const json_t *value, ap_type type, uint64_t *bits)
{
    const double real = json_number_value(value);
    if (json_is_string(value))
        return bits_of_string(json_string_value(value), type, bits);
    if (!json_is_number(value))
        return false;
    *bits = type == AP_TYPE_F32 ? ap_bits_of_float((float)real) : ap_bits_of_double(real);
    return type != AP_TYPE_F32 || isfinite((float)real);
}

static bool bits_of(const json_t *value, ap_type type, uint64_t *bits)
{
    switch (type) {
    case AP_TYPE_U8:
    case AP_TYPE_I32:
        return bits_of_integer(value, type, bits);
    case AP_TYPE_U64:
        return json_is_string(value) && bits_of_string(json_string_value(value), type, bits);
    default:
        return bits_of_real(value, type, bits);
    }
}

static const char *needed(ap_type type)
{
    switch (type) {
    case AP_TYPE_U8:
        return "an integer from 0 to 255 is needed";
    case AP_TYPE_I32:
        return "an integer of 32 bits is needed";
    case AP_TYPE_U64:
        return "a string such as \"0x6a8faf6e0f9e42c6\" is needed";
    default:
        return "a number is needed, or \"inf\", \"-inf\", or a NaN with its bits";
    }
}

static bool number(void *context, const ap_io *io, const char *name, ap_type type, uint64_t *bits)
{
    ap_json_filler *filler = context;
    const place at = find(filler, io, name);
    if (at.value == NULL || json_is_null(at.value))
        return fail_at(filler, io, name, "is missing");
    if (!bits_of(at.value, type, bits))
        return fail_at(filler, io, name, needed(type));
    if (type != AP_TYPE_TEXT)
        mark_used(&at);
    return true;
}

static int digit(char character)
{
    return character <= '9' ? character - '0' : character - 'a' + 10;
}

/* The bytes that a string of digits in base 16 spells; NULL bytes when it does not, or for want of memory. */
static ap_view bytes_of_hex(ap_arena *arena, const json_t *text)
{
    const size_t digits = json_string_length(text);
    const char *hex = json_string_value(text);
    uint8_t *bytes = ap_alloc(arena, digits / 2);
    if (hex == NULL || digits % 2 != 0 || strspn(hex, "0123456789abcdef") != digits || bytes == NULL)
        return (ap_view){ NULL, 0 };
    for (size_t i = 0; i < digits / 2; i++)
        bytes[i] = (uint8_t)(digit(hex[2 * i]) << 4 | digit(hex[2 * i + 1]));
    return (ap_view){ bytes, digits / 2 };
}

static ap_view bytes_of_string(ap_arena *arena, const json_t *text)
{
    const size_t size = json_string_length(text);
    uint8_t *bytes = ap_alloc(arena, size);
    if (bytes == NULL)
        return (ap_view){ NULL, 0 };
    memcpy(bytes, json_string_value(text), size);
    return (ap_view){ bytes, size };
}

/* The shortest spelling of the length of the name at hand. */
static ap_view shortest_length(const ap_json_filler *filler, const place *name)
{
    const json_t *hex = json_object_get(name->value, "bytes");
    size_t rest = hex != NULL ? json_string_length(hex) / 2 : json_string_length(name->value);
    uint8_t *bytes = ap_alloc(filler->arena, sizeof rest + 2);
    size_t count = 0;
    if (bytes == NULL)
        return (ap_view){ NULL, 0 };
    do {
        bytes[count] = (uint8_t)((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
        count++;
        rest >>= 7;
    } while (rest > 0);
    return (ap_view){ bytes, count };
}

/* The spelling that the document gives beside the name, or the shortest. */
static bool length_bytes(ap_json_filler *filler, const ap_io *io, const char *name, ap_view *bytes)
{
    const place at = find(filler, io, name);
    const place prefix = find(filler, io, "name_prefix");
    if (prefix.value == NULL) {
        *bytes = shortest_length(filler, &at);
        return bytes->bytes != NULL || fail_at(filler, io, name, "memory ran out");
    }
    *bytes = bytes_of_hex(filler->arena, prefix.value);
    mark_used(&prefix);
    return bytes->bytes != NULL || fail_at(filler, io, "name_prefix", "digits in base 16 are needed");
}

static bool name_bytes(void *context, const ap_io *io, const char *name, ap_type type, ap_view *bytes)
{
    ap_json_filler *filler = context;
    if (type == AP_TYPE_LENGTH)
        return length_bytes(filler, io, name, bytes);
    const place at = find(filler, io, name);
    if (at.value == NULL || json_is_null(at.value))
        return fail_at(filler, io, name, "is missing");
    const json_t *hex = json_object_get(at.value, "bytes");
    const bool fits = json_is_string(at.value) || (json_is_string(hex) && json_object_size(at.value) == 1);
    if (!fits)
        return fail_at(filler, io, name, "a string is needed, or {\"bytes\": digits in base 16}");
    *bytes = hex != NULL ? bytes_of_hex(filler->arena, hex) : bytes_of_string(filler->arena, at.value);
    if (bytes->bytes == NULL)
        return fail_at(
            filler, io, name, filler->arena->failed ? "memory ran out" : "is no digits in base 16");
    mark_used(&at);
    return true;
}

static size_t length(void *context, const ap_io *io, const char *name)
{
    return json_array_size(find(context, io, name).value);
}

static bool is_whole(ap_json_filler *filler)
{
    const json_t *layout = json_object_get(filler->document, "layout");
    filler->fields = json_object_get(filler->document, "fields");
    filler->format = json_string_value(json_object_get(filler->document, "format"));
    filler->layout = json_string_value(layout);
    if (!json_is_object(filler->document))
        return fail(filler, "", "the document is no object");
    if (json_object_size(filler->document) > 2 + (layout != NULL))
        return fail(filler, "", "the document has other members than format, layout and fields");
    if (filler->format == NULL)
        return fail(filler, "format", "a string is needed");
    if (layout != NULL && !json_is_null(layout) && filler->layout == NULL)
        return fail(filler, "layout", "a string or null is needed");
    if (!json_is_object(filler->fields))
        return fail(filler, "fields", "an object is needed");
    return true;
}

bool ap_json_open(ap_json_filler *filler, ap_view text, ap_arena *arena)
{
    json_error_t error;
    *filler = (ap_json_filler){ .filler = { number, name_bytes, length, refuse, filler }, .arena = arena };
    filler->document =
        json_loadb((const char *)text.bytes, text.size, JSON_REJECT_DUPLICATES | JSON_ALLOW_NUL, &error);
    if (filler->document == NULL) {
        snprintf(filler->fault, sizeof filler->fault, "line %d, column %d: %s", error.line, error.column,
            error.text);
        return false;
    }
    return is_whole(filler);
}

/* A container that is being looked through. */
typedef struct level {
    json_t *container;
    void *iterator; /* of an object */
    size_t index;   /* of an array: of the next element */
} level;

static level first_level(json_t *container)
{
    return (level){ container, json_object_iter(container), 0 };
}

/* The next value of a container; NULL at its end. */
static json_t *next_value(level *at, const char **key)
{
    *key = NULL;
    if (json_is_array(at->container))
        return json_array_get(at->container, at->index++);
    json_t *value = json_object_iter_value(at->iterator);
    *key = json_object_iter_key(at->iterator);
    at->iterator = json_object_iter_next(at->container, at->iterator);
    return value;
}

static bool unused(ap_json_filler *filler, const char *key)
{
    char message[AP_JSON_FAULT_BYTES];
    snprintf(message, sizeof message, "\"%.200s\" is no field of this file", key == NULL ? "" : key);
    return fail(filler, "", message);
}

bool ap_json_all_used(ap_json_filler *filler)
{
    level levels[DEEPEST];
    size_t depth = 1;
    const char *key = NULL, *last_key = NULL;
    levels[0] = first_level(filler->fields);
    while (depth > 0) {
        json_t *value = next_value(&levels[depth - 1], &key);
        last_key = key != NULL ? key : last_key;
        if (value == NULL)
            depth--;
        else if (json_is_null(value))
            continue;
        else if ((!json_is_object(value) && !json_is_array(value)) || depth == DEEPEST)
            return unused(filler, last_key);
        else
            levels[depth++] = first_level(value);
    }
    return true;
}

void ap_json_close(ap_json_filler *filler)
{
    json_decref(filler->document);
    filler->document = NULL;
}
