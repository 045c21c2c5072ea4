/* One line a finding, for people who read many and for editors: the form that compilers made known. */
#include <string.h>

#include "core/base/terminal_text.h"
#include "core/report/output.h"
#include "core/report/statistics.h"

extern const ap_reporter ap_report_concise, ap_report_gcc;

static void begin(ap_output *output)
{
    (void)output;
}

static void put_finding(FILE *stream, const ap_report_file *file, const ap_finding *finding)
{
    ap_put_name(stream, file->name);
    if (file->text)
        fprintf(stream, ":%zu:%zu: ", finding->line, finding->column);
    else
        fprintf(stream, ":0x%zx: ", finding->span.offset);
    fprintf(stream, "%s: ", ap_severity_name(finding->severity));
    ap_put_text(stream, finding->message);
    fprintf(stream, " [%s]", finding->rule->id);
    if (strstr(finding->message, finding->path) == NULL) /* most sentences name their field */
        fprintf(stream, " (%s)", finding->path);
    fputc('\n', stream);
}

static void tell(ap_output *output, const ap_report_file *file)
{
    if (file->error != NULL && output->unread_files) {
        ap_put_name(output->stream, file->name);
        fputs(": cannot be read: ", output->stream);
        ap_put_text(output->stream, file->error);
        fputc('\n', output->stream);
    }
    if (file->findings == NULL)
        return;
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next)
        put_finding(output->stream, file, f);
    if (file->findings->dropped > 0) {
        ap_put_name(output->stream, file->name);
        fprintf(output->stream, ": %zu more dropped over a limit (--max-findings, --max-per-rule)\n",
            file->findings->dropped);
    }
}

static void end(ap_output *output, const ap_summary *summary)
{
    if (!output->quiet) {
        ap_put_summary(output->stream, summary);
        fputc('\n', output->stream);
    }
    if (summary->statistics != NULL)
        ap_put_statistics(output->stream, summary->statistics, output->policy);
}

static void end_silently(ap_output *output, const ap_summary *summary)
{
    (void)output;
    (void)summary;
}

static void skip_silently(ap_output *output, const ap_report_skipped *skipped)
{
    (void)output;
    (void)skipped;
}

/* For editors and problem matchers: nothing but lines that they know. */
const ap_reporter ap_report_gcc = {
    .name = "gcc",
    .summary = "one line a finding and nothing else, as compilers print them",
    .begin = begin,
    .file = tell,
    .skipped = skip_silently,
    .end = end_silently,
};

const ap_reporter ap_report_concise = {
    .name = "concise",
    .summary = "one line a finding",
    .statistics = true,
    .begin = begin,
    .file = tell,
    .skipped = ap_put_skipped,
    .end = end,
};
