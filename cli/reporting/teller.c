#include "cli/reporting/teller.h"

#include <stdio.h>

/* Results */

void cli_result_begin(cli_result *result, const cli_entry *entry)
{
    *result = (cli_result){ .file = { .name = entry->path }, .part = { .at = entry->number } };
    if (entry->kind == CLI_ENTRY_UNREADABLE) {
        cli_result_fail(result, entry->result, entry->reason);
    } else if (!cli_entry_is_read(entry)) {
        result->kind = entry->kind == CLI_ENTRY_STOP ? CLI_RESULT_STOP : CLI_RESULT_SKIPPED;
        result->reason = entry->reason;
        result->part.result = entry->result;
    }
}

void cli_result_fail(cli_result *result, cli_exit code, const char *why)
{
    result->kind = CLI_RESULT_FILE;
    result->part.result = code;
    result->file.error = result->text;
    snprintf(result->text, sizeof result->text, "%s", why);
}

void cli_result_has(cli_result *result, ap_findings *findings, ap_excerpt *excerpts)
{
    result->file.findings = result->findings = findings;
    result->file.excerpts = result->excerpts = excerpts;
}

/* Counts */

const cli_option cli_tally_rows[] = {
    { .name = "statistics",
        CLI_FLAG(cli_tally, wants_statistics),
        .help = "at the end, how many findings of each rule there are" },
    { .name = "fail-fast",
        CLI_FLAG(cli_tally, fail_fast),
        .help = "end with the first file that has a finding at its --fail-on level" },
    { .name = NULL },
};

cli_exit cli_tally_check(const char *command, const cli_tally *tally, const cli_report_options *reports)
{
    bool place = false;
    for (size_t i = 0; i < reports->wanted_count; i++)
        place = place || reports->wanted[i].reporter->statistics;
    if (tally->wants_statistics && !place)
        return cli_usage(command, "--statistics: no report of this run has a place for them (human, concise, "
                                  "json and jsonl have)");
    return CLI_CLEAN;
}

/* Findings that make the run fail, of a file with that level. */
static size_t count_failing(const ap_findings *findings, ap_severity fail_on)
{
    size_t failing = 0;
    if (findings == NULL || fail_on == AP_OFF)
        return 0;
    for (size_t level = fail_on; level <= AP_ERROR; level++)
        failing += findings->counts[level];
    return failing;
}

static bool count_file(cli_tally *tally, const ap_report_file *file, ap_severity fail_on)
{
    ap_summary_add(&tally->summary, file);
    tally->failing += count_failing(file->findings, fail_on);
    if (tally->wants_statistics && file->findings != NULL)
        ap_statistics_add(&tally->statistics, file->findings);
    tally->summary.ended_early = tally->fail_fast && tally->failing > 0;
    return !tally->summary.ended_early;
}

static const ap_summary *summary_of(cli_tally *tally)
{
    tally->summary.statistics = tally->wants_statistics ? &tally->statistics : NULL;
    return &tally->summary;
}

/* A run */

cli_exit cli_teller_open(
    cli_teller *teller, const cli_reading *reading, const char *list, const ap_report_shard *shard)
{
    cli_exit result = cli_baselines_open(&teller->baselines);
    if (result == CLI_CLEAN)
        result = cli_outputs_open(&teller->outputs, &teller->reports, reading, list, shard);
    for (size_t i = 0; i < teller->outputs.count; i++)
        teller->outputs.items[i].baseline = teller->baselines.known_path != NULL;
    teller->go_on = result == CLI_CLEAN;
    teller->is_part = shard != NULL;
    return result;
}

void cli_teller_enter_sandbox(const cli_teller *teller, cli_sandbox *sandbox)
{
    const cli_report_options *reports = &teller->reports;
    for (size_t i = 0; i < reports->wanted_count; i++) {
        if (reports->wanted[i].path != NULL)
            cli_sandbox_write_beside(sandbox, reports->wanted[i].path);
    }
    cli_baselines_allow(&teller->baselines, sandbox);
    const char *holds = cli_sandbox_enter(sandbox);
    if (reports->verbose)
        cli_error("%s", holds);
}

