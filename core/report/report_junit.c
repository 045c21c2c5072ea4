/* Reports as JUnit XML: a test for each file, which fails if the file has an error. */
#include "core/base/markup_text.h"
#include "core/report/output.h"
#include "core/report/report_spool.h"

extern const ap_reporter ap_report_junit;

/* Writes the findings of the file, one per line, and the number of findings over a limit. */
static void put_findings(FILE *stream, const ap_report_file *file)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next) {
        ap_report_put_position_in_file(&batch, file, f);
        ap_batch_text(&batch, ap_severity_name(f->severity));
        ap_batch_text(&batch, ": ");
        ap_batch_markup(&batch, f->message);
        ap_batch_text(&batch, " [");
        ap_batch_text(&batch, f->rule->id);
        ap_batch_text(&batch, "]\n");
    }
    ap_batch_flush(&batch);
    if (file->findings->truncated > 0)
        fprintf(stream, "%zu more not shown (--max-findings, --max-per-rule)\n", file->findings->truncated);
}

static const ap_finding *first_error(const ap_findings *findings)
{
    const ap_finding *f = findings->first;
    while (f != NULL && f->severity != AP_ERROR)
        f = f->next;
    return f;
}

static void put_failure_of_case(FILE *stream, const ap_report_file *file)
{
    const ap_finding *error = first_error(file->findings);
    fprintf(stream, "      <failure type=\"%s\" message=\"", error == NULL ? "limit" : error->rule->id);
    if (error != NULL)
        ap_put_markup(stream, error->message);
    fputs("\">", stream);
    put_findings(stream, file);
    fputs("</failure>\n", stream);
}

/* Begins a test case. Servers show the attribute `name`, and find the file by the attribute `file`. */
static void begin_case(FILE *stream, const char *name, const char *format)
{
    ap_batch batch;
    ap_batch_init(&batch, stream);
    ap_batch_text(&batch, "    <testcase classname=\"animproof.");
    ap_batch_markup(&batch, format == NULL ? "file" : format);
    ap_batch_text(&batch, "\" name=\"");
    ap_batch_markup(&batch, name);
    ap_batch_text(&batch, "\" file=\"");
    ap_batch_markup_exact(&batch, name);
    ap_batch_text(&batch, "\">\n");
    ap_batch_flush(&batch);
}

/* Writes the content of the test case of a file without errors: its warnings and notes, and whether the check was incomplete. */
static void put_output_of_passed_case(FILE *spool, const ap_report_file *file)
{
    if (ap_report_file_ended_early_without_error(file))
        fputs("      <skipped message=\"the file was not checked to its end\"/>\n", spool);
    if (file->findings != NULL && file->findings->kept > 0) {
        fputs("      <system-out>", spool);
        put_findings(spool, file);
        fputs("</system-out>\n", spool);
    }
}

/* Spools the test case of a file: the test suite begins with counts, which are known only at the end of the run. */
static void junit_file(ap_output *output, const ap_report_file *file)
{
    FILE *spool = ap_report_open_spool(output);
    if (spool == NULL)
        return;
    begin_case(spool, file->name, file->format);
    if (file->error != NULL) {
        fputs("      <error type=\"not-read\" message=\"", spool);
        ap_put_markup(spool, file->error);
        fputs("\"/>\n", spool);
    } else if (file->findings != NULL && file->findings->counts[AP_ERROR] > 0) {
        put_failure_of_case(spool, file);
        output->written++;
    } else {
        put_output_of_passed_case(spool, file);
    }
    fputs("    </testcase>\n", spool);
}

static void junit_skipped_if_verbose(ap_output *output, const ap_report_skipped *about)
{
    FILE *spool = output->verbose ? ap_report_open_spool(output) : NULL;
    if (spool == NULL)
        return;
    begin_case(spool, about->name, NULL);
    fputs("      <skipped message=\"", spool);
    ap_put_markup(spool, about->reason);
    fputs("\"/>\n    </testcase>\n", spool);
    output->skips++;
}

static void junit_end(ap_output *output, const ap_summary *summary)
{
    fprintf(output->stream,
        "<testsuites>\n  <testsuite name=\"animproof lint\" tests=\"%zu\" failures=\"%zu\" "
        "errors=\"%zu\" skipped=\"%zu\">\n",
        summary->files + output->skips, output->written, summary->unreadable,
        output->skips + summary->incomplete);
    ap_report_append_spool(output);
}

const ap_reporter ap_report_junit = {
    .name = "junit",
    .summary = "JUnit XML: one test per file",
    .head = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n",
    .file = junit_file,
    .skipped = junit_skipped_if_verbose,
    .end = junit_end,
    .tail = "  </testsuite>\n</testsuites>\n",
};
