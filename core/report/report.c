#include "core/report/report.h"

#include <string.h>

#include "core/base/terminal_text.h"
#include "core/report/output.h"

extern const ap_reporter ap_report_human, ap_report_concise, ap_report_json, ap_report_jsonl, ap_report_gcc,
    ap_report_github, ap_report_gitlab, ap_report_checkstyle, ap_report_junit, ap_report_markdown,
    ap_report_sarif, ap_report_sarif_github, ap_report_html;

static const ap_reporter *const reporters[] = {
    &ap_report_human,
    &ap_report_concise,
    &ap_report_json,
    &ap_report_jsonl,
    &ap_report_gcc,
    &ap_report_github,
    &ap_report_gitlab,
    &ap_report_checkstyle,
    &ap_report_junit,
    &ap_report_markdown,
    &ap_report_sarif,
    &ap_report_sarif_github,
    &ap_report_html,
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

size_t ap_report_rule_number(ap_output *output, const ap_rule *rule)
{
    uint16_t *number = &output->rule_numbers[ap_policy_place(output->policy, rule)];
    if (*number == 0)
        *number = ++output->rules_count;
    return *number;
}

const ap_rule *ap_report_rule_of(const ap_output *output, size_t number)
{
    for (size_t place = 0; place < AP_POLICY_RULES; place++) {
        if (output->rule_numbers[place] == number)
            return ap_policy_rule(output->policy, place);
    }
    return NULL;
}

bool ap_report_valid(const ap_report_file *file)
{
    return file->error == NULL && (file->findings == NULL || file->findings->counts[AP_ERROR] == 0);
}

void ap_report_put_place(ap_batch *batch, const ap_report_file *file, const ap_finding *finding)
{
    if (file->text) {
        ap_batch_number(batch, finding->line);
        ap_batch_labelled(batch, ":", finding->column);
    } else {
        ap_batch_text(batch, "0x");
        ap_batch_hex(batch, finding->span.offset, 1);
    }
    ap_batch_text(batch, ": ");
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
    if (!output->verbose)
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
    put_if_any(stream, summary->known, "known finding (--baseline)", "known findings (--baseline)");
    put_if_any(stream, summary->silenced, "silenced by a comment", "silenced by comments");
    put_if_any(stream, summary->fixed, "known finding is fixed", "known findings are fixed");
    put_if_any(stream, summary->dropped, "finding dropped over a limit", "findings dropped over a limit");
    if (summary->errors + summary->known + summary->silenced > 0)
        put_if_any(
            stream, summary->skipped_checks, "check skipped after errors", "checks skipped after errors");
    else /* they would take too much work, or nobody wants to hear of the errors */
        put_if_any(stream, summary->skipped_checks, "check skipped", "checks skipped");
    put_if_any(stream, summary->unreadable, "file could not be read", "files could not be read");
    put_if_any(stream, summary->skipped, "other file skipped", "other files skipped");
    fputs(".", stream);
    if (summary->ended_early)
        fputs(" What follows the first file that fails was not checked (--fail-fast).", stream);
}
