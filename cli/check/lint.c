/* Implements the command lint: its options, the checks of the options, and what is opened before files are searched. */
#include <stdlib.h>
#include <string.h>

#include "cli/check/lint_run.h"
#include "cli/files/watch.h"
#include "cli/options/commands.h"
#include "cli/shared/open_text.h"

/* Sets forms[F] for each form F in which a report of the run shows changes since a revision (--against). Returns false if
   no report shows changes. */
static bool list_change_forms(const cli_report_options *reports, bool forms[AP_CHANGES_FORMS])
{
    bool any = false;
    for (size_t i = 0; i < reports->wanted_count; i++) {
        const ap_changes_form form = reports->wanted[i].reporter->changes;
        forms[form] = form != AP_CHANGES_NONE;
        any = any || forms[form];
    }
    return any;
}

static cli_exit check_against_conflicts(const lint_run *run, bool of_stdin)
{
    bool forms[AP_CHANGES_FORMS] = { false };
    if (of_stdin || run->finder.list.name != NULL)
        return cli_usage_error("lint",
            "--against cannot be used with standard input or --files-from: it needs files or directories");
    if (run->watch || run->reporter.tally.fail_fast)
        return cli_usage_error(
            "lint", "--against cannot be used with %s", run->watch ? "--watch" : "--fail-fast");
    if (!list_change_forms(&run->reporter.reports, forms))
        return cli_usage_error("lint", "--against: no report of this run shows changes; human, concise, "
                                       "github, markdown, json, jsonl and sarif do");
    return CLI_CLEAN;
}

static cli_exit check_lint_arguments(const lint_run *run)
{
    const cli_reading_options *reading = &run->options.reading;
    size_t of_stdin = run->finder.list.name != NULL && strcmp(run->finder.list.name, "-") == 0 ? 1 : 0;
    for (size_t i = 0; i < reading->path_count; i++)
        of_stdin += strcmp(reading->paths[i], "-") == 0;
    if (run->changed.revision != NULL && (of_stdin > 0 || run->finder.list.name != NULL))
        return cli_usage_error("lint",
            "--changed cannot be used with standard input or --files-from: it needs files or directories");
    if (run->watch
        && (of_stdin > 0 || run->finder.list.name != NULL || run->changed.revision != NULL
            || reading->path_count == 0 || run->reporter.baselines.new_path != NULL))
        return cli_usage_error("lint", "--watch cannot be used with standard input, --files-from, --changed "
                                       "or --write-baseline: it needs files or directories");
    if (run->against.revision != NULL) {
        const cli_exit result = check_against_conflicts(run, of_stdin > 0);
        if (result != CLI_CLEAN)
            return result;
    }
    if (run->reporter.tally.fail_fast && (run->watch || run->reporter.baselines.new_path != NULL))
        return cli_usage_error("lint", "--fail-fast cannot be used with %s, which needs every file",
            run->watch ? "--watch" : "--write-baseline");
    if (reading->path_count == 0 && run->finder.list.name == NULL && run->changed.revision == NULL
        && cli_count_given_companions(reading) == 0)
        return cli_usage_error("lint", "no files given");
    if (run->reporter.baselines.new_path != NULL
        && cli_is_input_path(reading, run->finder.list.name, run->reporter.baselines.new_path))
        return cli_usage_error("lint", "--write-baseline: '%s' is an input of this run; choose another file",
            run->reporter.baselines.new_path);
    return cli_check_statistics_option("lint", &run->reporter.tally, &run->reporter.reports);
}

/* Reports a usage error if --engines is given and no report of the run shows its answers. */
static cli_exit check_some_report_shows_engines(const lint_run *run)
{
    const cli_report_options *reports = &run->reporter.reports;
    bool shown = false;
    for (size_t i = 0; i < reports->wanted_count; i++)
        shown = shown || reports->wanted[i].reporter->answers;
    return !run->engines || shown ? CLI_CLEAN
                                  : cli_usage_error("lint",
                                      "--engines needs a human, json or jsonl report; animproof engines has "
                                      "tables of Markdown and HTML");
}

/* Checks the list of paths that the options name. If the list is a shard of a run, refuses options that need the
   results of all shards: `animproof report merge` has these options. */
static cli_exit read_shard_list_and_refuse_merge_options(lint_run *run, cli_operands words)
{
    const char *name = run->finder.list.name;
    const cli_exit result = cli_check_path_list_and_read_shard(&run->finder, "lint", words);
    if (result != CLI_CLEAN || run->finder.shard.count == 0)
        return result;
    run->reporter.allow_empty = true;
    if (cli_count_given_companions(&run->options.reading) > 0)
        return cli_usage_error(
            "lint", "'%s' is the list of a shard: no other path can be given with it", name);
    if (run->reporter.baselines.known_path != NULL || run->reporter.baselines.new_path != NULL
        || run->reporter.tally.fail_fast || run->reporter.tally.wants_statistics)
        return cli_usage_error("lint",
            "'%s' is the list of a shard: give --baseline, --write-baseline, --fail-fast and --statistics to "
            "report merge",
            name);
    return CLI_CLEAN;
}

