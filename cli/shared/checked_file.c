#include "cli/shared/checked_file.h"

#include <string.h>
#include <unistd.h>

#include "cli/shared/unrecognized.h"
#include "core/finding/lines.h"
#include "core/report/report.h"
#include "validators/recognize.h"

typedef struct task {
    cli_subject *subject;
    void (*work)(void *context);
    void *context;
    bool refused;
    ap_status file; /* how the guard of the file went, inside that of the scene */
} task;

void cli_subject_init(cli_subject *subject, const cli_reading *options, FILE *told)
{
    *subject = (cli_subject){ .options = options, .told = told };
    ap_input_init(&subject->input, options->max_input_bytes);
    ap_input_init(&subject->scene_input, options->max_input_bytes);
    ap_arena_init(&subject->arena, options->max_memory_bytes);
}

void cli_subject_free(cli_subject *subject)
{
    ap_input_free(&subject->input);
    ap_input_free(&subject->scene_input);
    ap_arena_free(&subject->arena);
}

cli_exit cli_exit_of(ap_status status)
{
    switch (status) {
    case AP_OK:
        return CLI_CLEAN;
    case AP_CANNOT_READ:
    case AP_SHRUNK:
        return CLI_UNREADABLE;
    case AP_NO_MEMORY:
    case AP_LIMIT:
        break;
    }
    return CLI_INTERNAL;
}

void cli_tell_findings(FILE *stream, const char *name, const ap_findings *findings, bool text)
{
    ap_output output = { .reporter = ap_find_reporter("concise"), .stream = stream };
    const ap_report_file file = { .name = name, .text = text, .findings = findings };
    output.reporter->file(&output, &file);
}

static void find_format(cli_subject *subject)
{
    const ap_view view = subject->input.view;
    subject->format = subject->options->input_format;
    if (subject->format == NULL)
        subject->format = ap_recognize_named(subject->name, view).format;
}

/* Whether the file is without errors, and all of it could be judged. */
static bool judge(cli_subject *subject)
{
    const cli_reading *options = subject->options;
    const ap_view view = subject->input.view;
    ap_findings_init(
        &subject->findings, &subject->arena, &options->policy, options->max_findings, options->max_per_rule);
    find_format(subject);
    if (subject->format != NULL)
        subject->format->lint(view, &options->lint, &subject->findings, &subject->about);
    else
        cli_report_unknown(view, &subject->findings);
    ap_findings_sort(&subject->findings);
    if (subject->format != NULL && subject->format->text)
        ap_locate(&subject->findings, view);
    return subject->findings.counts[AP_ERROR] == 0 && !subject->arena.failed;
}

/* All that touches the bytes of the file. */
static void judge_and_work(void *context)
{
    task *t = context;
    ap_arena_reset(&t->subject->arena);
    t->refused = !judge(t->subject);
    if (!t->refused)
        t->work(t->context);
}

static void guard_file(void *context)
{
    task *t = context;
    t->file = ap_input_guard(&t->subject->input, judge_and_work, t);
}

static cli_exit unreadable(const char *name, ap_status status, const ap_input *input)
{
    cli_error_about(name, "%s", input->error);
    return cli_exit_of(status);
}

static cli_exit tell_memory(const cli_subject *subject)
{
    cli_error_about(subject->name, "memory ran out (--max-memory)");
    return CLI_INTERNAL;
}

static cli_exit run_loaded(cli_subject *subject, task *t)
{
    const ap_status scene = ap_input_guard(&subject->scene_input, guard_file, t);
    if (scene != AP_OK)
        return unreadable(subject->options->obj_path, scene, &subject->scene_input);
    if (t->file != AP_OK)
        return unreadable(subject->name, t->file, &subject->input);
    if (!t->refused)
        return subject->arena.failed ? tell_memory(subject) : CLI_CLEAN;
    cli_tell_findings(
        subject->told, subject->name, &subject->findings, subject->format != NULL && subject->format->text);
    if (subject->arena.failed)
        return tell_memory(subject);
    return CLI_FINDINGS;
}

cli_exit cli_subject_run(cli_subject *subject, const char *name, void (*work)(void *context), void *context)
{
    task t = { .subject = subject, .work = work, .context = context };
    subject->name = name;
    const bool is_stream = strcmp(name, "-") == 0;
    const ap_status status = is_stream ? ap_input_load_stream(&subject->input, STDIN_FILENO)
                                       : ap_input_load(&subject->input, name);
    const cli_exit result =
        status == AP_OK ? run_loaded(subject, &t) : unreadable(name, status, &subject->input);
    ap_input_release(&subject->input);
    return result;
}
