#include "cli/reporting/reporter.h"

#include <stdio.h>

#include "cli/shared/same_file.h"

/* Functions that fill in a result */

void cli_result_init_from_entry(cli_result *result, const cli_entry *entry)
{
    *result = (cli_result){ .file = { .name = entry->path }, .part = { .entry = entry->number } };
    if (entry->kind == CLI_ENTRY_UNREADABLE) {
        cli_result_copy_error(result, entry->result, entry->reason);
    } else if (!cli_entry_has_bytes(entry)) {
        result->kind = entry->kind == CLI_ENTRY_STOP ? CLI_RESULT_STOP : CLI_RESULT_SKIPPED;
        result->reason = entry->reason;
        result->part.result = entry->result;
    }
}

void cli_result_copy_error(cli_result *result, cli_exit code, const char *why)
{
    result->kind = CLI_RESULT_FILE;
    result->part.result = code;
    result->file.error = result->text;
    snprintf(result->text, sizeof result->text, "%s", why);
}

void cli_result_set_findings(cli_result *result, ap_findings *findings, ap_excerpt *excerpts)
{
    result->file.findings = result->findings = findings;
    result->file.excerpts = result->excerpts = excerpts;
}

/* Functions that count findings */

const cli_option cli_tally_rows[] = {
    { .name = "statistics",
        CLI_FLAG(cli_run_tally, wants_statistics),
        .help = "print the number of findings per rule at the end" },
    { .name = "fail-fast",
        CLI_FLAG(cli_run_tally, fail_fast),
        .help = "stop after the first file with a finding at its --fail-on level" },
    { .name = NULL },
};

cli_exit cli_check_statistics_option(
    const char *command, const cli_run_tally *tally, const cli_report_options *reports)
{
    bool supported = false;
    for (size_t i = 0; i < reports->wanted_count; i++)
        supported = supported || reports->wanted[i].reporter->statistics;
    if (tally->wants_statistics && !supported)
        return cli_usage_error(command, "--statistics needs a human, concise, json or jsonl report");
    return CLI_CLEAN;
}

/* Returns the number of findings that fail the run: findings with at least the severity `fail_on`. */
static size_t count_failing_findings(const ap_findings *findings, ap_severity fail_on)
{
    size_t failing = 0;
    if (findings == NULL || fail_on == AP_OFF)
        return 0;
    for (size_t level = fail_on; level <= AP_ERROR; level++)
        failing += findings->counts[level];
    return failing;
}

/* Adds the file to the counts. Returns false if --fail-fast ends the run. */
static bool count_file_and_passes_fail_fast(
    cli_run_tally *tally, const ap_report_file *file, ap_severity fail_on)
{
    ap_summary_add(&tally->summary, file);
    tally->failing += count_failing_findings(file->findings, fail_on);
    if (tally->wants_statistics && file->findings != NULL)
        ap_statistics_add_findings(&tally->statistics, file->findings);
    tally->summary.ended_early = tally->fail_fast && tally->failing > 0;
    return !tally->summary.ended_early;
}

static const ap_summary *summary_of_tally(cli_run_tally *tally)
{
    tally->summary.statistics = tally->wants_statistics ? &tally->statistics : NULL;
    return &tally->summary;
}

/* Functions that write to all reports */

/* Reports the file in all reports. Returns false if no report can be written any longer. */
static bool put_file_in_reports(cli_outputs *outputs, const ap_report_file *file)
{
    bool alive = false;
    for (size_t i = 0; i < outputs->count; i++) {
        ap_output *output = &outputs->items[i];
        if (output->error != 0)
            continue;
        if (output->file.path != NULL
            && cli_is_same_file(
                output->file.path, file->name)) /* the file to check may be the report itself */
            outputs->replaces[i] = true;
        output->reporter->file(output, file);
        output->files_count++;
        alive = alive || output->error == 0;
    }
    return alive;
}

/* Reports the skipped file in all reports. Returns false if no report can be written any longer. */
static bool put_skipped_file_in_reports(cli_outputs *outputs, const ap_report_skipped *skipped)
{
    bool alive = false;
    for (size_t i = 0; i < outputs->count; i++) {
        ap_output *output = &outputs->items[i];
        if (output->error == 0)
            ap_report_put_skipped_file(output, skipped);
        alive = alive || output->error == 0;
    }
    return alive;
}

/* Reports a finding of the baseline that no longer exists. `context` is a cli_outputs. */
static void put_absent_finding_in_reports(void *context, const ap_report_absent_finding *absent)
{
    cli_outputs *outputs = context;
    for (size_t i = 0; i < outputs->count; i++) {
        ap_output *output = &outputs->items[i];
        if (output->error == 0 && output->reporter->absent != NULL)
            output->reporter->absent(output, absent);
    }
}

/* Functions of a run */

cli_exit cli_reporter_open(cli_reporter *reporter, const cli_reading_options *reading, const char *list,
    const ap_report_shard *shard)
{
    cli_held_skips_init(&reporter->held_skips);
    cli_exit result = cli_baselines_open(&reporter->baselines);
    if (result == CLI_CLEAN)
        result = cli_outputs_open(&reporter->outputs, &reporter->reports, reading, list, shard);
    for (size_t i = 0; i < reporter->outputs.count; i++)
        reporter->outputs.items[i].baseline = reporter->baselines.known_path != NULL;
    reporter->go_on = result == CLI_CLEAN;
    reporter->is_shard = shard != NULL;
    return result;
}

void cli_reporter_enter_sandbox(const cli_reporter *reporter, cli_sandbox *sandbox)
{
    const cli_report_options *reports = &reporter->reports;
    for (size_t i = 0; i < reports->wanted_count; i++) {
        if (reports->wanted[i].path != NULL)
            cli_sandbox_allow_write_in_folder_of(sandbox, reports->wanted[i].path);
    }
    cli_baselines_allow_files(&reporter->baselines, sandbox);
    const char *holds = cli_sandbox_enter_and_describe(sandbox);
    if (reports->verbose)
        cli_error("%s", holds);
}