/* Chooses the files of the run. git runs before any report is opened. With --watch, this function returns in a new
   process for each batch of changed files, and in the first process after the watch has ended. */
static cli_exit choose_files_or_watch_and_fork_runs(lint_run *run)
{
    cli_reading_options *reading = &run->options.reading;
    bool forms[AP_CHANGES_FORMS] = { false };
    if (run->against.revision != NULL && list_change_forms(&run->reporter.reports, forms)) {
        const cli_exit result =
            cli_revision_diff_open(&run->against, reading->paths, reading->path_count, forms);
        if (result != CLI_CLEAN)
            return result;
    }
    if (run->changed.revision != NULL) {
        const cli_exit result = cli_list_changed_files(
            &run->changed, reading->paths, reading->path_count, &run->finder.listed_files);
        reading->path_count = 0;
        if (result != CLI_CLEAN)
            return result;
    }
    if (run->watch) {
        cli_exit result;
        cli_saved_files batch;
        run->watched = !cli_watch_and_fork_runs(reading->paths, reading->path_count, &batch, &result);
        run->finder.named = batch.named;
        run->finder.listed_files = batch.listed_files;
        if (run->watched)
            return result;
        run->reporter.allow_empty = run->reporter.allow_empty || !batch.all;
        reading->path_count = batch.all ? reading->path_count : 0;
    }
    run->finder.paths = reading->paths;
    run->finder.path_count = reading->path_count;
    return CLI_CLEAN;
}

static void set_defaults(void *record)
{
    lint_run *run = record;
    cli_layer_set_defaults(&run->options);
    cli_reports_set_defaults(&run->reporter.reports, "lint");
    cli_revision_diff_set_defaults(&run->against);
}

/* Applies the settings of the configuration that hold for the whole run. */
static cli_exit apply_configuration(lint_run *run)
{
    cli_settings_result here;
    const cli_exit result = cli_configs_open_run(&run->configs, "lint", &run->config, &run->options, &here);
    if (result != CLI_CLEAN)
        return result;
    run->settings = here.settings;
    run->finder.configs = run->configs;
    run->reporter.reports.unfolded = run->options.reading.max_per_rule_given;
    return CLI_CLEAN;
}

/* Restricts the process to reading the named files, and to writing the reports and the baseline. The process may read
   all files with --files-from, --changed, --watch or --against. */
static void enter_sandbox(const lint_run *run)
{
    const cli_reading_options *reading = &run->options.reading;
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    if (run->finder.list.name != NULL || run->changed.revision != NULL || run->watch
        || run->against.revision != NULL)
        cli_sandbox_allow_read_all(&sandbox);
    cli_allow_searched_paths(&sandbox, &run->finder);
    for (size_t i = 0; i < CLI_COMPANIONS; i++) {
        if (reading->companion_paths[i] != NULL)
            (void)cli_sandbox_allow_read_and_is_new(&sandbox, reading->companion_paths[i]);
    }
    cli_sandbox_allow_libraries(&sandbox); /* libzip is loaded later, inside the sandbox */
    cli_reporter_enter_sandbox(&run->reporter, &sandbox);
}

/* Opens the reports and the baseline, and enters the sandbox. */
static cli_exit open_reports_and_sandbox(lint_run *run)
{
    ap_report_shard *shard = &run->finder.shard;
    shard->unfolded = run->reporter.reports.unfolded;
    shard->engines = run->engines;
    const cli_exit result = cli_reporter_open(
        &run->reporter, &run->settings->reading, run->finder.list.name, shard->count > 0 ? shard : NULL);
    if (result == CLI_CLEAN)
        enter_sandbox(run);
    return result;
}

/* Compares the files with the revision of --against, unless writing a report has failed. */
static void report_file_changes_since_revision(lint_run *run)
{
    cli_reporter *reporter = &run->reporter;
    const cli_report_options *reports = &reporter->reports;
    if (run->against.revision == NULL || !reporter->go_on)
        return;
    const cli_exit result = cli_revision_diff_compare(
        &run->against, run->configs, &run->options, reports->quiet, reports->verbose, reporter->result);
    reporter->result = cli_worse_exit_by_rank(reporter->result, result);
    reporter->tally.summary.changes = &run->against.changes;
}

