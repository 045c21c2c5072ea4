#include "cli/check/lint_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/check/judge_pair.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/guarded.h"
#include "core/files/guard.h"
#include "validators/lint_bytes.h"
#include "validators/services/mending/replacements.h"

void cli_judge_init(cli_judge *judge, const cli_reading *options, cli_extras extras)
{
    *judge = (cli_judge){ .options = options, .lint = options->lint, .extras = extras };
    cli_ahead_init(&judge->ahead);
    ap_mending_init(&judge->mending, options->max_memory_bytes);
    ap_input_init(&judge->input, options->max_input_bytes);
}

void cli_judge_free(cli_judge *judge)
{
    cli_ahead_free(&judge->ahead);
    ap_input_free(&judge->input);
    ap_mending_free(&judge->mending);
}

void cli_verdict_free(cli_verdict *verdict)
{
    free(verdict->companion_path);
    cli_beside_let_go(verdict->beside);
    verdict->companion_path = NULL;
    verdict->beside = NULL;
}

bool cli_verdict_begin(cli_verdict *verdict, const cli_entry *entry)
{
    *verdict = (cli_verdict){ .result = CLI_CLEAN };
    if (entry->kind == CLI_ENTRY_UNREADABLE)
        cli_verdict_unread(verdict, entry->result, entry->reason);
    else if (!cli_entry_is_read(entry))
        *verdict = (cli_verdict){ .result = entry->result, .skipped = entry->reason };
    return !cli_entry_is_read(entry);
}

void cli_verdict_unread(cli_verdict *verdict, cli_exit result, const char *reason)
{
    *verdict = (cli_verdict){ .result = result };
    snprintf(verdict->error, sizeof verdict->error, "%s", reason);
}

/* Judges by these from now on. */
static void use(cli_judge *judge, const cli_settings *settings, cli_verdict *verdict)
{
    const cli_reading *options = &settings->reading;
    cli_findings *found = judge->found;
    verdict->fail_on = settings->fail_on;
    judge->options = options;
    judge->lint = options->lint;
    judge->input.stream_limit_bytes = options->max_input_bytes;
    found->arena.limit_bytes = options->max_memory_bytes;
    ap_mending_limit(&judge->mending, options->max_memory_bytes);
    judge->mending.options = &options->lint;
    judge->mending.policy = &options->policy;
    found->list.policy = &options->policy;
    found->list.max_findings = options->max_findings;
    found->list.max_per_rule = options->max_per_rule;
}

/* Whether the file was an entry when it was met, by the name that it has there. */
static bool was_entry(const cli_judge *judge, ap_view view)
{
    return cli_recognize_met(judge->options->input_format, judge->met_name, view) != NULL;
}

static void recognize(cli_judge *judge, ap_view view)
{
    const ap_format *asked = judge->options->input_format;
    const bool named = judge->entry->origin != CLI_MET; /* or included, which is judged as if it were */
    judge->again = judge->entry->origin == CLI_NAMED_LATER && was_entry(judge, view);
    if (!named)
        judge->format = cli_recognize_met(asked, judge->entry->path, view);
    else if (asked != NULL)
        judge->format = asked;
    else
        judge->format = ap_recognize_named(judge->entry->path, view);
    judge->skipped = named || judge->format != NULL ? NULL : ap_why_unrecognized(judge->entry->path, view);
}

/* What touches the bytes of the file alone. */
static void look_first(void *context)
{
    cli_judge *judge = context;
    recognize(judge, judge->input.view);
    if (!judge->again && judge->skipped == NULL)
        cli_pair_seek(judge);
}

/* Whether somebody could mend the file where it is. */
static bool is_on_disk(const cli_judge *judge)
{
    return judge->entry->kind == CLI_ENTRY_FILE;
}

/* What touches those of companions, too. */
static void look(void *context)
{
    cli_judge *judge = context;
    ap_findings *findings = &judge->found->list;
    const ap_view view = judge->input.view;
    const ap_format *format = judge->format;
    ap_lint_as(format, view, &judge->lint, findings, &judge->about);
    if (judge->extras.replacements && is_on_disk(judge))
        ap_find_replacements(&judge->mending, format, view, findings);
    if (judge->extras.excerpts)
        judge->excerpts = ap_excerpts(findings, view, format != NULL && format->text, &judge->found->arena);
}

