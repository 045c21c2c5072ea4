#include "core/report/report.h"

#include <string.h>

#include "core/base/terminal_text.h"

extern const ap_reporter ap_report_human, ap_report_concise, ap_report_json, ap_report_jsonl;

static const ap_reporter *const reporters[] = {
    &ap_report_human,
    &ap_report_concise,
    &ap_report_json,
    &ap_report_jsonl,
};

const ap_reporter *const *ap_reporters(size_t *count)
{
    *count = sizeof reporters / sizeof *reporters;
    return reporters;
}

const ap_reporter *ap_find_reporter(const char *name)
{
    for (size_t i = 0; i < sizeof reporters / sizeof *reporters; i++) {
        if (strcmp(reporters[i]->name, name) == 0)
            return reporters[i];
    }
    return NULL;
}

bool ap_report_valid(const ap_report_file *file)
{
    return file->error == NULL && (file->findings == NULL || file->findings->counts[AP_ERROR] == 0);
}

/* "2 errors"; `more` is the plural's ending and what follows it, `one` the same for a single thing. */
static void put_count(FILE *stream, const char *before, size_t count, const char *one, const char *more)
{
    fprintf(stream, "%s%zu %s", before, count, count == 1 ? one : more);
}

static void put_if_any(FILE *stream, size_t count, const char *one, const char *more)
{
    if (count > 0)
        put_count(stream, ", ", count, one, more);
}

void ap_put_skipped(ap_output *output, const ap_report_skipped *skipped)
{
    if (!output->verbose && !skipped->named)
        return;
    ap_put_name(output->stream, skipped->name);
    fprintf(output->stream, ": skipped: %s\n", skipped->reason);
}

void ap_put_summary(FILE *stream, const ap_summary *summary)
{
    put_count(stream, "", summary->files, "file", "files");
    put_count(stream, ": ", summary->errors, "error", "errors");
    put_count(stream, ", ", summary->warnings, "warning", "warnings");
    put_if_any(stream, summary->notes, "note", "notes");
    put_if_any(stream, summary->dropped, "finding dropped over a limit", "findings dropped over a limit");
    put_if_any(stream, summary->skipped_checks, "check skipped after errors", "checks skipped after errors");
    put_if_any(stream, summary->unreadable, "file could not be read", "files could not be read");
    put_if_any(stream, summary->skipped, "other file skipped", "other files skipped");
    if (summary->not_yet > 0)
        fprintf(stream, " (%zu %s %s not checked yet)", summary->not_yet, summary->not_yet_kinds,
            summary->not_yet == 1 ? "file" : "files");
    fputs(".", stream);
}
