/* Reports one line per finding, in the form of compilers, for editors and for people who read many
   findings. */
#include <string.h>

#include "core/base/terminal_text.h"
#include "core/finding/joint_path.h"
#include "core/report/output.h"
#include "core/report/report_spool.h"
#include "core/report/statistics.h"

extern const ap_reporter ap_report_concise, ap_report_gcc;

/* Returns true if the message names the field. Most messages begin with the field, so the beginning is compared first. */
static bool message_names_field(const char *message, const char *path)
{
    return strncmp(message, path, strlen(path)) == 0 || strstr(message, path) != NULL;
}

static void put_finding(ap_batch *batch, const ap_report_file *file, const ap_finding *finding)
{
    char path[AP_SHOWN_PATH_BYTES];
    ap_batch_file_name(batch, file->name);
    ap_batch_byte(batch, ':');
    ap_report_put_position_in_file(batch, file, finding);
    ap_batch_text(batch, ap_severity_name(finding->severity));
    ap_batch_text(batch, ": ");
    ap_batch_escaped_text(batch, finding->message, strlen(finding->message));
    ap_batch_text(batch, " [");
    ap_batch_text(batch, finding->rule->id);
    ap_batch_byte(batch, ']');
    (void)ap_write_path_with_joint(finding->path, finding->joint, path);
    if (!message_names_field(finding->message, path)) {
        ap_batch_text(batch, " (");
        ap_batch_text(batch, path);
        ap_batch_byte(batch, ')');
    }
    ap_batch_byte(batch, '\n');
}

static void concise_file(ap_output *output, const ap_report_file *file)
{
    if (file->error != NULL && output->unread_files) {
        ap_put_file_name(output->stream, file->name);
        fputs(": cannot be read: ", output->stream);
        ap_put_escaped_text(output->stream, file->error);
        fputc('\n', output->stream);
    }
    if (file->findings == NULL)
        return;
    ap_batch batch;
    ap_batch_init(&batch, output->stream);
    const bool counts_notes =
        output->counts_notes && output->reporter == &ap_report_concise && !file->notes_fail;
    for (const ap_finding *f = file->findings->first; f != NULL; f = f->next) {
        if (!counts_notes || f->severity != AP_NOTE)
            put_finding(&batch, file, f);
    }
    ap_batch_flush(&batch);
    if (file->findings->truncated > 0) {
        ap_put_file_name(output->stream, file->name);
        fprintf(output->stream, ": %zu more not shown (--max-findings, --max-per-rule)\n",
            file->findings->truncated);
    }
}

static void concise_end(ap_output *output, const ap_summary *summary)
{
    ap_report_put_changes(output, summary);
    ap_put_summary_line_unless_quiet(output, summary);
    if (summary->statistics != NULL)
        ap_put_statistics(output, summary->statistics);
}

/* The form of gcc's messages, for editors and problem matchers. Writes no summary, no skipped files and no statistics. */
const ap_reporter ap_report_gcc = {
    .name = "gcc",
    .summary = "one line per finding, as compilers print them, without a summary",
    .file = concise_file,
};

const ap_reporter ap_report_concise = {
    .name = "concise",
    .summary = "one line per finding",
    .statistics = true,
    .changes = AP_CHANGES_LINES,
    .file = concise_file,
    .skipped = ap_put_skipped_file_line_if_verbose,
    .end = concise_end,
};
