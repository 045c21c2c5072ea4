/* Reports as Checkstyle XML, which many servers and review tools read. */
#include "core/base/markup_text.h"
#include "core/base/version.h"
#include "core/report/output.h"

extern const ap_reporter ap_report_checkstyle;

static void put_attribute_with_visible_escapes(ap_batch *batch, const char *name, const char *text)
{
    ap_batch_byte(batch, ' ');
    ap_batch_text(batch, name);
    ap_batch_text(batch, "=\"");
    ap_batch_markup(batch, text);
    ap_batch_byte(batch, '"');
}

/* Writes a finding. In a binary file the message begins with the offset, because there is no line. */
static void put_finding(ap_batch *batch, const ap_report_file *file, const ap_finding *finding)
{
    const char *severity = finding->severity == AP_NOTE ? "info" : ap_severity_name(finding->severity);
    ap_batch_text(batch, "    <error");
    if (file->text) {
        ap_batch_text_and_number(batch, " line=\"", finding->line);
        ap_batch_text_and_number(batch, "\" column=\"", finding->character);
        ap_batch_byte(batch, '"');
    }
    put_attribute_with_visible_escapes(batch, "severity", severity);
    ap_batch_text(batch, " message=\"");
    if (!file->text) {
        ap_batch_text(batch, "at byte ");
        ap_report_put_position_in_file(batch, file, finding);
    }
    ap_batch_markup(batch, finding->message);
    ap_batch_byte(batch, '"');
    put_attribute_with_visible_escapes(batch, "source", finding->rule->id);
    ap_batch_text(batch, "/>\n");
}

static void checkstyle_file(ap_output *output, const ap_report_file *file)
{
    ap_batch batch;
    ap_batch_init(&batch, output->stream);
    ap_batch_text(&batch, "  <file name=\"");
    ap_batch_markup_exact(&batch, file->name);
    ap_batch_text(&batch, "\">\n");
    if (file->error != NULL) {
        ap_batch_text(&batch, "    <error severity=\"error\"");
        put_attribute_with_visible_escapes(&batch, "message", file->error);
        ap_batch_text(&batch, " source=\"not-read\"/>\n");
    }
    for (const ap_finding *f = file->findings == NULL ? NULL : file->findings->first; f != NULL; f = f->next)
        put_finding(&batch, file, f);
    if (file->findings != NULL && file->findings->truncated > 0) {
        ap_batch_text_and_number(
            &batch, "    <error severity=\"info\" message=\"", file->findings->truncated);
        ap_batch_text(&batch, " more not shown\" source=\"limit\"/>\n");
    }
    ap_batch_text(&batch, "  </file>\n");
    ap_batch_flush(&batch);
}

const ap_reporter ap_report_checkstyle = {
    .name = "checkstyle",
    .summary = "Checkstyle XML",
    .head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<checkstyle version=\"" AP_VERSION "\">\n",
    .file = checkstyle_file,
    .tail = "</checkstyle>\n",
};
