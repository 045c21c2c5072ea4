#include "core/json/json_value.h"

#include <math.h>
#include <string.h>

#include "core/base/digits.h"
#include "core/base/utf8.h"

enum {
    CHUNK_BYTES = 256, /* of a long field, copied at once: the input is not read while something is written */
    LONGEST_CHARACTER = 4, /* bytes, in UTF-8 */
    REPLACEMENT = 0xfffd   /* for bytes that are none */
};

/* Where text goes: one of the two. */
typedef struct sink {
    FILE *stream;
    ap_writer *writer;
} sink;

static void put(const sink *to, const char *text, size_t length)
{
    if (to->stream != NULL)
        fwrite(text, 1, length, to->stream);
    else
        (void)ap_write(to->writer, text, length);
}

static void put_byte(const sink *to, char byte)
{
    if (to->stream != NULL)
        fputc(byte, to->stream);
    else
        (void)ap_write(to->writer, &byte, 1);
}

static void put_text(const sink *to, const char *text)
{
    put(to, text, strlen(text));
}

static void put_hex(const sink *to, ap_view bytes)
{
    char text[2 * CHUNK_BYTES];
    for (size_t done = 0; done < bytes.size;) {
        const size_t left = bytes.size - done, size = left < CHUNK_BYTES ? left : CHUNK_BYTES;
        size_t i = 0;
        for (; size - i >= 4; i += 4) {
            const uint64_t digits = ap_eight_hex_digits(ap_load_u32(bytes.bytes + done + i, true));
            ap_store_u64((uint8_t *)text + 2 * i, digits, false);
        }
        for (; i < size; i++)
            ap_put_hex_byte(text + 2 * i, bytes.bytes[done + i]);
        put(to, text, 2 * size);
        done += size;
    }
}

/* The number of a well-formed character. */
static uint32_t decode(const uint8_t *at, size_t length)
{
    static const uint8_t first_bits[] = { 0, 0x7f, 0x1f, 0x0f, 0x07 };
    uint32_t number = at[0] & first_bits[length];
    for (size_t i = 1; i < length; i++)
        number = number << 6 | (at[i] & 0x3f);
    return number;
}

/* ASCII alone, as in the other reports: a terminal acts on other characters than control characters, too. */
static void put_unit(const sink *to, uint32_t unit, unsigned escapes)
{
    char text[16];
    const bool upper = (escapes & AP_JSON_SHORT_ESCAPES) != 0;
    const int length = snprintf(text, sizeof text, upper ? "\\u%04X" : "\\u%04x", (unsigned)unit);
    put(to, text, (size_t)length);
}

static void put_number_of(const sink *to, uint32_t number, unsigned escapes)
{
    if (number >= 0x10000) {
        put_unit(to, 0xd800 + ((number - 0x10000) >> 10), escapes);
        number = 0xdc00 + ((number - 0x10000) & 0x3ff);
    }
    put_unit(to, number, escapes);
}

/* The letter after the backslash; NUL where a character has none. */
static char short_escape(uint8_t byte, unsigned escapes)
{
    static const char letters[] = { ['\b'] = 'b', ['\t'] = 't', ['\n'] = 'n', ['\f'] = 'f', ['\r'] = 'r' };
    if (byte == '"' || byte == '\\')
        return (char)byte;
    return (escapes & AP_JSON_SHORT_ESCAPES) != 0 && byte < sizeof letters ? letters[byte] : '\0';
}

static bool is_plain(uint8_t byte, unsigned escapes)
{
    if (byte == 0x7f)
        return (escapes & AP_JSON_SHORT_ESCAPES) != 0;
    return byte >= 0x20 && byte < 0x7f;
}

/* One character, or one byte that is none; returns how many bytes it took. */
static size_t put_character(const sink *to, const uint8_t *at, size_t left, unsigned escapes)
{
    const size_t length = ap_utf8_length(at, left);
    if (length == 0)
        put_number_of(to, REPLACEMENT, escapes);
    else if (short_escape(*at, escapes) != '\0')
        put(to, (const char[]){ '\\', short_escape(*at, escapes) }, 2);
    else if (*at == '<' && (escapes & AP_JSON_IN_HTML) != 0)
        put_unit(to, *at, 0);
    else if (*at == ']' && left > 1 && at[1] == '(' && (escapes & AP_JSON_NO_LINKS) != 0)
        put_text(to, "\\\\]");
    else if (is_plain(*at, escapes))
        put_byte(to, (char)*at);
    else
        put_number_of(to, decode(at, length), escapes);
    return length > 0 ? length : 1;
}

