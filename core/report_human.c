/* For people: where, what, the bytes around it or the source line, and why. */
#include <string.h>

#include "core/report.h"
#include "core/text.h"

extern const ap_reporter ap_report_human;

static const char *const severity_colours[] = { "", "\033[36m", "\033[33m", "\033[1;31m" };
static const char bold[] = "\033[1m";
static const char plain[] = "\033[0m";

static void begin(ap_output *output)
{
    (void)output;
}

static void colour(ap_output *output, const char *sequence)
{
    if (output->colour)
        fputs(sequence, output->stream);
}

/* "assets/hand.bin:0x18: error mrtk/count-exceeds-file" */
static void put_head(ap_output *output, const ap_report_file *file, const ap_finding *finding)
{
    FILE *stream = output->stream;
    colour(output, bold);
    ap_put_name(stream, file->name);
    if (file->text)
        fprintf(stream, ":%zu:%zu: ", finding->line, finding->column);
    else
        fprintf(stream, ":0x%zx: ", finding->span.offset);
    colour(output, plain);
    colour(output, severity_colours[finding->severity]);
    fputs(ap_severity_name(finding->severity), stream);
    colour(output, plain);
    fprintf(stream, " %s\n", finding->rule->id);
}

/* The field's bytes stand in brackets. A field of no bytes is a pair of brackets where it would be, one that
   goes on behind the rows has its closing bracket at their end, behind dots. */
static void put_byte(ap_output *output, const ap_excerpt *excerpt, ap_span span, size_t at)
{
    FILE *stream = output->stream;
    size_t end = span.offset + span.length;
    bool last_shown = at + 1 == excerpt->offset + excerpt->count;
    fputc(' ', stream);
    if (at == span.offset) {
        colour(output, severity_colours[AP_ERROR]);
        fputs(span.length == 0 ? "[] " : "[", stream);
        if (span.length == 0)
            colour(output, plain);
    }
    fprintf(stream, "%02x", excerpt->bytes[at - excerpt->offset]);
    if (span.length > 0 && at + 1 == end)
        fputc(']', stream);
    else if (last_shown && span.length > 0 && at >= span.offset && end > at + 1)
        fputs(" ...]", stream);
    else if (last_shown && span.length == 0 && span.offset == at + 1)
        fputs(" []", stream);
    if (at + 1 == end || last_shown)
        colour(output, plain);
}

static void put_rows(ap_output *output, const ap_finding *finding, const ap_excerpt *excerpt)
{
    for (size_t i = 0; i < excerpt->count; i++) {
        if (i % AP_EXCERPT_ROW == 0)
            fprintf(output->stream, "%s  %08zx ", i > 0 ? "\n" : "", excerpt->offset + i);
        put_byte(output, excerpt, finding->span, excerpt->offset + i);
    }
    if (excerpt->count > 0)
        fputc('\n', output->stream);
}

static void put_binary(ap_output *output, const ap_finding *finding, const ap_excerpt *excerpt)
{
    FILE *stream = output->stream;
    if (finding->path[0] != '\0' || finding->found != NULL) {
        fputs("  ", stream);
        ap_put_text(stream, finding->path);
        if (finding->found != NULL) {
            fputs(finding->path[0] != '\0' ? " = " : "found ", stream);
            ap_put_text(stream, finding->found);
        }
        fputc('\n', stream);
    }
    if (excerpt != NULL)
        put_rows(output, finding, excerpt);
    fputs("  ", stream);
    ap_put_text(stream, finding->message);
    fputc('\n', stream);
}

static bool shown_as_is(uint8_t byte)
{
    return byte == '\t' || (byte >= 0x20 && byte < 0x7f);
}

/* Line numbers and columns of text are bytes, so what is no printable ASCII is shown byte by byte. */
static void put_source(FILE *stream, const ap_excerpt *excerpt)
{
    if (excerpt->cut_before)
        fputs("...", stream);
    for (size_t i = 0; i < excerpt->count; i++) {
        if (shown_as_is(excerpt->bytes[i]))
            fputc(excerpt->bytes[i], stream);
        else
            fprintf(stream, "\\x%02x", excerpt->bytes[i]);
    }
    fputs(excerpt->cut_after ? "...\n" : "\n", stream);
}

