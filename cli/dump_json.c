/* The dump as one JSON object, written field by field. */
#include <errno.h>
#include <math.h>
#include <string.h>

#include "cli/dump.h"
#include "core/utf8.h"

enum {
    CHUNK_BYTES = 256, /* of a long field, copied at once: the input is not read while something is written */
    LONGEST_CHARACTER = 4, /* bytes, in UTF-8 */
    REPLACEMENT = 0xfffd   /* for bytes that are none */
};

static void out_of_memory(cli_dumper *dump)
{
    if (dump->output.error == 0)
        dump->output.error = ENOMEM;
}

static void put_text(cli_dumper *dump, const char *text)
{
    if (!ap_put_json_text(dump->output.stream, text))
        out_of_memory(dump);
}

static void begin(cli_dumper *dump)
{
    FILE *stream = dump->output.stream;
    fputs("{\"file\": ", stream);
    put_text(dump, dump->name);
    fputs(", \"format\": ", stream);
    put_text(dump, dump->format == NULL ? NULL : dump->format->name);
    fputs(", \"version\": ", stream);
    put_text(dump, dump->about.version);
    fputs(", \"layout\": ", stream);
    put_text(dump, dump->about.layout);
    fprintf(stream, ", \"size\": %zu,\n\"fields\": [", dump->input.view.size);
}

static void put_hex(FILE *stream, const ap_piece *piece)
{
    static const char digits[] = "0123456789abcdef";
    char text[2 * CHUNK_BYTES];
    for (size_t done = 0; done < piece->span.length;) {
        size_t used = 0;
        for (; used < sizeof text && done < piece->span.length; done++) {
            const uint8_t byte = piece->bytes[done];
            text[used++] = digits[byte >> 4];
            text[used++] = digits[byte & 15];
        }
        fwrite(text, 1, used, stream);
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
static void put_number_of(FILE *stream, uint32_t number)
{
    if (number < 0x10000)
        fprintf(stream, "\\u%04x", (unsigned)number);
    else
        fprintf(stream, "\\u%04x\\u%04x", (unsigned)(0xd800 + ((number - 0x10000) >> 10)),
            (unsigned)(0xdc00 + ((number - 0x10000) & 0x3ff)));
}

/* One character, or one byte that is none; returns how many bytes it took. */
static size_t put_character(FILE *stream, const uint8_t *at, size_t left)
{
    const size_t length = ap_utf8_length(at, left);
    if (length == 0)
        put_number_of(stream, REPLACEMENT);
    else if (*at == '"' || *at == '\\')
        fprintf(stream, "\\%c", *at);
    else if (*at < 0x20 || *at >= 0x7f)
        put_number_of(stream, decode(at, length));
    else
        fputc(*at, stream);
    return length > 0 ? length : 1;
}

/* Bytes as a string; those that are no UTF-8 become U+FFFD. A chunk ends where a character may. */
static void put_string(FILE *stream, ap_view view)
{
    uint8_t chunk[CHUNK_BYTES];
    fputc('"', stream);
    while (view.size > 0) {
        const size_t size = view.size < sizeof chunk ? view.size : sizeof chunk;
        const size_t enough = size == view.size ? size : size - LONGEST_CHARACTER + 1;
        size_t at = 0;
        memcpy(chunk, view.bytes, size);
        while (at < enough)
            at += put_character(stream, chunk + at, size - at);
        view = (ap_view){ view.bytes + at, view.size - at };
    }
    fputc('"', stream);
}

/* JSON has no infinities and no NaN: they are strings. A zero keeps its sign in a reader only as -0.0. */
static void put_real(FILE *stream, const ap_piece *piece, double value)
{
    char text[AP_PIECE_TEXT_BYTES];
    ap_piece_text(piece, text);
    if (!isfinite(value))
        fprintf(stream, "\"%s\"", text);
    else
        fputs(value == 0 && signbit(value) ? "-0.0" : text, stream);
}

static void put_integer(FILE *stream, const ap_piece *piece)
{
    char meaning[64];
    const int32_t value = ap_load_i32(piece->bytes, piece->swap);
    ap_value_meaning(piece->set, value, meaning, sizeof meaning);
    fprintf(stream, "%d", (int)value);
    if (meaning[0] != '\0')
        fprintf(stream, ", \"meaning\": \"%s\"", meaning);
}

static void put_value(FILE *stream, const ap_piece *piece)
{
    char text[AP_PIECE_TEXT_BYTES];
    switch (piece->type) {
    case AP_TYPE_U8:
    case AP_TYPE_LENGTH:
        ap_piece_text(piece, text);
        fputs(text, stream);
        break;
    case AP_TYPE_I32:
        put_integer(stream, piece);
        break;
    case AP_TYPE_U64: /* more digits than most readers keep */
        ap_piece_text(piece, text);
        fprintf(stream, "\"%s\"", text);
        break;
    case AP_TYPE_F32:
        put_real(stream, piece, (double)ap_load_f32(piece->bytes, piece->swap));
        break;
    case AP_TYPE_F64:
        put_real(stream, piece, ap_load_f64(piece->bytes, piece->swap));
        break;
    case AP_TYPE_BYTES:
        put_string(stream, (ap_view){ piece->bytes, piece->span.length });
        break;
    case AP_TYPE_TEXT:
        put_string(stream, ap_piece_token(piece));
        break;
    }
}

static void keep_gap(cli_dumper *dump, ap_span span)
{
    cli_gap *gap = ap_alloc(&dump->arena, sizeof *gap);
    if (gap == NULL)
        return;
    gap->span = span;
    if (dump->last_gap != NULL)
        dump->last_gap->next = gap;
    else
        dump->first_gap = gap;
    dump->last_gap = gap;
}

static void put_piece(cli_dumper *dump, const ap_piece *piece, cli_marks marks)
{
    FILE *stream = dump->output.stream;
    (void)marks; /* all together at the end */
    if (piece->unread) {
        keep_gap(dump, piece->span);
        return;
    }
    fprintf(stream,
        "%s{\"offset\": %zu, \"length\": %zu, \"path\": \"%s\", \"type\": \"%s\", \"role\": \"%s\", "
        "\"value\": ",
        dump->shown_fields > 1 ? ",\n" : "\n", piece->span.offset, piece->span.length, dump->path,
        ap_type_name(piece->type), ap_role_name(piece->role));
    put_value(stream, piece);
    fputs(", \"bytes\": \"", stream);
    put_hex(stream, piece);
    fputs("\"}", stream);
}

static void stray(cli_dumper *dump, const ap_finding *finding)
{
    (void)dump;
    (void)finding;
}

static void end(cli_dumper *dump)
{
    FILE *stream = dump->output.stream;
    const char *separator = "";
    fputs("],\n\"unread\": [", stream);
    for (const cli_gap *gap = dump->first_gap; gap != NULL; gap = gap->next) {
        fprintf(
            stream, "%s{\"offset\": %zu, \"length\": %zu}", separator, gap->span.offset, gap->span.length);
        separator = ", ";
    }
    fputs("],\n\"findings\": [", stream);
    separator = "\n";
    for (size_t i = 0; i < dump->mark_count; i++) {
        if (!dump->marks[i].shown)
            continue;
        fputs(separator, stream);
        if (!ap_put_json_finding(stream, dump->marks[i].finding))
            out_of_memory(dump);
        separator = ",\n";
    }
    fprintf(stream, "],\n\"dropped\": %zu}\n", dump->findings.dropped);
}

const cli_dump_form cli_dump_json = { begin, put_piece, stray, end };