/* Whether it stands for itself, whatever `escapes` are: a bit for each byte from the space to '~' but four. No comparison,
   which an instrumented build would trace. */
static bool is_own_text(uint8_t byte)
{
#define BIT(character) (UINT64_C(1) << ((character) % 64))
    static const uint64_t own[4] = { UINT64_MAX - (BIT(' ') - 1) - BIT('"') - BIT('<'),
        (BIT(0x7f) - 1) - BIT('\\') - BIT(']'), 0, 0 };
#undef BIT
    return (own[byte / 64] >> byte % 64 & 1) != 0;
}

/* How many bytes from `at` on stand for themselves. */
static size_t own_text(const uint8_t *at, size_t left)
{
    size_t length = 0;
    while (length < left && is_own_text(at[length]))
        length++;
    return length;
}

/* A chunk ends where a character may. What stands for itself, which is nearly all, is written at once. */
static void put_characters(const sink *to, ap_view view, unsigned escapes)
{
    uint8_t chunk[CHUNK_BYTES];
    while (view.size > 0) {
        const size_t size = view.size < sizeof chunk ? view.size : sizeof chunk;
        const size_t enough = size == view.size ? size : size - LONGEST_CHARACTER + 1;
        size_t at = 0;
        memcpy(chunk, view.bytes, size);
        while (at < enough) {
            const size_t length = own_text(chunk + at, size - at);
            put(to, (const char *)chunk + at, length);
            at += length;
            if (at < enough)
                at += put_character(to, chunk + at, size - at, escapes);
        }
        view = (ap_view){ view.bytes + at, view.size - at };
    }
}

static void put_string(const sink *to, ap_view view, unsigned escapes)
{
    put_byte(to, '"');
    put_characters(to, view, escapes);
    put_byte(to, '"');
}

static size_t quote(char *text, size_t length)
{
    memmove(text + 1, text, length);
    text[0] = text[length + 1] = '"';
    return length + 2;
}

/* JSON has no infinities and no NaN: they are strings. A zero keeps its sign in a reader only as -0.0. */
static size_t real_text(const ap_piece *piece, double value, char text[AP_PIECE_TEXT_BYTES])
{
    const size_t length = ap_piece_text(piece, text);
    if (!isfinite(value))
        return quote(text, length);
    if (value != 0 || !signbit(value))
        return length;
    memcpy(text, "-0.0", 4);
    return 4;
}

size_t ap_json_number_text(const ap_piece *piece, char text[AP_PIECE_TEXT_BYTES])
{
    switch (piece->type) {
    case AP_TYPE_I32:
        return ap_put_integer(text, ap_load_i32(piece->bytes, piece->swap));
    case AP_TYPE_U64: /* more digits than most readers keep */
        return quote(text, ap_piece_text(piece, text));
    case AP_TYPE_F32:
        return real_text(piece, (double)ap_load_f32(piece->bytes, piece->swap), text);
    case AP_TYPE_F64:
        return real_text(piece, ap_load_f64(piece->bytes, piece->swap), text);
    case AP_TYPE_BYTES:
    case AP_TYPE_TEXT:
        return 0;
    default:
        return ap_piece_text(piece, text);
    }
}

void ap_write_json_value(ap_writer *writer, const ap_piece *piece)
{
    char *text = ap_write_room(writer, AP_PIECE_TEXT_BYTES);
    const size_t length = ap_json_number_text(piece, text);
    ap_write_to(writer, text + length);
    if (length == 0)
        ap_write_json_string(writer, piece->type == AP_TYPE_TEXT
                                         ? ap_piece_token(piece)
                                         : (ap_view){ piece->bytes, piece->span.length });
}

void ap_put_json_hex(FILE *stream, ap_view bytes)
{
    put_hex(&(sink){ .stream = stream }, bytes);
}

void ap_put_json_escaped(FILE *stream, ap_view view, unsigned escapes)
{
    put_string(&(sink){ .stream = stream }, view, escapes);
}

void ap_put_json_string_part(FILE *stream, const char *text, unsigned escapes)
{
    put_characters(&(sink){ .stream = stream }, (ap_view){ (const uint8_t *)text, strlen(text) }, escapes);
}

void ap_write_json_hex(ap_writer *writer, ap_view bytes)
{
    put_hex(&(sink){ .writer = writer }, bytes);
}

void ap_write_json_string(ap_writer *writer, ap_view view)
{
    put_string(&(sink){ .writer = writer }, view, 0);
}
