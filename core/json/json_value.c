#include "core/json/json_value.h"

#include <math.h>
#include <string.h>

#include "core/base/utf8.h"

enum {
    CHUNK_BYTES = 256,   /* bytes converted to digits in base 16 at once */
    LONGEST_ESCAPE = 16, /* bytes of room for the longest escape, "\\ud83d\\ude00" */
    MORE_ESCAPES = AP_JSON_IN_HTML | AP_JSON_NO_LINKS, /* options that escape more characters than " and \ */
    REPLACEMENT = 0xfffd                               /* code point that replaces invalid UTF-8 */
};

/* A batch or a writer that text is written to. Text is first put into room that the target provides, and committed when complete:
   if the input is mapped, reading it may interrupt the function, and a partial text must not remain. */
typedef struct text_target {
    bool batched;
    ap_batch *batch;
    ap_writer *writer;
} text_target;

static char *reserve_text(const text_target *to, size_t size)
{
    return to->batched ? ap_batch_reserve(to->batch, size) : ap_write_reserve(to->writer, size);
}

static void commit_text(const text_target *to, const char *end)
{
    if (to->batched)
        ap_batch_commit(to->batch, end);
    else
        ap_write_commit(to->writer, end);
}

static void put_hex_unquoted(const text_target *to, ap_view bytes)
{
    for (size_t done = 0; done < bytes.size;) {
        const size_t left = bytes.size - done, size = left < CHUNK_BYTES ? left : CHUNK_BYTES;
        char *text = reserve_text(to, 2 * size);
        for (size_t i = 0; i < size; i++)
            ap_put_hex_byte(text + 2 * i, bytes.bytes[done + i]);
        commit_text(to, text + 2 * size);
        done += size;
    }
}

/* Writes a UTF-16 unit as \uXXXX. Output is ASCII only, as in other reports: terminals also act on some
   characters that are not control characters. */
static char *put_escaped_unit(char *at, uint32_t unit, unsigned escapes)
{
    static const char upper[] = "0123456789ABCDEF", lower[] = "0123456789abcdef";
    const char *digits = (escapes & AP_JSON_SHORT_ESCAPES) != 0 ? upper : lower;
    *at++ = '\\';
    *at++ = 'u';
    for (unsigned shift = 16; shift > 0; shift -= 4)
        *at++ = digits[unit >> (shift - 4) & 15];
    return at;
}

static char *put_escaped_code_point(char *at, uint32_t number, unsigned escapes)
{
    if (number >= 0x10000) {
        at = put_escaped_unit(at, 0xd800 + ((number - 0x10000) >> 10), escapes);
        number = 0xdc00 + ((number - 0x10000) & 0x3ff);
    }
    return put_escaped_unit(at, number, escapes);
}

