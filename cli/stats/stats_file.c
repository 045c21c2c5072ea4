/* Measures one file: gets its figures, or its first error if it has no figures. */
#include <string.h>

#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "cli/stats/stats.h"
#include "core/files/guard.h"
#include "validators/lint_bytes.h"

static const char no_memory[] = "memory ran out (--max-memory)";

static void measure_input_unless_skipped(void *context)
{
    stats_run *run = context;
    cli_file_figures *row = &run->row;
    const ap_view input = run->input.view;
    ap_arena_reset(&run->arena);
    run->skipped = cli_file_run_decide_to_skip_file(run, input);
    if (run->skipped)
        return;
    const ap_format *format = ap_choose_format(input, row->path, run->reading->input_format);
    cli_measure_figures(row, input, format, run->reading, &run->arena);
}

cli_exit stats_measure_file(void *record, const cli_entry *entry)
{
    stats_run *run = record;
    run->reading = &entry->settings->reading;
    run->input.stream_limit_bytes = run->reading->max_input_bytes;
    run->arena.limit_bytes = run->reading->max_memory_bytes;
    run->row = (cli_file_figures){ .path = entry->path };
    ap_status status = cli_entry_load(entry, &run->input);
    if (status == AP_OK)
        status = ap_input_run_guarded(&run->input, measure_input_unless_skipped, run);
    cli_exit result = cli_report_status(entry->path, status, &run->input);
    if (status == AP_OK && run->arena.failed)
        result = cli_report_no_memory(entry->path);
    if (result != CLI_CLEAN)
        run->row.failure = (cli_figure_failure){ .message = status == AP_OK ? no_memory : run->input.error };
    if (result != CLI_CLEAN || !cli_file_run_count_and_is_skipped(&run->files, run->skipped))
        stats_add_row(run, &run->row);
    ap_input_release(&run->input);
    return result == CLI_CLEAN && !run->skipped && run->row.failure.message != NULL ? CLI_FINDINGS : result;
}

void stats_add_unreadable_path(void *record, const cli_entry *entry)
{
    stats_run *run = record;
    run->row = (cli_file_figures){ .path = entry->path, .failure.message = entry->reason };
    stats_add_row(run, &run->row);
}
