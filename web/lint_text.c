#include "web/lint_text.h"

#include <stdlib.h>

#include "core/report/output.h"
#include "validators/companion_use.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

typedef struct lint_run {
    const web_file *file;
    ap_arena arena;
    ap_policy policy;
    ap_findings findings, of_companion;
    ap_report_file told;
} lint_run;

static ap_summary summary_of(const ap_findings *findings)
{
    return (ap_summary){ .files = 1,
        .errors = findings->counts[AP_ERROR],
        .warnings = findings->counts[AP_WARNING],
        .notes = findings->counts[AP_NOTE],
        .dropped = findings->dropped,
        .skipped_checks = findings->skipped_checks };
}

/* False when memory has run out, as all that follows. */
static bool judge(lint_run *run)
{
    const web_file *file = run->file;
    ap_lint_options options = { .no_simd = file->no_simd };
    ap_companion_use use;
    ap_lint_result about = { .version = NULL };
    const ap_format *format = ap_choose_format(file->bytes, file->name, NULL);
    if (file->companion.bytes != NULL && format != NULL && format->companion != NULL) {
        if (!ap_use_companion(&use, format->companion, file->companion, &run->of_companion))
            return false;
        options.companions = &use;
    }
    ap_lint_bytes(file->bytes, file->name, format, &options, &run->findings, &about);
    const bool text = format != NULL && format->text;
    run->told = (ap_report_file){ .name = file->name,
        .format = format == NULL ? NULL : format->name,
        .version = about.version,
        .variant = about.variant,
        .text = text,
        .size_bytes = file->bytes.size,
        .findings = &run->findings };
    if (file->reporter->excerpts)
        run->told.excerpts = ap_excerpts(&run->findings, file->bytes, text, &run->arena);
    return !run->arena.failed;
}

static char *tell(const lint_run *run, size_t *size)
{
    char *text = NULL;
    const ap_reporter *reporter = run->file->reporter;
    const ap_summary summary = summary_of(&run->findings);
    ap_output output = { .reporter = reporter, .policy = &run->policy };
    output.stream = open_memstream(&text, size);
    if (output.stream == NULL)
        return NULL;
    reporter->begin(&output);
    reporter->file(&output, &run->told);
    output.files_count++;
    reporter->end(&output, &summary);
    const bool failed = ferror(output.stream) != 0;
    if (fclose(output.stream) == 0 && !failed && output.error == 0)
        return text;
    free(text);
    return NULL;
}

char *web_lint_text(const web_file *file, size_t *size)
{
    lint_run run = { .file = file };
    size_t tables;
    const ap_rule_table *table = ap_rule_tables(&tables);
    ap_arena_init(&run.arena, file->max_memory_bytes);
    ap_policy_init(&run.policy, table, tables);
    ap_findings_init(&run.findings, &run.arena, &run.policy, 0, 0);
    ap_findings_init(&run.of_companion, &run.arena, &run.policy, 0, 0);
    char *text = judge(&run) ? tell(&run, size) : NULL;
    ap_arena_free(&run.arena);
    return text;
}