static cli_exit run_lint(void *record, cli_operands words)
{
    lint_run *run = record;
    run->options.reading.paths = words.items;
    run->options.reading.path_count = words.count;
    run->options.reading.lint.no_simd = getenv("ANIMPROOF_PORTABLE") != NULL;
    cli_exit result = check_lint_arguments(run);
    if (result == CLI_CLEAN)
        result = check_some_report_shows_engines(run);
    if (result == CLI_CLEAN)
        result = cli_check_stream_name(&run->finder, "lint", words);
    if (result == CLI_CLEAN)
        result = read_shard_list_and_refuse_merge_options(run, words);
    if (result == CLI_CLEAN)
        result = cli_check_rules(&run->options.rules, "lint", NULL);
    if (result == CLI_CLEAN)
        result = choose_files_or_watch_and_fork_runs(run);
    if (run->watched)
        return result;
    if (result == CLI_CLEAN)
        result = apply_configuration(run);
    if (result == CLI_CLEAN)
        result = open_reports_and_sandbox(run);
    if (result != CLI_CLEAN)
        return result;
    cli_lint_all_files(run);
    report_file_changes_since_revision(run);
    return cli_reporter_close(
        &run->reporter, run->finder.shard.count == 0 || (run->finder.shard_complete && run->reporter.go_on));
}

static void free_lint_run(void *record)
{
    lint_run *run = record;
    cli_revision_diff_free(&run->against);
    cli_layer_free(&run->options);
    cli_configs_free(run->configs);
    cli_reporter_free(&run->reporter);
    cli_listed_files_free(&run->finder.named);
    cli_listed_files_free(&run->finder.listed_files);
}

static const cli_option_group groups[] = {
    { .title = "Reports", .rows = cli_report_rows, .at = offsetof(lint_run, reporter.reports) },
    { .rows = cli_tally_rows, .at = offsetof(lint_run, reporter.tally) },
    { .rows = cli_progress_rows, .at = offsetof(lint_run, progress) },
    { .title = "Rules (RULE is an id, a pattern such as 'FORMAT/count-*', or a format, for all its rules)",
        .rows = cli_rule_choice_rows,
        .at = offsetof(lint_run, options.rules) },
    { .rows = cli_failing_rows, .at = offsetof(lint_run, options) },
    { .rows = cli_baseline_rows, .at = offsetof(lint_run, reporter.baselines) },
    { .title = "Formats", .rows = cli_input_format_rows, .at = offsetof(lint_run, options.reading) },
    { .row = cli_format_option_row, .at = offsetof(lint_run, options.reading) },
    { .row = cli_companion_option_row, .at = offsetof(lint_run, options.reading) },
    { .title = "Configuration", .rows = cli_config_rows, .at = offsetof(lint_run, config) },
    { .title = "Files and limits (0: no limit; BYTES may end in K, M, G, T)",
        .rows = cli_path_list_rows,
        .at = offsetof(lint_run, finder.list) },
    { .rows = cli_stream_rows, .at = offsetof(lint_run, finder) },
    { .rows = cli_changed_rows, .at = offsetof(lint_run, changed) },
    { .rows = cli_against_rows, .at = offsetof(lint_run, against) },
    { .rows = cli_choosing_rows, .at = offsetof(lint_run, options) },
    { .rows = cli_lint_rows },
    { .rows = cli_count_rows, .at = offsetof(lint_run, options.reading) },
    { .rows = cli_limit_rows, .at = offsetof(lint_run, options.reading) },
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof lint assets/", "Checks the files in a folder, its subfolders and archives." },
    { "animproof lint --strict --format gcc walk.md5anim",
        "Prints one line per finding; warnings fail the run." },
    { "animproof lint --output sarif=lint.sarif assets/",
        "Also writes a report for a code scanning service." },
    { "animproof lint --write-baseline known.txt assets/",
        "Records the findings of today. With --baseline known.txt only new findings fail the run." },
    { NULL, NULL },
};

const cli_command cli_lint = {
    .name = "lint",
    .words = "PATH...",
    .summary = "checks files, and reports what is wrong and where",
    .about = "Checks animation files ({formats}), and reports what is wrong and where. PATH is a file, a "
             "directory or an archive, which are searched with all subdirectories, or '-' for standard "
             "input.",
    .notes = "`animproof rules` lists the rules, `animproof explain RULE` explains one.",
    .examples = examples,
    .exits = "0 clean, 1 findings, 2 usage, 3 an input could not be read, or no file was checked, 4 "
             "internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(lint_run),
    .prepare = set_defaults,
    .run = run_lint,
    .release = free_lint_run,
    .completes = CLI_COMPLETES_FILES,
};
