/* Checkstyle's XML, which many servers and review tools read. */
#include "core/base/markup_text.h"
#include "core/base/version.h"
#include "core/report/output.h"

extern const ap_reporter ap_report_checkstyle;

static void put_attribute(FILE *stream, const char *name, const char *text)
{
    fprintf(stream, " %s=\"", name);
    ap_put_markup(stream, text);
    fputs("\"", stream);
}

/* The offset takes the line's place in a binary file: its message begins with it. */
static void put_finding(FILE *stream, const ap_report_file *file, const ap_finding *finding)
{
    const char *severity = finding->severity == AP_NOTE ? "info" : ap_severity_name(finding->severity);
    fputs("    <error", stream);
    if (file->text)
        fprintf(stream, " line=\"%zu\" column=\"%zu\"", finding->line, finding->character);
    put_attribute(stream, "severity", severity);
    fputs(" message=\"", stream);
    if (!file->text)
        fprintf(stream, "at byte 0x%zx: ", finding->span.offset);
    ap_put_markup(stream, finding->message);
    fputs("\"", stream);
    put_attribute(stream, "source", finding->rule->id);
    fputs("/>\n", stream);
}

static void begin(ap_output *output)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"" AP_VERSION "\">\n",
        output->stream);
}

static void tell(ap_output *output, const ap_report_file *file)
{
    FILE *stream = output->stream;
    fputs("  <file", stream);
    put_attribute(stream, "name", file->name);
    fputs(">\n", stream);
    if (file->error != NULL) {
        fputs("    <error severity=\"error\"", stream);
        put_attribute(stream, "message", file->error);
        fputs(" source=\"not-read\"/>\n", stream);
    }
    for (const ap_finding *f = file->findings == NULL ? NULL : file->findings->first; f != NULL; f = f->next)
        put_finding(stream, file, f);
    if (file->findings != NULL && file->findings->dropped > 0)
        fprintf(stream,
            "    <error severity=\"info\" message=\"%zu more dropped over a limit\" source=\"limit\"/>\n",
            file->findings->dropped);
    fputs("  </file>\n", stream);
}

static void skipped(ap_output *output, const ap_report_skipped *about)
{
    (void)output;
    (void)about;
}

static void end(ap_output *output, const ap_summary *summary)
{
    (void)summary;
    fputs("</checkstyle>\n", output->stream);
}

const ap_reporter ap_report_checkstyle = {
    .name = "checkstyle",
    .summary = "Checkstyle's XML",
    .begin = begin,
    .file = tell,
    .skipped = skipped,
    .end = end,
};
