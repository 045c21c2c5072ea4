#include "core/report/report.h"

#include <string.h>

#include "core/base/terminal_text.h"
#include "core/report/output.h"

/* The reporters, in the order in which messages list them. */
#define REPORTERS(ROW)                                                                                       \
    ROW(human)                                                                                               \
    ROW(concise)                                                                                             \
    ROW(json)                                                                                                \
    ROW(jsonl)                                                                                               \
    ROW(gcc)                                                                                                 \
    ROW(github)                                                                                              \
    ROW(gitlab)                                                                                              \
    ROW(checkstyle)                                                                                          \
    ROW(junit)                                                                                               \
    ROW(markdown)                                                                                            \
    ROW(sarif)                                                                                               \
    ROW(sarif_github)                                                                                        \
    ROW(html)

#define DECLARED(name) extern const ap_reporter ap_report_##name;
#define LISTED(name)   &ap_report_##name,

REPORTERS(DECLARED)
static const ap_reporter *const reporters[] = { REPORTERS(LISTED) };

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

void ap_report_begin(ap_output *output)
{
    if (output->reporter->head != NULL)
        fputs(output->reporter->head, output->stream);
    if (output->reporter->begin != NULL)
        output->reporter->begin(output);
}

void ap_report_put_skipped_file(ap_output *output, const ap_report_skipped *skipped)
{
    if (output->reporter->skipped != NULL)
        output->reporter->skipped(output, skipped);
}

void ap_report_end(ap_output *output, const ap_summary *summary)
{
    if (output->reporter->end != NULL)
        output->reporter->end(output, summary);
    if (output->reporter->tail != NULL)
        fputs(output->reporter->tail, output->stream);
}

size_t ap_report_assign_rule_number(ap_output *output, const ap_rule *rule)
{
    uint16_t *number =
        &output->rule_numbers[ap_rule_settings_index_common_to_run(output->rule_settings, rule)];
    if (*number == 0)
        *number = ++output->rules_count;
    return *number;
}

const ap_rule *ap_report_rule_by_number(const ap_output *output, size_t number)
{
    for (size_t place = 0; place < AP_MOST_RULES; place++) {
        if (output->rule_numbers[place] == number)
            return ap_rule_settings_rule_at_run_index(output->rule_settings, place);
    }
    return NULL;
}

bool ap_report_file_is_valid_to_end(const ap_report_file *file)
{
    return file->error == NULL
           && (file->findings == NULL || ap_findings_are_complete_without_error(file->findings));
}

bool ap_report_file_ended_early_without_error(const ap_report_file *file)
{
    return file->error == NULL && file->findings != NULL && file->findings->counts[AP_ERROR] == 0
           && file->findings->unfinished > 0;
}

void ap_report_put_position_in_file(ap_batch *batch, const ap_report_file *file, const ap_finding *finding)
{
    if (file->text) {
        ap_batch_number(batch, finding->line);
        ap_batch_text_and_number(batch, ":", finding->column);
    } else {
        ap_batch_text(batch, "0x");
        ap_batch_hex(batch, finding->span.offset, 1);
    }
    ap_batch_text(batch, ": ");
}

void ap_put_skipped_file_line_if_verbose(ap_output *output, const ap_report_skipped *skipped)
{
    if (!output->verbose)
        return;
    ap_put_file_name(output->stream, skipped->name);
    fprintf(output->stream, ": skipped: %s\n", skipped->reason);
}

/* A summary that is being written to a buffer of AP_SUMMARY_BYTES bytes. */
typedef struct summary_text {
    char *at;
    size_t left;
} summary_text;

static void append_summary_words(summary_text *text, const char *words)
{
    const size_t length = strlen(words), copied = length < text->left ? length : text->left - 1;
    memcpy(text->at, words, copied);
    text->at += copied;
    text->left -= copied;
    *text->at = '\0';
}

/* Appends a count such as "2 errors". `one` follows the count 1, `more` follows any other count. */
static void append_count(
    summary_text *text, const char *before, size_t count, const char *one, const char *more)
{
    char number[32];
    snprintf(number, sizeof number, "%s%zu ", before, count);
    append_summary_words(text, number);
    append_summary_words(text, count == 1 ? one : more);
}

static void append_if_any(summary_text *text, size_t count, const char *one, const char *more)
{
    if (count > 0)
        append_count(text, ", ", count, one, more);
}

/* Appends ", 18 animations without a mesh (animproof sets says why)"; a run of one file does not need it. */
static void append_files_without_companion_of_several(summary_text *to, const ap_summary *summary)
{
    if (summary->without_companion == 0 || summary->files < 2)
        return;
    append_count(to, ", ", summary->without_companion, summary->lone_words[0], summary->lone_words[1]);
    append_summary_words(to, " without a ");
    append_summary_words(to, summary->lone_words[2]);
    append_summary_words(to, " (animproof sets says why)");
}

void ap_summary_text(const ap_summary *summary, char text[AP_SUMMARY_BYTES])
{
    summary_text to = { text, AP_SUMMARY_BYTES };
    append_count(&to, "", summary->files, "file", "files");
    append_count(&to, ": ", summary->errors, "error", "errors");
    append_count(&to, ", ", summary->warnings, "warning", "warnings");
    append_if_any(&to, summary->notes, "note", "notes");
    append_if_any(&to, summary->known, "known finding (--baseline)", "known findings (--baseline)");
    append_if_any(&to, summary->suppressed, "suppressed by a comment", "suppressed by comments");
    append_if_any(&to, summary->fixed, "known finding is fixed", "known findings are fixed");
    append_if_any(
        &to, summary->truncated, "finding over a limit not shown", "findings over a limit not shown");
    if (summary->errors + summary->known + summary->suppressed > 0)
        append_if_any(
            &to, summary->skipped_checks, "check skipped after errors", "checks skipped after errors");
    else /* no errors to name as the reason: the checks take too much work, or the rules of the errors are off */
        append_if_any(&to, summary->skipped_checks, "check skipped", "checks skipped");
    append_if_any(
        &to, summary->incomplete, "file was not checked to its end", "files were not checked to their end");
    append_if_any(&to, summary->unreadable, "file could not be read", "files could not be read");
    append_files_without_companion_of_several(&to, summary);
    append_if_any(&to, summary->skipped, "other file skipped", "other files skipped");
    append_summary_words(&to, ".");
    if (summary->ended_early)
        append_summary_words(&to, " Files after the first failing file were not checked (--fail-fast).");
}

void ap_put_summary(FILE *stream, const ap_summary *summary)
{
    char text[AP_SUMMARY_BYTES];
    ap_summary_text(summary, text);
    fputs(text, stream);
}

void ap_summary_add(ap_summary *summary, const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    summary->files++;
    summary->unreadable += file->error != NULL;
    summary->incomplete += ap_report_file_ended_early_without_error(file);
    if (file->lone_words != NULL && findings != NULL && findings->unfinished == 0) {
        summary->without_companion++;
        summary->lone_words = file->lone_words;
    }
    if (findings == NULL)
        return;
    summary->errors += findings->counts[AP_ERROR];
    summary->warnings += findings->counts[AP_WARNING];
    summary->notes += findings->counts[AP_NOTE];
    summary->truncated += findings->truncated;
    summary->skipped_checks += findings->skipped_checks;
    summary->suppressed += findings->suppressed;
    for (const ap_finding *known = file->known; known != NULL; known = known->next)
        summary->known++;
}

void ap_put_summary_line_unless_quiet(ap_output *output, const ap_summary *summary)
{
    if (output->quiet)
        return;
    ap_put_summary(output->stream, summary);
    fputc('\n', output->stream);
}
