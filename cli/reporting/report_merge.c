/* animproof report merge: the reports of a run's shards as the report of the run. */
#include "cli/options/commands.h"
#include "cli/reporting/merge.h"

typedef struct merge_run {
    cli_reporter reporter;
    cli_merge merge;
    cli_reading reading; /* what is read: the reports; and the rules of their run */
} merge_run;

static void enter_sandbox(const merge_run *run)
{
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    for (size_t i = 0; i < run->reading.path_count; i++)
        (void)cli_sandbox_read(&sandbox, run->reading.paths[i]);
    cli_reporter_enter_sandbox(&run->reporter, &sandbox);
}

static cli_exit check(const merge_run *run)
{
    const cli_reporter *reporter = &run->reporter;
    const char *made = reporter->baselines.made_path;
    if (run->reading.path_count == 0)
        return cli_usage("report merge", "no reports given");
    if (reporter->tally.fail_fast && made != NULL)
        return cli_usage(
            "report merge", "--fail-fast ends before all files are told of; --write-baseline needs them all");
    if (made != NULL && cli_is_read(&run->reading, NULL, made))
        return cli_usage(
            "report merge", "--write-baseline: '%s' is an input of this run; choose another file", made);
    return cli_tally_check("report merge", &reporter->tally, &reporter->reports);
}

static cli_exit merge_words(void *record, cli_words words)
{
    merge_run *run = record;
    run->reading.paths = words.items;
    run->reading.path_count = words.count;
    cli_exit result = check(run);
    if (result == CLI_CLEAN)
        result = cli_merge_open(&run->merge, words.items, words.count);
    if (result != CLI_CLEAN)
        return result;
    run->reading.rule_settings = run->merge.parts[0].part.rule_settings;
    run->reporter.reports.unfolded = run->merge.parts[0].part.shard.unfolded;
    result = cli_reporter_open(&run->reporter, &run->reading, NULL, NULL);
    if (result != CLI_CLEAN)
        return result;
    enter_sandbox(run);
    result = cli_merge_report(&run->merge, &run->reporter);
    if (result == CLI_CLEAN)
        return cli_reporter_close(&run->reporter, true);
    cli_outputs_discard(&run->reporter.outputs);
    return result;
}

static void prepare(void *record)
{
    merge_run *run = record;
    cli_default_reading(&run->reading);
    cli_default_reports(&run->reporter.reports, "report merge");
}

static void release(void *record)
{
    merge_run *run = record;
    cli_reporter_free(&run->reporter);
    cli_merge_free(&run->merge);
}

static const cli_option run_rows[] = {
    { .name = "allow-empty",
        CLI_FLAG(merge_run, reporter.allow_empty),
        .help = "exit 0 where nothing was checked" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .title = "Reports", .rows = cli_report_rows, .at = offsetof(merge_run, reporter.reports) },
    { .rows = cli_tally_rows, .at = offsetof(merge_run, reporter.tally) },
    { .rows = cli_baseline_rows, .at = offsetof(merge_run, reporter.baselines) },
    { .rows = run_rows },
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof report merge results/*.jsonl", "Prints what one run of lint would have printed." },
    { "animproof report merge --output sarif=lint.sarif results/*.jsonl",
        "Writes a report for a service, too." },
    { NULL, NULL },
};

static const cli_command merge = {
    .name = "report merge",
    .words = "FILE...",
    .summary = "makes the reports of a run's shards the report of the run",
    .about = "Puts the reports of all shards of a run together: those that `animproof lint --files-from "
             "SHARD --output "
             "jsonl=FILE` has written of the lists of `animproof shard`. Reports, messages and the exit code "
             "are those of "
             "one `animproof lint` over all files. A shard that is missing, cut or given twice is named.",
    .examples = examples,
    .exits = "that of the run; 2 usage, 3 a report is missing, cut, doubled or of another run, 4 internal "
             "error or "
             "limit.",
    .options = groups,
    .record_bytes = sizeof(merge_run),
    .prepare = prepare,
    .run = merge_words,
    .release = release,
    .completes = CLI_COMPLETES_FILES,
};

static const cli_command *const parts[] = { &merge, NULL };

const cli_command cli_report = {
    .name = "report",
    .words = "merge FILE...",
    .summary = "puts the reports of shards together",
    .about = "Works on reports that lint has written.",
    .subcommands = parts,
    .notes = "`animproof report COMMAND --help` tells more of each.",
};
