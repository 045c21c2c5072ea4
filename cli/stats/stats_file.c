/* Measures one file: its figures, or the first error if it has none. */
#include <math.h>
#include <string.h>

#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "cli/stats/stats.h"
#include "core/files/guard.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

static const char no_memory[] = "memory ran out (--max-memory)";

/* Finds the first error of a file that could not be measured. */
static void find_error(stats_run *run, stats_failure *failure)
{
    ap_findings findings;
    ap_lint_result about;
    ap_lint_options lint = run->reading->lint;
    lint.no_suppression = true;
    ap_findings_init(&findings, &run->arena, NULL, run->reading->max_findings, run->reading->max_per_rule);
    (void)ap_lint_bytes(run->input.view, run->row.path, run->reading->input_format, &lint, &findings, &about);
    *failure = (stats_failure){ .message = "the file cannot be measured" };
    for (const ap_finding *finding = findings.first; finding != NULL; finding = finding->next) {
        if (finding->severity != AP_ERROR)
            continue;
        *failure = (stats_failure){ finding->message, finding->rule->id, finding->span.offset, finding->line,
            finding->column };
        return;
    }
}

static size_t index_of_format(const ap_format *format)
{
    size_t count, i = 0;
    const ap_format *const *formats = ap_formats(&count);
    while (i < count && formats[i] != format)
        i++;
    return i;
}

static void measure_input(void *context)
{
    stats_run *run = context;
    stats_row *row = &run->row;
    const ap_view input = run->input.view;
    ap_arena_reset(&run->arena);
    run->skipped = cli_file_run_skips(run, input);
    if (run->skipped)
        return;
    row->failure = (stats_failure){ .message = NULL };
    row->format = ap_choose_format(input, row->path, run->reading->input_format);
    row->format_index = index_of_format(row->format);
    const ap_figure_table *figures = stats_figures(row->format);
    const ap_facts *facts =
        figures->count == 0 ? NULL : figures->measure(input, &run->reading->lint, &run->arena);
    for (size_t i = 0; i < figures->count; i++)
        row->values[i] = facts == NULL ? (double)NAN : figures->rows[i].value(facts);
    if (facts == NULL && !run->arena.failed)
        find_error(run, &row->failure);
}

static void begin_row(stats_run *run, const char *path)
{
    run->row = (stats_row){ .path = path, .format_index = index_of_format(NULL) };
}

cli_exit stats_measure_file(void *record, const cli_entry *entry)
{
    stats_run *run = record;
    run->reading = &entry->settings->reading;
    run->input.stream_limit_bytes = run->reading->max_input_bytes;
    run->arena.limit_bytes = run->reading->max_memory_bytes;
    begin_row(run, entry->path);
    ap_status status = cli_entry_load(entry, &run->input);
    if (status == AP_OK)
        status = ap_input_run_guarded(&run->input, measure_input, run);
    cli_exit result = cli_report_status(entry->path, status, &run->input);
    if (status == AP_OK && run->arena.failed)
        result = cli_report_no_memory(entry->path);
    if (result != CLI_CLEAN)
        run->row.failure = (stats_failure){ .message = status == AP_OK ? no_memory : run->input.error };
    if (result != CLI_CLEAN || !cli_file_run_count_file(&run->files, run->skipped))
        stats_add_row(run, &run->row);
    ap_input_release(&run->input);
    return result == CLI_CLEAN && !run->skipped && run->row.failure.message != NULL ? CLI_FINDINGS : result;
}

void stats_add_unread(void *record, const cli_entry *entry)
{
    stats_run *run = record;
    begin_row(run, entry->path);
    run->row.failure.message = entry->reason;
    stats_add_row(run, &run->row);
}
