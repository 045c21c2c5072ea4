/* Sets values: animproof_put and animproof_put_number replace the bytes of one field. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "core/base/bytes.h"
#include "core/json/json_bits.h"
#include "core/json/json_text.h"
#include "core/number/float_text.h"
#include "core/number/number.h"
#include "validators/field_at.h"
#include "validators/library/handle.h"

enum { LENGTH_BYTES = 10 }; /* enough for any encoded length of 64 bits, 7 bits a byte */

typedef ap_handle_field target_field;

static animproof_status fail_bad_value(animproof *handle, const target_field *t, const char *why)
{
    return ap_handle_fail(handle, ANIMPROOF_BAD_VALUE, "%.200s: %s", t->path, why);
}

/* Replaces the bytes of the span with `size` other bytes. */
static animproof_status replace_span(animproof *handle, ap_span span, const void *bytes, size_t size)
{
    const ap_view old = handle->file.view;
    const size_t end = ap_span_end(span);
    if (handle->file.owned != NULL && size == span.length) {
        memcpy(handle->file.owned + span.offset, bytes, size);
        return ANIMPROOF_OK;
    }
    const size_t made_size = old.size - span.length + size;
    uint8_t *made = ap_handle_call_allocator_and_mark_failure(handle, made_size > 0 ? made_size : 1);
    if (made == NULL)
        return ap_handle_fail_for_memory(handle);
    memcpy(made, old.bytes, span.offset);
    if (size > 0)
        memcpy(made + span.offset, bytes, size);
    memcpy(made + span.offset + size, old.bytes + end, old.size - end);
    ap_document_replace(handle, &handle->file, (ap_view){ made, made_size }, made);
    return ANIMPROOF_OK;
}

/* Names of binary formats. The field before a name is the length of the name. */

/* Encodes the length of a name into `head`, and extends *extended_span to include the old length. Returns the
   number of bytes encoded, or SIZE_MAX if the name cannot have this length. */