/* As wide as what put_source shows in front of the place; tabs stay tabs, so that both lines jump alike. */
static void put_indent(FILE *stream, const ap_excerpt *excerpt, size_t place)
{
    if (excerpt->cut_before)
        fputs("   ", stream);
    for (size_t i = 0; i < excerpt->count && excerpt->offset + i < place; i++) {
        uint8_t byte = excerpt->bytes[i];
        fputs(byte == '\t' ? "\t" : shown_as_is(byte) ? " " : "    ", stream);
    }
}

/* "hierarchy[3].parent = 7, must be less than 3" */
static void put_reason(FILE *stream, const ap_finding *finding)
{
    ap_put_text(stream, finding->path);
    if (finding->found != NULL && finding->path[0] != '\0')
        fputs(" = ", stream);
    if (finding->found != NULL)
        ap_put_text(stream, finding->found);
    if (finding->path[0] != '\0' || finding->found != NULL)
        fputs(finding->found != NULL ? ", " : ": ", stream);
    ap_put_text(stream, finding->message);
    fputc('\n', stream);
}

static void put_text_finding(ap_output *output, const ap_finding *finding, const ap_excerpt *excerpt)
{
    FILE *stream = output->stream;
    if (excerpt == NULL) {
        fputs("  ", stream);
        put_reason(stream, finding);
        return;
    }
    int width = fprintf(stream, "  %zu", finding->line);
    fputs(" | ", stream);
    put_source(stream, excerpt);
    fprintf(stream, "%*s | ", width, "");
    put_indent(stream, excerpt, finding->span.offset);
    colour(output, severity_colours[finding->severity]);
    fputs("^ ", stream);
    colour(output, plain);
    put_reason(stream, finding);
}

/* "hand.bin: mrtk 1.0, layout writer, 4688 bytes" */
static void put_verbose(FILE *stream, const ap_report_file *file)
{
    ap_put_name(stream, file->name);
    fprintf(stream, ": %s", file->format != NULL ? file->format : "no known format");
    if (file->version != NULL)
        fprintf(stream, " %s", file->version);
    if (file->layout != NULL)
        fprintf(stream, ", layout %s", file->layout);
    fprintf(stream, ", %zu %s\n", file->size_bytes, file->size_bytes == 1 ? "byte" : "bytes");
}

static void put_findings(ap_output *output, const ap_report_file *file)
{
    const ap_excerpt *excerpt = file->excerpts;
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next) {
        put_head(output, file, f);
        if (file->text)
            put_text_finding(output, f, excerpt);
        else
            put_binary(output, f, excerpt);
        if (excerpt != NULL)
            excerpt++;
    }
}

static void put_name_and(ap_output *output, const ap_report_file *file, const char *text)
{
    colour(output, bold);
    ap_put_name(output->stream, file->name);
    colour(output, plain);
    fputs(text, output->stream);
}

static void tell(ap_output *output, const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    if (file->error != NULL && output->unread_files) {
        put_name_and(output, file, ": cannot be read: ");
        ap_put_text(output->stream, file->error);
        fputc('\n', output->stream);
    }
    if (findings == NULL)
        return;
    if (output->verbose)
        put_verbose(output->stream, file);
    put_findings(output, file);
    if (findings->dropped > 0) {
        put_name_and(output, file, "");
        fprintf(output->stream, ": %zu more %s dropped over a limit (--max-findings, --max-per-rule)\n",
            findings->dropped, findings->dropped == 1 ? "finding was" : "findings were");
    }
}

static void end(ap_output *output, const ap_summary *summary)
{
    if (output->quiet)
        return;
    ap_put_summary(output->stream, summary);
    if (summary->errors + summary->warnings + summary->notes > 0)
        fputs("   animproof explain RULE tells more.", output->stream);
    fputc('\n', output->stream);
}

const ap_reporter ap_report_human = {
    .name = "human",
    .summary = "findings with the bytes or the source line they point at",
    .excerpts = true,
    .begin = begin,
    .file = tell,
    .end = end,
};
