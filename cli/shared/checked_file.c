#include "cli/shared/checked_file.h"

#include <string.h>
#include <unistd.h>

#include "cli/shared/input_copy.h"
#include "core/files/guard.h"
#include "core/report/output.h"
#include "validators/lint_bytes.h"

typedef struct lint_and_run_arguments {
    cli_linted_file *subject;
    void (*work)(void *context);
    void *context;
    bool refused;
} lint_and_run_arguments;

void cli_linted_file_init(cli_linted_file *subject, const cli_reading_options *options, FILE *findings_stream)
{
    *subject = (cli_linted_file){ .options = options, .findings_stream = findings_stream };
    ap_input_init(&subject->input, options->max_input_bytes);
    ap_arena_init(&subject->arena, options->max_memory_bytes);
}

void cli_linted_file_set_options(cli_linted_file *subject, const cli_reading_options *options)
{
    subject->options = options;
    subject->input.stream_limit_bytes = options->max_input_bytes;
    subject->arena.limit_bytes = options->max_memory_bytes;
}

void cli_linted_file_free(cli_linted_file *subject)
{
    ap_input_free_memory(&subject->input);
    ap_arena_free(&subject->arena);
}

cli_exit cli_exit_of_status(ap_status status)
{
    switch (status) {
    case AP_OK:
        return CLI_CLEAN;
    case AP_CANNOT_READ:
    case AP_SHRUNK:
        return CLI_UNREADABLE;
    case AP_NO_MEMORY:
    case AP_TOO_LARGE:
        break;
    }
    return CLI_INTERNAL;
}

cli_exit cli_report_status(const char *name, ap_status status, const ap_input *input)
{
    return status == AP_OK ? CLI_CLEAN : cli_fail(cli_exit_of_status(status), name, "%s", input->error);
}

ap_status cli_load_input(ap_input *input, const char *name)
{
    return strcmp(name, "-") == 0 ? ap_input_load_stream(input, STDIN_FILENO) : ap_input_load(input, name);
}

void cli_report_findings(FILE *stream, const char *name, const ap_findings *findings, bool is_text_file)
{
    ap_output output = { .reporter = ap_find_reporter("concise"), .stream = stream };
    const ap_report_file file = { .name = name, .text = is_text_file, .findings = findings };
    output.reporter->file(&output, &file);
}

/* Lints the file of the subject. Returns true if the file has no errors and was checked completely. Suppression
   comments have no effect. */
static bool collect_findings_and_has_no_error(cli_linted_file *subject)
{
    const cli_reading_options *options = subject->options;
    ap_lint_options lint = options->lint;
    lint.no_suppression = true;
    ap_findings_init(&subject->findings, &subject->arena, &options->rule_settings, options->max_findings,
        options->max_per_rule);
    subject->format = ap_lint_bytes(subject->input.view, subject->name, options->input_format, &lint,
        &subject->findings, &subject->about);
    return subject->findings.counts[AP_ERROR] == 0 && !subject->arena.failed;
}

/* Lints the file unless it is skipped, and does the command's work if the file has no errors. Runs under the guards of the
   file and the companion. */
static void lint_and_run_work(void *context)
{
    lint_and_run_arguments *t = context;
    cli_linted_file *subject = t->subject;
    ap_arena_reset(&subject->arena);
    subject->skipped = subject->skips != NULL && subject->skips(t->context, subject->input.view);
    t->refused = !subject->skipped && !collect_findings_and_has_no_error(subject);
    if (!t->refused && !subject->skipped)
        t->work(t->context);
}

static cli_exit lint_and_run_guarded(cli_linted_file *subject, lint_and_run_arguments *t)
{
    cli_companion *companion = subject->companion;
    ap_input *const inputs[] = { companion == NULL ? NULL : &companion->input, &subject->input };
    size_t lost;
    const ap_status status = ap_input_run_guarded_all(inputs, 2, lint_and_run_work, t, &lost);
    if (status != AP_OK)
        return cli_report_status(lost == 0 ? companion->path : subject->name, status, inputs[lost]);
    if (t->refused && subject->findings_stream != NULL)
        cli_report_findings(subject->findings_stream, subject->name, &subject->findings,
            subject->format != NULL && subject->format->text);
    if (subject->arena.failed)
        return cli_report_no_memory(subject->name);
    return t->refused ? CLI_FINDINGS : CLI_CLEAN;
}

cli_exit cli_linted_file_lint_and_run(
    cli_linted_file *subject, const char *name, ap_status loaded, void (*work)(void *context), void *context)
{
    lint_and_run_arguments t = { .subject = subject, .work = work, .context = context };
    subject->name = name;
    subject->skipped = false;
    cli_exit result = cli_report_status(name, loaded, &subject->input);
    if (result == CLI_CLEAN)
        result = lint_and_run_guarded(subject, &t);
    ap_input_release(&subject->input);
    return result;
}

cli_exit cli_load_lint_and_run(
    cli_linted_file *subject, const char *name, void (*work)(void *context), void *context)
{
    return cli_linted_file_lint_and_run(subject, name, cli_load_input(&subject->input, name), work, context);
}
