#include "cli/shared/companion.h"

#include <string.h>

#include "cli/shared/checked_file.h"
#include "cli/shared/extension.h"
#include "core/files/guard.h"
#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

static void parse_companion_guarded(void *context)
{
    cli_companion *companion = context;
    (void)ap_parse_companion_for_use(
        &companion->use, companion->use.companion, companion->input.view, &companion->findings);
}

void cli_companion_init(
    cli_companion *companion, const ap_companion *kind, const char *path, const cli_reading_options *options)
{
    *companion = (cli_companion){ .path = path, .use = { .companion = kind } };
    ap_input_init(&companion->input, options->max_input_bytes);
    ap_arena_init(&companion->arena, options->max_memory_bytes);
    ap_findings_init(&companion->findings, &companion->arena, &options->rule_settings, options->max_findings,
        options->max_per_rule);
}

void cli_companion_parse(cli_companion *companion, ap_status loaded)
{
    const ap_status status = loaded == AP_OK
                                 ? ap_input_run_guarded(&companion->input, parse_companion_guarded, companion)
                                 : loaded;
    if (status != AP_OK)
        cli_companion_set_unreadable(companion, status);
}

void cli_companion_open(
    cli_companion *companion, const ap_companion *kind, const char *path, const cli_reading_options *options)
{
    cli_companion_init(companion, kind, path, options);
    if (path != NULL)
        cli_companion_parse(companion, ap_input_load(&companion->input, path));
}

void cli_companion_set_unreadable(cli_companion *companion, ap_status status)
{
    ap_findings *findings = &companion->findings;
    companion->status = status;
    memcpy(companion->error, companion->input.error, sizeof companion->error);
    ap_input_release(
        &companion->input); /* no function that ap_input_run_guarded runs may still read the input */
    companion->use.model = NULL;
    ap_arena_reset(&companion->arena);
    ap_findings_init(
        findings, &companion->arena, findings->rule_settings, findings->max_findings, findings->max_per_rule);
}

static void sort_findings_and_make_excerpts(void *context)
{
    cli_companion *companion = context;
    ap_sort_and_locate_findings(&companion->findings, companion->input.view, true);
    companion->excerpts =
        ap_make_excerpts(&companion->findings, companion->input.view, true, &companion->arena);
}

void cli_companion_fill_report(cli_companion *companion, bool excerpts, ap_report_file *file)
{
    if (companion->status == AP_OK) {
        ap_status status =
            ap_input_run_guarded(&companion->input, sort_findings_and_make_excerpts, companion);
        if (status != AP_OK)
            cli_companion_set_unreadable(companion, status);
    }
    *file = (ap_report_file){
        .name = companion->path,
        .format = companion->use.companion->name,
        .text = true,
        .size_bytes = companion->input.view.size,
        .findings = companion->status == AP_OK ? &companion->findings : NULL,
        .excerpts = excerpts && companion->status == AP_OK ? companion->excerpts : NULL,
        .error = companion->status == AP_OK ? NULL : companion->error,
    };
}

cli_exit cli_companion_report_errors(cli_companion *companion)
{
    ap_report_file about;
    if (companion->status == AP_OK && companion->findings.counts[AP_ERROR] == 0)
        return CLI_CLEAN;
    cli_companion_fill_report(companion, false, &about);
    if (companion->status != AP_OK)
        return cli_fail(cli_exit_of_status(companion->status), companion->path, "%s", companion->error);
    cli_report_findings(stderr, companion->path, &companion->findings, true);
    return CLI_FINDINGS;
}

void cli_companion_close(cli_companion *companion)
{
    ap_input_free_memory(&companion->input);
    ap_arena_free(&companion->arena);
}

const ap_companion *cli_format_as_companion(const ap_format *format)
{
    const ap_companion *companion;
    size_t kind = 0;
    while ((companion = ap_companion_at(kind)) != NULL && strcmp(companion->name, format->name) != 0)
        kind++;
    return companion;
}

size_t cli_companion_index(const ap_companion *companion)
{
    size_t kind = 0;
    while (ap_companion_at(kind) != companion)
        kind++;
    return kind;
}

bool cli_has_companion_extension(const char *path)
{
    const ap_companion *companion;
    const size_t length = strlen(path);
    for (size_t i = 0; (companion = ap_companion_at(i)) != NULL; i++) {
        if (cli_ends_in_any_case(path, length, companion->extension))
            return true;
    }
    return false;
}
