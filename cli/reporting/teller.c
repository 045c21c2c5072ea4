#include "cli/reporting/teller.h"

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
    const bool more = cli_tally_file(&teller->tally, file, result->part.fail_on);
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
    result = cli_worse(result, cli_outputs_close(&teller->outputs, cli_tally_summary(&teller->tally), whole));
    result = cli_worse(result, judge_empty(teller));
    return teller->tally.failing > 0 ? cli_worse(result, CLI_FINDINGS) : result;
}

void cli_teller_free(cli_teller *teller)
{
    cli_baselines_free(&teller->baselines);
    cli_seen_free(&teller->companions);
}
