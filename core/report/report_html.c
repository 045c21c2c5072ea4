/* Reports as one HTML page without external files. Without JavaScript the page is a plain list. */
#include <string.h>

#include "core/base/markup_text.h"
#include "core/base/utf8.h"
#include "core/base/version.h"
#include "core/report/html_page.h"
#include "core/report/output.h"

extern const ap_reporter ap_report_html;

static void html_begin(ap_output *output)
{
    fputs("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
          "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
          "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src "
          "'unsafe-inline'; "
          "script-src 'unsafe-inline'\">\n<title>animproof lint</title>\n<style>\n",
        output->stream);
    fputs(ap_html_style, output->stream);
    fputs("</style>\n</head>\n<body>\n<main>\n<form hidden>\n", output->stream);
    for (int severity = AP_ERROR; severity >= AP_NOTE; severity--) {
        const char *name = ap_severity_name((ap_severity)severity);
        fprintf(output->stream,
            "<label><input type=\"checkbox\" name=\"severity\" value=\"%s\" checked> %ss</label>\n", name,
            name);
    }
    fputs(
        "<select name=\"rule\" aria-label=\"rule\"><option value=\"\">all rules</option></select>\n"
        "<input type=\"search\" name=\"text\" placeholder=\"file, path or message\" aria-label=\"search\">\n"
        "<output></output>\n</form>\n",
        output->stream);
}

static bool is_marked(const ap_finding *finding, size_t offset)
{
    return offset >= finding->span.offset && offset - finding->span.offset < finding->span.length;
}

/* Writes <mark> if a marked part of the text begins here, and </mark> if one ends here. *inside is true inside a marked part. */
static void put_mark(ap_batch *batch, bool *inside, bool marked)
{
    if (marked != *inside)
        ap_batch_text(batch, marked ? "<mark>" : "</mark>");
    *inside = marked;
}

/* Writes a row of bytes in base 16. A mark that ends inside the row is closed right after the digits of its last byte, before the
   blank. */
static void put_hex_row(ap_batch *batch, const ap_finding *finding, const ap_excerpt *excerpt, size_t first)
{
    const size_t left = excerpt->count - first, end = first + (left < AP_EXCERPT_ROW ? left : AP_EXCERPT_ROW);
    bool inside = false;
    ap_batch_hex(batch, excerpt->offset + first, 8);
    ap_batch_text(batch, "  ");
    for (size_t i = first; i < end; i++) {
        const size_t at = excerpt->offset + i;
        put_mark(batch, &inside, is_marked(finding, at));
        ap_batch_hex(batch, excerpt->bytes[i], 2);
        put_mark(batch, &inside, inside && is_marked(finding, at + 1));
        ap_batch_byte(batch, ' ');
    }
    put_mark(batch, &inside, false);
    ap_batch_byte(batch, '\n');
}

/* Writes one character of a line, escaped. A control character other than tab, or a byte that is not UTF-8, is shown as U+FFFD.
   Returns the number of bytes read. */
static size_t put_character(ap_batch *batch, const uint8_t *at, size_t left)
{
    char character[5] = { 0 };
    size_t length = 1;
    while (length < 4 && length < left && ap_is_utf8_continuation(at[length]))
        length++;
    if (*at == '\t' || *at >= 0x20) {
        memcpy(character, at, length);
        ap_batch_markup(batch, character);
        return length;
    }
    ap_batch_text(batch, "\xef\xbf\xbd");
    return 1;
}

static void put_line(ap_batch *batch, const ap_finding *finding, const ap_excerpt *excerpt)
{
    bool inside = false;
    ap_batch_number(batch, finding->line);
    ap_batch_text(batch, " | ");
    ap_batch_text(batch, excerpt->cut_before ? "\xe2\x80\xa6" : "");
    for (size_t i = 0; i < excerpt->count;) {
        put_mark(batch, &inside, is_marked(finding, excerpt->offset + i));
        i += put_character(batch, excerpt->bytes + i, excerpt->count - i);
    }
    put_mark(batch, &inside, false);
    ap_batch_text(batch, excerpt->cut_after ? "\xe2\x80\xa6\n" : "\n");
}

static void put_excerpt(
    ap_batch *batch, const ap_report_file *file, const ap_finding *finding, const ap_excerpt *excerpt)
{
    if (excerpt->count == 0)
        return;
    ap_batch_text(batch, "<pre>");
    if (file->text)
        put_line(batch, finding, excerpt);
    for (size_t row = 0; !file->text && row < excerpt->count; row += AP_EXCERPT_ROW)
        put_hex_row(batch, finding, excerpt, row);
    ap_batch_text(batch, "</pre>\n");
}

static void put_place(ap_batch *batch, const ap_report_file *file, const ap_finding *finding)
{
    if (file->text) {
        ap_batch_text_and_number(batch, "line ", finding->line);
        ap_batch_text_and_number(batch, ", column ", finding->column);
    } else {
        ap_batch_text(batch, "byte 0x");
        ap_batch_hex(batch, finding->span.offset, 1);
    }
}

/* Writes `before`, `text` and `after` without escaping. `text` must be a text of the program, such as a rule id. */
static void put_unescaped_between(ap_batch *batch, const char *before, const char *text, const char *after)
{
    ap_batch_text(batch, before);
    ap_batch_text(batch, text);
    ap_batch_text(batch, after);
}

