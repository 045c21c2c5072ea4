#include "web/lint_text.h"

#include <stdlib.h>

#include "core/files/text_stream.h"
#include "core/report/output.h"
#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/recognize.h"
#include "validators/registry.h"

typedef struct lint_state {
    const web_lint_request *request;
    ap_arena arena;
    ap_rule_settings rule_settings;
    ap_findings findings, companion_findings;
    ap_report_file reported, reported_companion;
    bool reports_companion;
} lint_state;

static ap_summary make_summary(const lint_state *run)
{
    ap_summary summary = { .files = 0 };
    ap_summary_add(&summary, &run->reported);
    if (run->reports_companion)
        ap_summary_add(&summary, &run->reported_companion);
    return summary;
}

/* Returns true if lint also checks the companion as a file of its own. */
static bool is_companion_linted_too(const web_set_file *file)
{
    return file->companion_name != NULL && ap_is_extension_of_one_format(file->companion_name);
}

/* Parses the companion. Returns false when out of memory. If lint also checks the companion as a file of its own, drops the
   findings that need only the companion, because that check reports them. */
static bool parse_companion(lint_state *run, const ap_companion *companion, ap_companion_use *use)
{
    const web_set_file *file = &run->request->file;
    if (!ap_parse_companion_for_use(use, companion, file->companion, &run->companion_findings))
        return false;
    if (is_companion_linted_too(file))
        ap_findings_clear(&run->companion_findings);
    return true;
}

static void prepare_companion_report(lint_state *run, const ap_companion *companion)
{
    const web_set_file *file = &run->request->file;
    ap_findings *findings = &run->companion_findings;
    run->reports_companion =
        file->companion_name != NULL && (!is_companion_linted_too(file) || findings->reported > 0);
    ap_sort_and_locate_findings(findings, file->companion, true);
    run->reported_companion = (ap_report_file){ .name = file->companion_name,
        .format = companion->name,
        .text = true,
        .size_bytes = file->companion.size,
        .findings = findings };
    if (run->request->reporter->excerpts)
        run->reported_companion.excerpts = ap_make_excerpts(findings, file->companion, true, &run->arena);
}

/* Lints the file with its companion. Returns false when out of memory. */
static bool run_lint(lint_state *run)
{
    const web_set_file *file = &run->request->file;
    ap_lint_options options = { .no_simd = run->request->no_simd };
    ap_companion_use use;
    ap_lint_result about = { .version = NULL };
    const ap_format *format = file->format;
    const bool paired = file->companion.bytes != NULL && format != NULL && format->companion != NULL;
    if (paired && !parse_companion(run, format->companion, &use))
        return false;
    options.companions = paired ? &use : NULL;
    ap_lint_as(format, file->bytes, &options, &run->findings, &about);
    const bool text = format != NULL && format->text;
    run->reported = (ap_report_file){ .name = file->name,
        .format = format == NULL ? NULL : format->name,
        .version = about.version,
        .variant = about.variant,
        .text = text,
        .size_bytes = file->bytes.size,
        .companion = paired ? file->companion_name : NULL,
        .findings = &run->findings };
    if (run->request->reporter->excerpts)
        run->reported.excerpts = ap_make_excerpts(&run->findings, file->bytes, text, &run->arena);
    if (paired)
        prepare_companion_report(run, format->companion);
    return !run->arena.failed;
}

static char *make_report_text(const lint_state *run, size_t *size)
{
    char *text = NULL;
    const ap_reporter *reporter = run->request->reporter;
    const ap_summary summary = make_summary(run);
    ap_output output = { .reporter = reporter, .rule_settings = &run->rule_settings };
    output.stream = ap_open_text_stream(&text, size);
    if (output.stream == NULL)
        return NULL;
    ap_report_begin(&output);
    reporter->file(&output, &run->reported);
    output.files_count++;
    if (run->reports_companion) {
        reporter->file(&output, &run->reported_companion);
        output.files_count++;
    }
    ap_report_end(&output, &summary);
    if (ap_close_text_stream(output.stream, &text) && output.error == 0)
        return text;
    free(text);
    return NULL;
}

char *web_lint_text(const web_lint_request *request, size_t *size)
{
    lint_state run = { .request = request };
    ap_arena_init(&run.arena, 0);
    ap_rule_settings_init_all(&run.rule_settings);
    ap_findings_init(
        &run.findings, &run.arena, &run.rule_settings, request->max_findings, request->max_per_rule);
    ap_findings_init(&run.companion_findings, &run.arena, &run.rule_settings, request->max_findings,
        request->max_per_rule);
    char *text = run_lint(&run) ? make_report_text(&run, size) : NULL;
    ap_arena_free(&run.arena);
    return text;
}
