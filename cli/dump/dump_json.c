/* The dump as one JSON object, written field by field. */
#include "cli/dump/dump.h"
#include "core/json/json_value.h"

static void begin(cli_dumper *dump)
{
    FILE *stream = dump->output.stream;
    fputs("{\"file\": ", stream);
    ap_put_json_text(stream, dump->name);
    fputs(", \"format\": ", stream);
    ap_put_json_text(stream, dump->format == NULL ? NULL : dump->format->name);
    fputs(", \"version\": ", stream);
    ap_put_json_text(stream, dump->about.version);
    fputs(", \"layout\": ", stream);
    ap_put_json_text(stream, dump->about.variant);
    fprintf(stream, ", \"size\": %zu,\n\"fields\": [", dump->input.view.size);
}

/* What the number of an enum means. */
static void put_meaning(FILE *stream, const ap_piece *piece)
{
    char meaning[64];
    if (piece->type != AP_TYPE_I32)
        return;
    ap_value_meaning(piece->set, ap_load_i32(piece->bytes, piece->swap), meaning, sizeof meaning);
    if (meaning[0] != '\0')
        fprintf(stream, ", \"meaning\": \"%s\"", meaning);
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
    ap_put_json_value(stream, piece);
    put_meaning(stream, piece);
    fputs(", \"bytes\": \"", stream);
    ap_put_json_hex(stream, (ap_view){ piece->bytes, piece->span.length });
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
        ap_put_json_finding(stream, dump->marks[i].finding);
        separator = ",\n";
    }
    fprintf(stream, "],\n\"dropped\": %zu}\n", dump->findings.dropped);
}

const cli_dump_form cli_dump_json = { begin, put_piece, stray, end };
