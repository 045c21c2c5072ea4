/* Implements the command report merge: merges the reports of all shards into the report of the run. */
#include "cli/config/configs.h"
#include "cli/options/commands.h"
#include "cli/reporting/merge.h"

typedef struct merge_run {
    cli_reporter reporter;
    cli_shard_merge merge;
    cli_reading_options reading; /* the reports as input paths, and the rule settings of the run */
    cli_config_choice config;
    cli_settings_layer asked; /* empty */
    cli_configs *configs;
} merge_run;

/* Reads the configuration of the working folder for the texts of the rules that it defines. Ignores errors in the configuration,
   because reports can be merged without the texts. */
static cli_exit read_own_rules(merge_run *run)
{
    const cli_exit result = cli_configs_open(&run->configs, "report merge", &run->config, &run->asked);
    if (result == CLI_CLEAN)
        (void)cli_configs_settings_of_run(run->configs);
    return result;
}

static void enter_sandbox(const merge_run *run)
{
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    for (size_t i = 0; i < run->reading.path_count; i++)
        (void)cli_sandbox_allow_read_and_is_new(&sandbox, run->reading.paths[i]);
    cli_reporter_enter_sandbox(&run->reporter, &sandbox);
}

static cli_exit check_merge_arguments(const merge_run *run)
{
    const cli_reporter *reporter = &run->reporter;
    const char *made = reporter->baselines.new_path;
    if (run->reading.path_count == 0)
        return cli_usage_error("report merge", "no reports given");
    if (reporter->tally.fail_fast && made != NULL)
        return cli_usage_error(
            "report merge", "--fail-fast cannot be used with --write-baseline, which needs every file");
    if (made != NULL && cli_is_input_path(&run->reading, NULL, made))
        return cli_usage_error(
            "report merge", "--write-baseline: '%s' is an input of this run; choose another file", made);
    return cli_check_statistics_option("report merge", &reporter->tally, &reporter->reports);
}

static cli_exit run_merge(void *record, cli_operands words)
{
    merge_run *run = record;
    run->reading.paths = words.items;
    run->reading.path_count = words.count;
    cli_exit result = check_merge_arguments(run);
    if (result == CLI_CLEAN)
        result = read_own_rules(run);
    if (result == CLI_CLEAN)
        result =
            cli_shard_merge_open(&run->merge, words.items, words.count, cli_configs_own_rules(run->configs));
    if (result != CLI_CLEAN)
        return result;
    run->reading.rule_settings = run->merge.shards[0].report.rule_settings;
    run->reporter.reports.unfolded = run->merge.shards[0].report.shard.unfolded;
    result = cli_reporter_open(&run->reporter, &run->reading, NULL, NULL);
    if (result != CLI_CLEAN)
        return result;
    enter_sandbox(run);
    result = cli_shard_merge_report_all(&run->merge, &run->reporter);
    if (result == CLI_CLEAN)
        return cli_reporter_close(&run->reporter, true);
    cli_outputs_discard(&run->reporter.outputs);
    return result;
}

static void set_defaults(void *record)
{
    merge_run *run = record;
    cli_reading_set_defaults(&run->reading);
    cli_layer_set_defaults(&run->asked);
    cli_reports_set_defaults(&run->reporter.reports, "report merge");
}

static void free_merge_run(void *record)
{
    merge_run *run = record;
    cli_reporter_free(&run->reporter);
    cli_shard_merge_free(&run->merge);
    cli_layer_free(&run->asked);
    cli_configs_free(run->configs);
}

static const cli_option run_rows[] = {
    { .name = "allow-empty",
        CLI_FLAG(merge_run, reporter.allow_empty),
        .help = "exit 0 if no file was checked" },
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
    { "animproof report merge results/*.jsonl", "Prints what a single run of lint would have printed." },
    { "animproof report merge --output sarif=lint.sarif results/*.jsonl",
        "Also writes a report for a code scanning service." },
    { NULL, NULL },
};

static const cli_command merge = {
    .name = "report merge",
    .words = "FILE...",
    .summary = "merges the reports of all shards into the report of the run",
    .about =
        "Merges the reports that `animproof lint --files-from SHARD --output jsonl=FILE` has written for "
        "the lists of `animproof shard`. Reports, messages and the exit code are those of one "
        "`animproof lint` over all files. Missing, incomplete and repeated shards are named.",
    .examples = examples,
    .exits = "0 clean and 1 findings, as lint exits; 2 usage, 3 a report is missing, incomplete, repeated or "
             "of another run, 4 "
             "internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(merge_run),
    .prepare = set_defaults,
    .run = run_merge,
    .release = free_merge_run,
    .completes = CLI_COMPLETES_FILES,
};

static const cli_command *const parts[] = { &merge, NULL };

const cli_command cli_report = {
    .name = "report",
    .words = "merge FILE...",
    .summary = "merges the reports of shards",
    .about = "Works on reports written by lint.",
    .subcommands = parts,
    .notes = "`animproof report COMMAND --help` explains each command.",
};
