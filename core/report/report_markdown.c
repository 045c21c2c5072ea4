/* Reports as a table in GitHub's Markdown, for a comment or the summary of a job. */
#include "core/base/markdown_text.h"
#include "core/report/output.h"
#include "core/report/report_spool.h"

extern const ap_reporter ap_report_markdown;

enum { MOST_ROWS = 1000 /* most rows of the table: GitHub cuts a job's summary at 1 MiB */ };

/* Begins a row. Before the first row, begins the table, so that a run without findings has no table. If the table is full, counts
   the row as omitted and returns false. */
static bool begin_row_or_count_omitted(ap_output *output, const char *file)
{
    if (output->written == MOST_ROWS) {
        output->skips++;
        return false;
    }
    if (output->written++ == 0)
        fputs("| file | place | severity | rule | message |\n| --- | --- | --- | --- | --- |\n",
            output->stream);
    fputs("| ", output->stream);
    ap_put_markdown(output->stream, file);
    return true;
}

static void put_finding(ap_output *output, const ap_report_file *file, const ap_finding *finding)
{
    FILE *stream = output->stream;
    if (!begin_row_or_count_omitted(output, file->name))
        return;
    if (file->text)
        fprintf(stream, " | %zu:%zu", finding->line, finding->column);
    else
        fprintf(stream, " | 0x%zx", finding->span.offset);
    fprintf(stream, " | %s | ", ap_severity_name(finding->severity));
    ap_put_markdown(stream, finding->rule->id);
    fputs(" | ", stream);
    ap_put_markdown(stream, finding->message);
    fputs(" |\n", stream);
}

static void markdown_file(ap_output *output, const ap_report_file *file)
{
    if (file->error != NULL && begin_row_or_count_omitted(output, file->name)) {
        fputs(" | | error | not read | ", output->stream);
        ap_put_markdown(output->stream, file->error);
        fputs(" |\n", output->stream);
    }
    for (const ap_finding *f = file->findings == NULL ? NULL : file->findings->first; f != NULL; f = f->next)
        put_finding(output, file, f);
}

static void markdown_end(ap_output *output, const ap_summary *summary)
{
    if (output->skips > 0)
        fprintf(output->stream, "\n%zu more entries are not in this table.\n", output->skips);
    if (output->written > 0)
        fputc('\n', output->stream);
    if (summary->changes != NULL) {
        ap_report_put_changes(output, summary);
        fputc('\n', output->stream);
    }
    ap_put_summary(output->stream, summary);
    fputc('\n', output->stream);
}

const ap_reporter ap_report_markdown = {
    .name = "markdown",
    .summary = "a Markdown table, for the summary of a GitHub job",
    .head = "# animproof\n\n",
    .changes = AP_CHANGES_TABLE,
    .file = markdown_file,
    .end = markdown_end,
};
