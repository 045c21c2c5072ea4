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
    return result;
}

bool cli_teller_file(cli_teller *teller, ap_report_file *file, const cli_telling *telling, ap_findings *list,
    ap_excerpt *excerpts)
{
    cli_exit result = telling->result;
    ap_report_part part;
    if (list != NULL && file->findings != NULL)
        cli_baselines_file(&teller->baselines, file, list, excerpts);
    if (file->findings != NULL && file->findings->arena->failed) {
        result = CLI_INTERNAL;
        file->error = "memory ran out while it was checked (--max-memory): more may be wrong with it";
        file->excerpts = NULL;
    }
    if (file->part != NULL) {
        part = *file->part;
        part.result = result;
        part.fail_on = telling->fail_on;
        file->part = &part;
    }
    if (file->error != NULL)
        cli_error_about(file->name, "%s", file->error);
    teller->result = cli_worse(teller->result, result);
    const bool more = cli_tally_file(&teller->tally, file, telling->fail_on);
    teller->go_on = cli_outputs_file(&teller->outputs, file) && more;
    file->part = NULL;
    return teller->go_on;
}

bool cli_teller_skipped(cli_teller *teller, const ap_report_skipped *skipped)
{
    teller->tally.summary.skipped++;
    teller->go_on = cli_outputs_skipped(&teller->outputs, skipped);
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