static void forget(cli_judge *judge)
{
    ap_arena_reset(&judge->found->arena);
    ap_findings_restart(&judge->found->list);
    judge->about = (ap_lint_result){ .version = NULL };
    judge->excerpts = NULL;
    judge->lint.companions = NULL;
}

static void add_companion(cli_judge *judge, ap_companion_use *use)
{
    if (use == NULL || use->model == NULL)
        return;
    use->next = judge->lint.companions;
    judge->lint.companions = use;
}

static void start_file(cli_judge *judge)
{
    forget(judge);
    for (size_t i = 0; i < CLI_COMPANIONS && judge->companions != NULL; i++)
        add_companion(judge, &judge->companions[i].use);
    add_companion(judge, cli_pair_use(judge));
    judge->lint.ahead = cli_ahead_begin(&judge->ahead, &judge->input);
}

/* Judges the file; one more time for each companion that is lost meanwhile. */
static ap_status judge_guarded(cli_judge *judge)
{
    enum { BESIDE = CLI_COMPANIONS, FILE_ITSELF, INPUTS };
    ap_input *inputs[INPUTS] = { NULL };
    for (size_t i = 0; i < CLI_COMPANIONS && judge->companions != NULL; i++)
        inputs[i] = &judge->companions[i].input;
    inputs[FILE_ITSELF] = &judge->input;
    for (;;) {
        size_t lost;
        start_file(judge);
        inputs[BESIDE] = judge->lint.companions == &judge->beside_use ? &judge->beside_input : NULL;
        const ap_status status = cli_guard_all(inputs, INPUTS, look, judge, &lost);
        cli_ahead_end(&judge->ahead);
        if (status == AP_OK || lost == FILE_ITSELF)
            return status;
        if (lost == BESIDE)
            cli_pair_lose(judge, status);
        else
            cli_companion_lose(&judge->companions[lost], status);
    }
}

/* Finds out what the file is, and judges it by its companion. */
static ap_status judge_file(cli_judge *judge)
{
    cli_pair_begin(judge);
    forget(judge);
    ap_status status = ap_input_guard(&judge->input, look_first, judge);
    if (status == AP_OK)
        status = cli_pair_unlisted(judge);
    if (status != AP_OK || judge->again || judge->skipped != NULL)
        return status;
    cli_pair_find(judge);
    return judge_guarded(judge);
}

static void judge_loaded(cli_judge *judge, cli_verdict *verdict)
{
    const ap_status status = judge_file(judge);
    if (status != AP_OK) {
        cli_beside_let_go(judge->beside);
        cli_verdict_unread(verdict, cli_exit_of(status), judge->input.error);
        return;
    }
    const ap_format *format = judge->format;
    verdict->result = CLI_CLEAN;
    verdict->skipped = judge->skipped;
    verdict->named = judge->entry->origin != CLI_MET && judge->entry->origin != CLI_INCLUDED;
    verdict->again = judge->again;
    verdict->text = format != NULL && format->text;
    verdict->judged = !judge->again && judge->skipped == NULL;
    verdict->format = format == NULL ? NULL : format->name;
    verdict->version = judge->about.version;
    verdict->variant = judge->about.variant;
    verdict->size_bytes = judge->input.view.size;
    verdict->excerpts = judge->excerpts;
    verdict->error[0] = '\0';
    cli_pair_end(judge, verdict);
}

static void judge_input(cli_judge *judge, ap_status loaded, cli_verdict *verdict)
{
    if (loaded == AP_OK)
        judge_loaded(judge, verdict);
    else
        cli_verdict_unread(verdict, cli_exit_of(loaded), judge->input.error);
    ap_input_release(&judge->input);
}

void cli_judge_entry(cli_judge *judge, const cli_entry *entry, cli_folder *folder, cli_verdict *verdict)
{
    char *real = entry->origin == CLI_NAMED_LATER ? realpath(entry->path, NULL) : NULL;
    use(judge, entry->settings, verdict);
    judge->entry = entry;
    judge->folder = folder;
    judge->met_name = real == NULL ? entry->path : real;
    judge_input(judge, cli_entry_load(entry, &judge->input), verdict);
    free(real);
}