static void put_finding(
    ap_batch *batch, const ap_report_file *file, const ap_finding *finding, const ap_excerpt *excerpt)
{
    const char *severity = ap_severity_name(finding->severity);
    put_unescaped_between(batch, "<li class=\"finding ", severity, "\" data-severity=\"");
    put_unescaped_between(batch, severity, "\" data-rule=\"", finding->rule->id);
    put_unescaped_between(batch, "\">\n<p><b>", severity, "</b> <a href=\"#");
    put_unescaped_between(batch, finding->rule->id, "\">", finding->rule->id);
    ap_batch_text(batch, "</a> <span class=\"place\">");
    put_place(batch, file, finding);
    ap_batch_text(batch, "</span></p>\n<p>");
    ap_batch_markup(batch, finding->message);
    ap_batch_text(batch, "</p>\n");
    if (excerpt != NULL)
        put_excerpt(batch, file, finding, excerpt);
    ap_batch_text(batch, "</li>\n");
}

static void put_findings(ap_output *output, const ap_report_file *file)
{
    const ap_excerpt *excerpt = file->excerpts;
    ap_batch batch;
    ap_batch_init(&batch, output->stream);
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next) {
        put_finding(&batch, file, f, excerpt == NULL ? NULL : excerpt++);
        (void)ap_report_assign_rule_number(output, f->rule);
    }
    ap_batch_flush(&batch);
}

static void put_facts_or_read_error(FILE *stream, const ap_report_file *file)
{
    fputs("<p class=\"about\">", stream);
    if (file->error != NULL) {
        fputs("not read: ", stream);
        ap_put_markup(stream, file->error);
    } else {
        fprintf(stream, "%s%s%s%s%s, %zu %s", file->format == NULL ? "no format" : file->format,
            file->version == NULL ? "" : " ", file->version == NULL ? "" : file->version,
            file->variant == NULL ? "" : ", ", file->variant == NULL ? "" : file->variant, file->size_bytes,
            file->size_bytes == 1 ? "byte" : "bytes");
    }
    fputs("</p>\n", stream);
}

/* Writes the entry of a file. A file that was read and has no findings is written only if the output is verbose. */
static void html_file_if_findings_or_verbose(ap_output *output, const ap_report_file *file)
{
    FILE *stream = output->stream;
    if (file->error == NULL && (file->findings == NULL || file->findings->kept == 0) && !output->verbose)
        return;
    fputs("<section class=\"file\" data-name=\"", stream);
    ap_put_markup(stream, file->name);
    fputs("\">\n<h2>", stream);
    ap_put_markup(stream, file->name);
    fputs("</h2>\n", stream);
    put_facts_or_read_error(stream, file);
    fputs("<ol class=\"findings\">\n", stream);
    if (file->findings != NULL)
        put_findings(output, file);
    fputs("</ol>\n", stream);
    if (file->findings != NULL && file->findings->truncated > 0)
        fprintf(stream, "<p class=\"about\">%zu more not shown (--max-findings, --max-per-rule).</p>\n",
            file->findings->truncated);
    fputs("</section>\n", stream);
}

static void html_skipped_if_verbose(ap_output *output, const ap_report_skipped *about)
{
    if (!output->verbose)
        return;
    fputs("<section class=\"file\" data-name=\"", output->stream);
    ap_put_markup(output->stream, about->name);
    fputs("\">\n<h2>", output->stream);
    ap_put_markup(output->stream, about->name);
    fputs("</h2>\n<p class=\"about\">skipped: ", output->stream);
    ap_put_markup(output->stream, about->reason);
    fputs("</p>\n</section>\n", output->stream);
}

static void put_term_and_definition(FILE *stream, const char *title, const char *text)
{
    fprintf(stream, "<dt>%s</dt><dd>", title);
    ap_put_markup(stream, text);
    fputs("</dd>\n", stream);
}

static void put_rule(FILE *stream, const ap_rule *rule)
{
    fprintf(stream, "<details id=\"%s\" open><summary>%s: ", rule->id, rule->id);
    ap_put_markup(stream, rule->summary);
    fputs("</summary>\n<p>", stream);
    ap_put_markup(stream, rule->meaning);
    fputs("</p>\n<dl>\n", stream);
    put_term_and_definition(stream, "Source", rule->source);
    put_term_and_definition(stream, "Breaks", rule->breaks);
    put_term_and_definition(stream, "Fix", rule->fix);
    fputs("</dl></details>\n", stream);
}

static void html_end(ap_output *output, const ap_summary *summary)
{
    FILE *stream = output->stream;
    fputs("<header>\n<h1>animproof lint</h1>\n<p>", stream);
    ap_put_summary(stream, summary);
    fputs(" <span class=\"about\">" AP_PROGRAM " " AP_VERSION "</span></p>\n</header>\n", stream);
    if (output->rules_count > 0)
        fputs("<section id=\"rules\">\n<h2>Rules</h2>\n", stream);
    for (size_t number = 1; number <= output->rules_count; number++)
        put_rule(stream, ap_report_rule_by_number(output, number));
    if (output->rules_count > 0)
        fputs("</section>\n", stream);
    fputs("</main>\n<script>\n", stream);
    fputs(ap_html_script, stream);
    fputs("</script>\n</body>\n</html>\n", stream);
}

const ap_reporter ap_report_html = {
    .name = "html",
    .summary = "one page with files, findings and their bytes, and filters",
    .excerpts = true,
    .begin = html_begin,
    .file = html_file_if_findings_or_verbose,
    .skipped = html_skipped_if_verbose,
    .end = html_end,
};