static void report_no_memory_for_companion(cli_reporter *reporter, const char *what)
{
    cli_error("no memory to remember a companion: it may be reported %s", what);
    reporter->result = cli_worse_exit_by_rank(reporter->result, CLI_INTERNAL);
}

void cli_reporter_add_checked_companion(cli_reporter *reporter, const char *path)
{
    if (!reporter->is_shard && !cli_add_checked_companion(&reporter->held_skips, path))
        report_no_memory_for_companion(reporter, "as skipped");
}

static bool report_file_and_go_on(cli_reporter *reporter, cli_result *result)
{
    ap_report_file *file = &result->file;
    cli_reporter_add_checked_companion(reporter, file->companion);
    cli_reporter_add_checked_companion(reporter, result->part.sidecar);
    if (result->findings != NULL)
        cli_baselines_add_all_and_move_known(&reporter->baselines, file, result->findings, result->excerpts);
    if (file->findings != NULL && file->findings->arena->failed) {
        result->part.result = CLI_INTERNAL;
        file->error = "memory ran out during the check (--max-memory): findings may be missing";
        file->excerpts = NULL;
    }
    if (file->error != NULL)
        cli_error_about(file->name, "%s", file->error);
    reporter->result = cli_worse_exit_by_rank(reporter->result, (cli_exit)result->part.result);
    file->notes_fail = result->part.fail_on == AP_NOTE;
    const bool more = count_file_and_passes_fail_fast(&reporter->tally, file, result->part.fail_on);
    return put_file_in_reports(&reporter->outputs, file) && more;
}

static bool report_skipped_and_go_on(cli_reporter *reporter, const cli_result *result)
{
    const ap_report_skipped skipped = { result->file.name, result->reason, result->file.shard_entry };
    if (!reporter->is_shard && cli_has_only_companion_extension(skipped.name)) {
        if (cli_held_skips_add(&reporter->held_skips, &skipped))
            return true;
        report_no_memory_for_companion(reporter, "as skipped");
    }
    reporter->tally.summary.skipped++;
    return put_skipped_file_in_reports(&reporter->outputs, &skipped);
}

static void report_held_skips(cli_reporter *reporter)
{
    const ap_report_skipped *skipped;
    for (size_t at = 0; (skipped = cli_next_held_skip(&reporter->held_skips, &at)) != NULL;) {
        reporter->tally.summary.skipped++;
        (void)put_skipped_file_in_reports(&reporter->outputs, skipped);
    }
}

static void report_reason_and_stop(cli_reporter *reporter, const cli_result *result)
{
    cli_error("%s", result->reason);
    reporter->result = cli_worse_exit_by_rank(reporter->result, (cli_exit)result->part.result);
    reporter->go_on = false;
}

bool cli_reporter_add_result_and_go_on(cli_reporter *reporter, cli_result *result)
{
    result->file.shard_entry = reporter->is_shard ? &result->part : NULL;
    if (result->kind == CLI_RESULT_FILE)
        reporter->go_on = report_file_and_go_on(reporter, result);
    else if (result->kind == CLI_RESULT_SKIPPED)
        reporter->go_on = report_skipped_and_go_on(reporter, result);
    else if (result->kind == CLI_RESULT_STOP)
        report_reason_and_stop(reporter, result);
    return reporter->go_on;
}

bool cli_reporter_is_new_companion(cli_reporter *reporter, uint64_t device, uint64_t inode)
{
    const struct stat about = { .st_dev = device, .st_ino = inode };
    if (inode == 0)
        return true;
    if (cli_seen_files_has(&reporter->companions, &about))
        return false;
    if (!cli_seen_files_add(&reporter->companions, &about))
        report_no_memory_for_companion(reporter, "twice");
    return true;
}

/* Returns CLI_UNREADABLE, after a message, if the run checked no file: it would otherwise look like a successful run. */
static cli_exit report_empty_run(const cli_reporter *reporter)
{
    const ap_summary *summary = &reporter->tally.summary;
    if (summary->files > 0 || reporter->allow_empty || !reporter->go_on)
        return CLI_CLEAN;
    if (summary->skipped == 0)
        cli_error("nothing to check: no file was found (--allow-empty accepts that)");
    else
        cli_error("nothing to check: %zu %s skipped (--verbose says why, --allow-empty accepts that)",
            summary->skipped, summary->skipped == 1 ? "file was" : "files were");
    return CLI_UNREADABLE;
}

cli_exit cli_reporter_close(cli_reporter *reporter, bool complete)
{
    report_held_skips(reporter);
    cli_exit result = reporter->result;
    reporter->tally.summary.shard_is_complete = complete;
    reporter->tally.summary.fixed = cli_baseline_report_fixed(
        &reporter->baselines.known, put_absent_finding_in_reports, &reporter->outputs);
    result = cli_worse_exit_by_rank(
        result, cli_baselines_write_new(&reporter->baselines, result < CLI_UNREADABLE));
    result = cli_worse_exit_by_rank(
        result, cli_outputs_close(&reporter->outputs, summary_of_tally(&reporter->tally), complete));
    result = cli_worse_exit_by_rank(result, report_empty_run(reporter));
    return reporter->tally.failing > 0 ? cli_worse_exit_by_rank(result, CLI_FINDINGS) : result;
}

void cli_reporter_free(cli_reporter *reporter)
{
    cli_baselines_free(&reporter->baselines);
    cli_seen_files_free(&reporter->companions);
    cli_held_skips_free(&reporter->held_skips);
}
