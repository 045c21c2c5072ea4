/* Dumps for people: a tree, or one line a field. */
#include <string.h>

#include "cli/dump/dump.h"
#include "core/base/terminal_text.h"

enum {
    SHOWN_BYTES = 8,
    HEX_WIDTH = 3 * SHOWN_BYTES + 3,         /* with dots behind */
    PLACE_WIDTH = 8 + 1 + 6 + 2 + HEX_WIDTH, /* offset, length, bytes */
    INDENT = 2                               /* a record */
};

/* "hand.bin: mrtk 1.0, layout writer, 4688 bytes" */
static void begin(cli_dumper *dump)
{
    FILE *stream = dump->output.stream;
    const size_t size = dump->input.view.size;
    ap_put_name(stream, dump->name);
    fprintf(stream, ": %s", dump->format != NULL ? dump->format->name : "no known format");
    if (dump->about.version != NULL)
        fprintf(stream, " %s", dump->about.version);
    if (dump->about.variant != NULL)
        fprintf(stream, ", layout %s", dump->about.variant);
    fprintf(stream, ", %zu %s\n", size, size == 1 ? "byte" : "bytes");
}

static void put_mark(FILE *stream, const ap_finding *finding, const char *path)
{
    fprintf(stream, "  <-- %s %s", ap_severity_name(finding->severity), finding->rule->id);
    if (finding->path[0] != '\0' && strcmp(finding->path, path) != 0) {
        fputs(" at ", stream);
        ap_put_text(stream, finding->path);
    }
    fputs(": ", stream);
    ap_put_text(stream, finding->message);
}

static void put_end(cli_dumper *dump, cli_marks marks)
{
    for (size_t i = 0; i < marks.count; i++)
        put_mark(dump->output.stream, marks.first[i].finding, dump->path);
    fputc('\n', dump->output.stream);
}

/* The first bytes, "08 00 00 00" or "0d 0a 00 00 1a 2b 3c 4d...". */
static void hex_of(const ap_piece *piece, char text[HEX_WIDTH + 1])
{
    static const char digits[] = "0123456789abcdef";
    size_t used = 0;
    for (size_t i = 0; i < piece->span.length && i < SHOWN_BYTES; i++) {
        const uint8_t byte = piece->bytes[i];
        if (i > 0)
            text[used++] = ' ';
        text[used++] = digits[byte >> 4];
        text[used++] = digits[byte & 15];
    }
    for (int i = 0; i < 3 && piece->span.length > SHOWN_BYTES; i++)
        text[used++] = '.';
    text[used] = '\0';
}

/* Offset, length and bytes: as wide for every line. */
static void put_place(FILE *stream, ap_span span, const char *hex)
{
    fprintf(stream, "%08zx %6zu  %-*s", span.offset, span.length, (int)HEX_WIDTH, hex);
}

/* All that is printed is made before the first of it is written: the input may not be read in between. */
static void put_field(
    cli_dumper *dump, const ap_piece *piece, cli_marks marks, size_t indent, const char *name)
{
    char hex[HEX_WIDTH + 1];
    char value[AP_PIECE_TEXT_BYTES];
    FILE *stream = dump->output.stream;
    hex_of(piece, hex);
    ap_piece_text(piece, value);
    put_place(stream, piece->span, hex);
    fprintf(stream, "  %*s%s %s = %s", (int)indent, "", name, ap_type_name(piece->type), value);
    put_end(dump, marks);
}

static void put_unread(cli_dumper *dump, const ap_piece *piece, cli_marks marks)
{
    char hex[HEX_WIDTH + 1];
    hex_of(piece, hex);
    put_place(dump->output.stream, piece->span, hex);
    fputs("  (unread)", dump->output.stream);
    put_end(dump, marks);
}

static void stray(cli_dumper *dump, const ap_finding *finding)
{
    put_place(dump->output.stream, finding->span, "");
    put_mark(dump->output.stream, finding, "");
    fputc('\n', dump->output.stream);
}

static void end(cli_dumper *dump)
{
    const size_t dropped = dump->findings.dropped;
    if (dropped == 0)
        return;
    ap_put_name(dump->output.stream, dump->name);
    fprintf(dump->output.stream, ": %zu more %s dropped over a limit\n", dropped,
        dropped == 1 ? "finding was" : "findings were");
}

static bool same_part(ap_path_part a, ap_path_part b)
{
    return a.index == b.index
           && (a.name == b.name || (a.name != NULL && b.name != NULL && strcmp(a.name, b.name) == 0));
}

/* "camera", "keys[12]", "[3]" */
static const char *part_text(ap_path_part part, char text[CLI_DUMP_PATH_BYTES])
{
    const ap_path path = { .parts = { part }, .depth = 1 };
    ap_path_text(&path, NULL, text, CLI_DUMP_PATH_BYTES);
    return text;
}

/* A line for each record that the field is in and the one before it was not. */
static void put_records(cli_dumper *dump, const ap_path *path, size_t depth)
{
    char text[CLI_DUMP_PATH_BYTES];
    size_t same = 0;
    while (
        same < depth && same < dump->before.depth && same_part(path->parts[same], dump->before.parts[same]))
        same++;
    for (size_t i = same; i < depth; i++)
        fprintf(dump->output.stream, "%*s%*s%s\n", (int)(PLACE_WIDTH + 2), "", (int)(INDENT * i), "",
            part_text(path->parts[i], text));
    dump->before = *path;
    dump->before.depth = depth;
}

static void tree_piece(cli_dumper *dump, const ap_piece *piece, cli_marks marks)
{
    char text[CLI_DUMP_PATH_BYTES];
    if (piece->unread) {
        put_unread(dump, piece, marks);
        return;
    }
    const bool named = piece->name != NULL || piece->path->depth == 0;
    const size_t depth = named ? piece->path->depth : piece->path->depth - 1;
    put_records(dump, piece->path, depth);
    const char *name = piece->name != NULL ? piece->name : "";
    put_field(dump, piece, marks, INDENT * depth, named ? name : part_text(piece->path->parts[depth], text));
}

static void flat_piece(cli_dumper *dump, const ap_piece *piece, cli_marks marks)
{
    if (piece->unread)
        put_unread(dump, piece, marks);
    else
        put_field(dump, piece, marks, 0, dump->path);
}

const cli_dump_form cli_dump_tree = { begin, tree_piece, stray, end };
const cli_dump_form cli_dump_flat = { begin, flat_piece, stray, end };