static bool report_file(cli_teller *teller, cli_result *result)
{
    ap_report_file *file = &result->file;
    if (result->findings != NULL)
        cli_baselines_file(&teller->baselines, file, result->findings, result->excerpts);
    if (file->findings != NULL && file->findings->arena->failed) {
        result->part.result = CLI_INTERNAL;
        file->error = "memory ran out while it was checked (--max-memory): more may be wrong with it";
        file->excerpts = NULL;
    }
    if (file->error != NULL)
        cli_error_about(file->name, "%s", file->error);
    teller->result = cli_worse(teller->result, (cli_exit)result->part.result);
    const bool more = count_file(&teller->tally, file, result->part.fail_on);
    return cli_outputs_file(&teller->outputs, file) && more;
}

static bool report_skipped(cli_teller *teller, const cli_result *result)
{
    const ap_report_skipped skipped = { result->file.name, result->reason, result->file.part };
    teller->tally.summary.skipped++;
    return cli_outputs_skipped(&teller->outputs, &skipped);
}

static bool report_stop(cli_teller *teller, const cli_result *result)
{
    cli_error("%s", result->reason);
    teller->result = cli_worse(teller->result, (cli_exit)result->part.result);
    return false;
}

bool cli_teller_result(cli_teller *teller, cli_result *result)
{
    result->file.part = teller->is_part ? &result->part : NULL;
    if (result->kind == CLI_RESULT_FILE)
        teller->go_on = report_file(teller, result);
    else if (result->kind == CLI_RESULT_SKIPPED)
        teller->go_on = report_skipped(teller, result);
    else if (result->kind == CLI_RESULT_STOP)
        teller->go_on = report_stop(teller, result);
    return teller->go_on;
}

bool cli_teller_is_new(cli_teller *teller, uint64_t device, uint64_t inode)
{
    const struct stat about = { .st_dev = device, .st_ino = inode };
    if (inode == 0)
        return true;
    if (cli_seen_has(&teller->companions, &about))
        return false;
    if (!cli_seen_add(&teller->companions, &about)) {
        cli_error("no memory to remember a companion: it may be told of twice");
        teller->result = cli_worse(teller->result, CLI_INTERNAL);
    }
    return true;
}

/* A run that checked nothing looks like one in which all was well. */
static cli_exit judge_empty(const cli_teller *teller)
{
    const ap_summary *summary = &teller->tally.summary;
    if (summary->files > 0 || teller->allow_empty || !teller->go_on)
        return CLI_CLEAN;
    if (summary->skipped == 0)
        cli_error("nothing to check: no file was found (--allow-empty accepts that)");
    else
        cli_error("nothing to check: %zu %s skipped (--verbose says why, --allow-empty accepts that)",
            summary->skipped, summary->skipped == 1 ? "file was" : "files were");
    return CLI_UNREADABLE;
}

cli_exit cli_teller_close(cli_teller *teller, bool whole)
{
    cli_exit result = teller->result;
    teller->tally.summary.part_is_whole = whole;
    teller->tally.summary.fixed =
        cli_baseline_fixed(&teller->baselines.known, cli_outputs_absent, &teller->outputs);
    result = cli_worse(result, cli_baselines_close(&teller->baselines, result < CLI_UNREADABLE));
    result = cli_worse(result, cli_outputs_close(&teller->outputs, summary_of(&teller->tally), whole));
    result = cli_worse(result, judge_empty(teller));
    return teller->tally.failing > 0 ? cli_worse(result, CLI_FINDINGS) : result;
}

void cli_teller_free(cli_teller *teller)
{
    cli_baselines_free(&teller->baselines);
    cli_seen_free(&teller->companions);
}
