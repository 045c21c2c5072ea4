#include "cli/shared/companion.h"

#include <string.h>

#include "cli/shared/checked_file.h"
#include "core/files/guard.h"
#include "validators/companion_use.h"
#include "validators/lint_bytes.h"

static void parse(void *context)
{
    cli_companion *beside = context;
    (void)ap_use_companion(&beside->use, beside->use.companion, beside->input.view, &beside->findings);
}

void cli_companion_init(
    cli_companion *beside, const ap_companion *companion, const char *path, const cli_reading *options)
{
    *beside = (cli_companion){ .path = path, .use = { .companion = companion } };
    ap_input_init(&beside->input, options->max_input_bytes);
    ap_arena_init(&beside->arena, options->max_memory_bytes);
    ap_findings_init(&beside->findings, &beside->arena, &options->rule_settings, options->max_findings,
        options->max_per_rule);
}

void cli_companion_parse(cli_companion *beside, ap_status loaded)
{
    const ap_status status = loaded == AP_OK ? ap_input_guard(&beside->input, parse, beside) : loaded;
    if (status != AP_OK)
        cli_companion_lose(beside, status);
}

void cli_companion_open(
    cli_companion *beside, const ap_companion *companion, const char *path, const cli_reading *options)
{
    cli_companion_init(beside, companion, path, options);
    if (path != NULL)
        cli_companion_parse(beside, ap_input_load(&beside->input, path));
}

void cli_companion_lose(cli_companion *beside, ap_status status)
{
    ap_findings *findings = &beside->findings;
    beside->status = status;
    memcpy(beside->error, beside->input.error, sizeof beside->error);
    ap_input_release(&beside->input); /* no guard looks at it any more */
    beside->use.model = NULL;
    ap_arena_reset(&beside->arena);
    ap_findings_init(
        findings, &beside->arena, findings->rule_settings, findings->max_findings, findings->max_per_rule);
}

static void finish(void *context)
{
    cli_companion *beside = context;
    ap_settle_findings(&beside->findings, beside->input.view, true);
    beside->excerpts = ap_excerpts(&beside->findings, beside->input.view, true, &beside->arena);
}

void cli_companion_describe(cli_companion *beside, bool excerpts, ap_report_file *file)
{
    if (beside->status == AP_OK) {
        ap_status status = ap_input_guard(&beside->input, finish, beside);
        if (status != AP_OK)
            cli_companion_lose(beside, status);
    }
    *file = (ap_report_file){
        .name = beside->path,
        .format = beside->use.companion->name,
        .text = true,
        .size_bytes = beside->input.view.size,
        .findings = beside->status == AP_OK ? &beside->findings : NULL,
        .excerpts = excerpts && beside->status == AP_OK ? beside->excerpts : NULL,
        .error = beside->status == AP_OK ? NULL : beside->error,
    };
}

cli_exit cli_companion_judge(cli_companion *beside)
{
    ap_report_file about;
    if (beside->status == AP_OK && beside->findings.counts[AP_ERROR] == 0)
        return CLI_CLEAN;
    cli_companion_describe(beside, false, &about);
    if (beside->status != AP_OK)
        return cli_fail(cli_exit_of(beside->status), beside->path, "%s", beside->error);
    cli_report_findings(stderr, beside->path, &beside->findings, true);
    return CLI_FINDINGS;
}

void cli_companion_close(cli_companion *beside)
{
    ap_input_free(&beside->input);
    ap_arena_free(&beside->arena);
}
