/* Fuzz target for conversion between numbers and text. The first four bytes of the input are a float32: if it is finite, it must
   be equal when written and parsed again, and must be a number for libjansson when written to JSON.
   The other bytes are a text that is parsed as a number, and quoted into buffers of different sizes. */
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/files/sink.h"
#include "core/finding/value.h"
#include "core/json/json_value.h"
#include "core/number/float_text.h"
#include "core/number/number.h"
#include "fuzz/oracle.h"

enum { FLOAT_BYTES = 4, LONGEST_TEXT = 512, MOST_ROOM = 64 };

static void check_float_text_reads_back(float value)
{
    char text[AP_FLOAT_TEXT_BYTES + 1];
    const size_t length = ap_float_text(value, text);
    const ap_number read = ap_parse_float((ap_view){ (const uint8_t *)text, length });
    text[length] = '\0';
    fuzz_require(ap_bits_of_float(strtof(text, NULL)) == ap_bits_of_float(value),
        "%a is written as %s, which is another number", (double)value, text);
    fuzz_require(ap_bits_of_float(read.value) == ap_bits_of_float(value), "%s is read as %a", text,
        (double)read.value);
}

static json_t *write_and_parse_json_value(ap_view bytes, ap_field_type type)
{
    ap_buffer store;
    ap_writer writer;
    const ap_segment segment = { .span = { 0, bytes.size }, .bytes = bytes.bytes, .type = type };
    ap_buffer_init(&store);
    ap_buffer_init_writer(&store, &writer);
    ap_write_json_value(&writer, &segment);
    fuzz_require(ap_writer_flush(&writer), "out of memory for a value");
    json_t *value = json_loadb((const char *)store.bytes, store.size, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    fuzz_require(value != NULL, "a value of type %d is not JSON: %.*s", (int)type, (int)store.size,
        (const char *)store.bytes);
    ap_buffer_free(&store);
    return value;
}

static void check_json_types_of_values(const uint8_t *data, ap_view text)
{
    const float value = ap_load_f32(data, false);
    json_t *number = write_and_parse_json_value((ap_view){ data, FLOAT_BYTES }, AP_TYPE_F32);
    json_t *name = write_and_parse_json_value(text, AP_TYPE_BYTES),
           *token = write_and_parse_json_value(text, AP_TYPE_TEXT);
    fuzz_require(json_is_number(number) == (isfinite(value) != 0), "%a as JSON", (double)value);
    fuzz_require(
        json_is_string(name) && json_is_string(token), "the name or token of a number is not a JSON string");
    json_decref(number);
    json_decref(name);
    json_decref(token);
}

static void check_parse_float(ap_view text)
{
    char copy[LONGEST_TEXT + 1];
    const ap_number read = ap_parse_float(text);
    if (text.size > LONGEST_TEXT || read.fault != AP_NUMBER_FINE)
        return;
    memcpy(copy, text.bytes, text.size);
    copy[text.size] = '\0';
    const float wanted = strtof(copy, NULL);
    fuzz_require(ap_bits_of_float(read.value) == ap_bits_of_float(wanted), "%s is read as %a, not %a", copy,
        (double)read.value, (double)wanted);
}

/* Writes the text as a quoted string into an allocation of exactly the buffer's size, so that sanitizers detect writes past the
   end. */
static void check_quoted_text_is_printable(ap_view text, size_t choice)
{
    const size_t room = 1 + choice % MOST_ROOM;
    char *quoted = malloc(room);
    fuzz_require(quoted != NULL, "out of memory for a quote");
    size_t length = ap_quote(text, quoted, room);
    fuzz_expect_printable_text(quoted, room, "a quote");
    fuzz_require(
        strlen(quoted) == length, "a quoted text with the length %zu has %zu bytes", length, strlen(quoted));
    length = ap_value_text(choice % 2 == 0 ? ap_no_value() : ap_bytes(text), quoted, room);
    fuzz_expect_printable_text(quoted, room, "a value");
    fuzz_require(strlen(quoted) == length, "a printed value with the length %zu has %zu bytes", length,
        strlen(quoted));
    free(quoted);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < FLOAT_BYTES)
        return 0;
    const float value = ap_load_f32(data, false);
    const ap_view text = { data + FLOAT_BYTES, size - FLOAT_BYTES };
    if (isfinite(value))
        check_float_text_reads_back(value);
    check_json_types_of_values(data, text);
    check_parse_float(text);
    check_quoted_text_is_printable(text, fuzz_hash_input((ap_view){ data, size }));
    return 0;
}