static size_t encode_length_or_size_max(
    const target_field *t, size_t length, uint8_t head[LENGTH_BYTES], ap_span *extended_span)
{
    size_t used = 0;
    if (length > INT32_MAX)
        return SIZE_MAX;
    assert(ap_span_end(t->before.span) == extended_span->offset);
    if (t->before.type == AP_TYPE_LENGTH) {
        for (size_t rest = length; used == 0 || rest > 0; rest >>= 7)
            head[used++] = (uint8_t)((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    } else {
        assert(t->before.type == AP_TYPE_I32 && t->before.role == AP_ROLE_COUNT);
        const uint32_t count = (uint32_t)length;
        for (; used < sizeof count; used++)
            head[used] = (uint8_t)(count >> 8 * (t->before.swap ? sizeof count - 1 - used : used));
    }
    *extended_span = ap_span_from_to(t->before.span, *extended_span);
    return used;
}

static animproof_status replace_name(animproof *handle, const target_field *t, const char *text)
{
    uint8_t head[LENGTH_BYTES];
    ap_span span = t->segment.span;
    const size_t length = strlen(text);
    const size_t used = encode_length_or_size_max(t, length, head, &span);
    if (used == SIZE_MAX)
        return fail_bad_value(handle, t, "the file cannot hold a name of this length");
    uint8_t *bytes = ap_alloc(&handle->work, ap_saturating_size_sum(used, length));
    if (bytes == NULL)
        return ap_handle_fail_for_memory(handle);
    memcpy(bytes, head, used);
    memcpy(bytes + used, text, length);
    return replace_span(handle, span, bytes, used + length);
}

/* Numbers of binary formats */

static animproof_status replace_number_bits(animproof *handle, const target_field *t, uint64_t bits)
{
    uint8_t bytes[sizeof bits];
    const size_t size = t->segment.span.length;
    for (size_t i = 0; i < size; i++)
        bytes[i] = (uint8_t)(bits >> 8 * (t->segment.swap ? size - 1 - i : i));
    return replace_span(handle, t->segment.span, bytes, size);
}

static const char *needed_value_text(ap_field_type type)
{
    switch (type) {
    case AP_TYPE_U8:
        return "an integer from 0 to 255 is needed";
    case AP_TYPE_I32:
        return "a 32-bit integer is needed";
    case AP_TYPE_U64:
        return "a text such as 0x6a8faf6e0f9e42c6 is needed";
    case AP_TYPE_BYTES:
        return "the field is a name, not a number";
    default:
        return "a number in the range of the field is needed";
    }
}

static bool bits_of_integer(double number, ap_field_type type, uint64_t *bits)
{
    const double least = type == AP_TYPE_U8 ? 0 : INT32_MIN,
                 most = type == AP_TYPE_U8 ? UINT8_MAX : INT32_MAX;
    if (!(number >= least && number <= most) || number != trunc(number))
        return false;
    *bits = (uint32_t)(int32_t)number;
    return true;
}

static bool bits_of_number(double number, ap_field_type type, uint64_t *bits)
{
    const float narrow = (float)number;
    switch (type) {
    case AP_TYPE_U8:
    case AP_TYPE_I32:
        return bits_of_integer(number, type, bits);
    case AP_TYPE_F32:
        *bits = ap_bits_of_float(narrow);
        return isfinite(narrow) || !isfinite(number);
    case AP_TYPE_F64:
        *bits = ap_bits_of_double(number);
        return true;
    default:
        return false;
    }
}

/* Parses a number in the form of animproof_field.text. Returns false if a field of this type cannot hold the number, or when out
   of memory (handle->work.failed). */
static bool bits_of_text(animproof *handle, const char *text, ap_field_type type, uint64_t *bits)
{
    double number;
    int32_t integer;
    ap_json_document json;
    char fault[AP_JSON_FAULT_BYTES];
    const ap_view view = { (const uint8_t *)text, strlen(text) };
    if (type == AP_TYPE_U8 || type == AP_TYPE_I32)
        return ap_parse_int32(view, &integer) && bits_of_integer(integer, type, bits);
    if (ap_json_bits_of_string(text, type, bits))
        return true;
    return type != AP_TYPE_U64 && ap_json_read(&json, view, &handle->work, fault)
           && ap_json_read_real(&json, 0, &handle->work, &number) && bits_of_number(number, type, bits);
}

/* Tokens of text formats */

static animproof_status replace_token(animproof *handle, const target_field *t, const char *text)
{
    int32_t integer;
    const size_t length = strlen(text);
    const ap_view view = { (const uint8_t *)text, length };
    if (t->segment.role != AP_ROLE_NAME) {
        const bool fits = t->segment.role == AP_ROLE_NUMBER ? ap_parse_float(view).fault == AP_NUMBER_FINE
                                                            : ap_parse_int32(view, &integer);
        if (!fits)
            return fail_bad_value(
                handle, t, needed_value_text(t->segment.role == AP_ROLE_NUMBER ? AP_TYPE_TEXT : AP_TYPE_I32));
        return replace_span(handle, t->segment.span, text, length);
    }
    if (strpbrk(text, "\"\r\n") != NULL)
        return fail_bad_value(handle, t, "a string cannot hold a quote or a line end");
    uint8_t *quoted = ap_alloc(&handle->work, ap_saturating_size_sum(length, 2));
    if (quoted == NULL)
        return ap_handle_fail_for_memory(handle);
    quoted[0] = quoted[length + 1] = '"';
    memcpy(quoted + 1, text, length);
    return replace_span(handle, t->segment.span, quoted, length + 2);
}

static animproof_status replace_value_by_text(animproof *handle, const target_field *t, const char *text)
{
    uint64_t bits;
    if (t->segment.type == AP_TYPE_TEXT)
        return replace_token(handle, t, text);
    if (t->segment.type == AP_TYPE_BYTES)
        return replace_name(handle, t, text);
    if (bits_of_text(handle, text, t->segment.type, &bits))
        return replace_number_bits(handle, t, bits);
    return handle->work.failed ? ap_handle_fail_for_memory(handle)
                               : fail_bad_value(handle, t, needed_value_text(t->segment.type));
}

static animproof_status replace_value_by_number(animproof *handle, const target_field *t, double number)
{
    uint64_t bits;
    char text[AP_FLOAT_TEXT_BYTES + 1] = "";
    if (t->segment.type != AP_TYPE_TEXT)
        return bits_of_number(number, t->segment.type, &bits)
                   ? replace_number_bits(handle, t, bits)
                   : fail_bad_value(handle, t, needed_value_text(t->segment.type));
    if (t->segment.role == AP_ROLE_NAME)
        return fail_bad_value(handle, t, needed_value_text(AP_TYPE_BYTES));
    if (bits_of_integer(number, AP_TYPE_I32, &bits) && !(number == 0 && signbit(number)))
        snprintf(text, sizeof text, "%d", (int)number);
    else if (isfinite((float)number))
        text[ap_float_text((float)number, text)] = '\0';
    else
        return fail_bad_value(handle, t, needed_value_text(AP_TYPE_TEXT));
    return replace_token(handle, t, text);
}

/* Sets the field to `text`, or to `number` if text is NULL. */
static animproof_status set_field(animproof *handle, const char *path, const char *text, double number)
{
    target_field t = { .path = path };
    if (path == NULL)
        return ap_handle_fail(handle, ANIMPROOF_MISUSE, "path and text must not be NULL");
    const animproof_status status = ap_handle_find_field(handle, &t);
    if (status != ANIMPROOF_OK)
        return status;
    return text == NULL ? replace_value_by_number(handle, &t, number)
                        : replace_value_by_text(handle, &t, text);
}

animproof_status animproof_put(animproof *handle, const char *path, const char *text)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    return ap_handle_end_call_and_restore_locale(
        handle, set_field(handle, text == NULL ? NULL : path, text, 0));
}

animproof_status animproof_put_number(animproof *handle, const char *path, double number)
{
    if (!ap_handle_begin_call_in_c_locale(handle))
        return ANIMPROOF_MISUSE;
    return ap_handle_end_call_and_restore_locale(handle, set_field(handle, path, NULL, number));
}