/* Returns the letter of the short escape, such as n for \n; NUL if the character has no short escape. */
static char letter_of_short_escape(uint8_t byte, unsigned escapes)
{
    static const char letters[] = { ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r' };
    if (byte == '"' || byte == '\\')
        return (char)byte;
    return (escapes & AP_JSON_SHORT_ESCAPES) != 0 && byte < sizeof letters ? letters[byte] : '\0';
}

static bool needs_no_unicode_escape(uint8_t byte, unsigned escapes)
{
    if (byte == 0x7f)
        return (escapes & AP_JSON_SHORT_ESCAPES) != 0;
    return byte >= 0x20 && byte < 0x7f;
}

static char *put_short_escape(char *at, uint8_t letter)
{
    *at++ = '\\';
    *at++ = (char)letter;
    return at;
}

/* Writes one character, escaped if `escapes` or JSON requires it; writes one byte that is not valid UTF-8 as U+FFFD. Returns the
   number of bytes consumed. */
static size_t put_character(const text_target *to, const uint8_t *at, size_t left, unsigned escapes)
{
    char *text = reserve_text(to, LONGEST_ESCAPE);
    const size_t length = ap_utf8_character_length(at, left);
    const uint8_t byte = *at;
    if (length == 0)
        text = put_escaped_code_point(text, REPLACEMENT, escapes);
    else if (letter_of_short_escape(byte, escapes) != '\0')
        text = put_short_escape(text, (uint8_t)letter_of_short_escape(byte, escapes));
    else if (byte == '<' && (escapes & AP_JSON_IN_HTML) != 0)
        text = put_escaped_unit(text, byte, 0);
    else if (byte == ']' && left > 1 && at[1] == '(' && (escapes & AP_JSON_NO_LINKS) != 0)
        text = (char *)memcpy(text, "\\\\]", 3) + 3;
    else if (needs_no_unicode_escape(byte, escapes))
        *text++ = (char)byte;
    else
        text = put_escaped_code_point(text, ap_decode_utf8_character(at, length), escapes);
    commit_text(to, text);
    return length > 0 ? length : 1;
}

/* Writes the leading bytes that need no escape; most texts have no other bytes. Returns the number of bytes written. */
static size_t put_unescaped(const text_target *to, const uint8_t *at, size_t left, unsigned escapes)
{
    const size_t size = left < AP_BATCH_PLAIN ? left : AP_BATCH_PLAIN;
    char *text = reserve_text(to, size);
    const size_t plain = (escapes & MORE_ESCAPES) == 0 ? ap_copy_plain_prefix(text, at, size, "\"\\")
                                                       : ap_copy_plain_prefix(text, at, size, "\"\\<]");
    commit_text(to, text + plain);
    return plain;
}

static void put_characters(const text_target *to, ap_view view, unsigned escapes)
{
    for (size_t at = 0; at < view.size;) {
        at += put_unescaped(to, view.bytes + at, view.size - at, escapes);
        if (at < view.size)
            at += put_character(to, view.bytes + at, view.size - at, escapes);
    }
}

static void put_quote(const text_target *to)
{
    char *text = reserve_text(to, 1);
    *text = '"';
    commit_text(to, text + 1);
}

static void put_string(const text_target *to, ap_view view, unsigned escapes)
{
    put_quote(to);
    put_characters(to, view, escapes);
    put_quote(to);
}

static size_t add_quotes(char *text, size_t length)
{
    memmove(text + 1, text, length);
    text[0] = text[length + 1] = '"';
    return length + 2;
}

/* Writes a real number. Infinities and NaNs become strings, since JSON does not have them. Negative zero
   becomes -0.0: readers drop the sign of -0. */
static size_t write_real_text(const ap_segment *segment, double value, char text[AP_SEGMENT_TEXT_BYTES])
{
    const size_t length = ap_segment_text(segment, text);
    if (!isfinite(value))
        return add_quotes(text, length);
    if (value != 0 || !signbit(value))
        return length;
    memcpy(text, "-0.0", 4);
    return 4;
}

/* Writes a number without a terminator, in the fewest digits that read back to the same value. Infinities,
   NaNs (with their bits) and magic numbers become strings, as by ap_segment_text. Returns the length; 0 for
   a name or a token, which are strings. */
static size_t write_number_text(const ap_segment *segment, char text[AP_SEGMENT_TEXT_BYTES])
{
    switch (segment->type) {
    case AP_TYPE_I32:
        return ap_put_integer(text, ap_load_i32(segment->bytes, segment->swap));
    case AP_TYPE_U64: /* written as a string, since most readers of JSON keep fewer digits */
        return add_quotes(text, ap_segment_text(segment, text));
    case AP_TYPE_F32:
        return write_real_text(segment, (double)ap_load_f32(segment->bytes, segment->swap), text);
    case AP_TYPE_F64:
        return write_real_text(segment, ap_load_f64(segment->bytes, segment->swap), text);
    case AP_TYPE_BYTES:
    case AP_TYPE_TEXT:
        return 0;
    default:
        return ap_segment_text(segment, text);
    }
}

void ap_write_json_value(ap_writer *writer, const ap_segment *segment)
{
    char *text = ap_write_reserve(writer, AP_SEGMENT_TEXT_BYTES);
    const size_t length = write_number_text(segment, text);
    ap_write_commit(writer, text + length);
    if (length == 0)
        ap_write_json_string(writer, segment->type == AP_TYPE_TEXT
                                         ? ap_segment_token_unquoted(segment)
                                         : (ap_view){ segment->bytes, segment->span.length });
}

void ap_batch_json_string(ap_batch *batch, ap_view view, unsigned escapes)
{
    put_string(&(text_target){ .batched = true, .batch = batch }, view, escapes);
}

void ap_batch_json_string_part(ap_batch *batch, const char *text, unsigned escapes)
{
    const ap_view view = { (const uint8_t *)text, strlen(text) };
    put_characters(&(text_target){ .batched = true, .batch = batch }, view, escapes);
}

void ap_batch_hex_unquoted(ap_batch *batch, ap_view bytes)
{
    put_hex_unquoted(&(text_target){ .batched = true, .batch = batch }, bytes);
}

void ap_write_hex_unquoted(ap_writer *writer, ap_view bytes)
{
    put_hex_unquoted(&(text_target){ .writer = writer }, bytes);
}

void ap_write_json_string(ap_writer *writer, ap_view view)
{
    put_string(&(text_target){ .writer = writer }, view, 0);
}
