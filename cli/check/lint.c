/* animproof lint: its options, and what is checked and opened before files are found. */
#include <stdlib.h>
#include <string.h>

#include "cli/check/lint_run.h"
#include "cli/files/watch.h"
#include "cli/options/commands.h"
#include "cli/shared/open_text.h"

enum { MOST_JOBS = 1024 };

static cli_exit check_words(const lint_run *run)
{
    const cli_reading *reading = &run->asked.reading;
    size_t of_stdin = run->finder.list.name != NULL && strcmp(run->finder.list.name, "-") == 0 ? 1 : 0;
    for (size_t i = 0; i < reading->path_count; i++)
        of_stdin += strcmp(reading->paths[i], "-") == 0;
    if (of_stdin > 1)
        return cli_usage("lint", "standard input can be read only once");
    if (run->changed.revision != NULL && (of_stdin > 0 || run->finder.list.name != NULL))
        return cli_usage("lint", "--changed is for files and directories of a repository");
    if (run->watch
        && (of_stdin > 0 || run->finder.list.name != NULL || run->changed.revision != NULL
            || reading->path_count == 0 || run->reporter.baselines.made_path != NULL))
        return cli_usage(
            "lint", "--watch is for files and directories that are named, and writes no baseline");
    if (run->reporter.tally.fail_fast && (run->watch || run->reporter.baselines.made_path != NULL))
        return cli_usage("lint", "--fail-fast ends before all files are judged; %s needs them all",
            run->watch ? "--watch" : "--write-baseline");
    if (reading->path_count == 0 && run->finder.list.name == NULL && run->changed.revision == NULL
        && cli_companions_given(reading) == 0)
        return cli_usage("lint", "no files given");
    if (run->reporter.baselines.made_path != NULL
        && cli_is_read(reading, run->finder.list.name, run->reporter.baselines.made_path))
        return cli_usage("lint", "--write-baseline: '%s' is read, and the baseline would replace it",
            run->reporter.baselines.made_path);
    if (run->finder.list.null_separated && run->finder.list.name == NULL)
        return cli_usage("lint", "--null is for the list that --files-from names");
    return cli_tally_check("lint", &run->reporter.tally, &run->reporter.reports);
}

/* A shard's list is a part of a run: what needs the whole of it is told when its reports are put together. */
static cli_exit check_shard(lint_run *run)
{
    const cli_reading *reading = &run->asked.reading;
    const char *name = run->finder.list.name, *reason = NULL;
    if (name == NULL || !cli_shard_head_of(name, &run->finder.shard, &reason)) {
        if (reason != NULL)
            cli_error_about(name, "%s", reason);
        return reason == NULL ? CLI_CLEAN : cli_unread_code(reason);
    }
    run->reporter.allow_empty = true;
    if (reading->path_count > 0 || cli_companions_given(reading) > 0)
        return cli_usage("lint", "'%s' is the list of a shard: no other file can be named beside it", name);
    if (run->reporter.baselines.known_path != NULL || run->reporter.baselines.made_path != NULL
        || run->reporter.tally.fail_fast || run->reporter.tally.wants_statistics)
        return cli_usage("lint",
            "'%s' is the list of a shard: --baseline, --write-baseline, --fail-fast and "
            "--statistics are options of report merge",
            name);
    return CLI_CLEAN;
}

/* Which files: git is asked before any report is begun, and a watched run goes on in a process of its own. */
static cli_exit choose_files(lint_run *run)
{
    cli_reading *reading = &run->asked.reading;
    if (run->changed.revision != NULL) {
        const cli_exit result =
            cli_changed_files(&run->changed, reading->paths, reading->path_count, &run->finder.listed_files);
        reading->path_count = 0;
        if (result != CLI_CLEAN)
            return result;
    }
    if (run->watch) {
        cli_exit result;
        cli_batch batch;
        run->watched = !cli_watch(reading->paths, reading->path_count, &batch, &result);
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

static void prepare(void *record)
{
    lint_run *run = record;
    cli_default_layer(&run->asked);
    cli_default_reports(&run->reporter.reports, "lint");
}

/* What holds for the run as a whole. */
static cli_exit settle(lint_run *run)
{
    cli_exit result = cli_check_rules(&run->asked.rules, NULL);
    if (result == CLI_CLEAN)
        result = cli_configs_open(&run->configs, "lint", &run->config, &run->asked);
    if (result != CLI_CLEAN)
        return result;
    const cli_configured here = cli_configs_of_run(run->configs);
    if (here.result != CLI_CLEAN)
        cli_error("%s", here.wrong);
    run->settings = here.settings;
    run->finder.configs = run->configs;
    run->reporter.reports.unfolded = run->asked.reading.max_per_rule_given;
    return here.result;
}

/* Keeps the process to reading what was named, or whatever a list names, and to writing reports and the baseline. */
static void enter_sandbox(const lint_run *run)
{
    const cli_reading *reading = &run->asked.reading;
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    if (run->finder.list.name != NULL || run->changed.revision != NULL || run->watch)
        cli_sandbox_read_all(&sandbox);
    cli_allow_found(&sandbox, &run->finder);
    for (size_t i = 0; i < CLI_COMPANIONS; i++) {
        if (reading->companion_paths[i] != NULL)
            (void)cli_sandbox_read(&sandbox, reading->companion_paths[i]);
    }
    cli_sandbox_read_libraries(&sandbox); /* libzip, if there is an archive */
    cli_reporter_enter_sandbox(&run->reporter, &sandbox);
}

/* The reports, and what else is written. */
static cli_exit open_all(lint_run *run)
{
    ap_report_shard *shard = &run->finder.shard;
    shard->unfolded = run->reporter.reports.unfolded;
    const cli_exit result = cli_reporter_open(
        &run->reporter, &run->settings->reading, run->finder.list.name, shard->count > 0 ? shard : NULL);
    if (result == CLI_CLEAN)
        enter_sandbox(run);
    return result;
}

static cli_exit lint(void *record, cli_words words)
{
    lint_run *run = record;
    run->asked.reading.paths = words.items;
    run->asked.reading.path_count = words.count;
    run->asked.reading.lint.no_simd = getenv("ANIMPROOF_PORTABLE") != NULL;
    cli_exit result = check_words(run);
    if (result == CLI_CLEAN)
        result = cli_check_stream(&run->finder, "lint", words);
    if (result == CLI_CLEAN)
        result = check_shard(run);
    if (result == CLI_CLEAN)
        result = choose_files(run);
    if (run->watched)
        return result;
    if (result == CLI_CLEAN)
        result = settle(run);
    if (result == CLI_CLEAN)
        result = open_all(run);
    if (result != CLI_CLEAN)
        return result;
    cli_lint_run(run);
    return cli_reporter_close(
        &run->reporter, run->finder.shard.count == 0 || (run->finder.shard_whole && run->reporter.go_on));
}

static void release(void *record)
{
    lint_run *run = record;
    cli_layer_free(&run->asked);
    cli_configs_free(run->configs);
    cli_reporter_free(&run->reporter);
    cli_listed_files_free(&run->finder.named);
    cli_listed_files_free(&run->finder.listed_files);
}

static const cli_option run_rows[] = {
    { .name = "watch",
        CLI_FLAG(lint_run, watch),
        .help = "go on, and lint each file again when it is saved, until Ctrl-C" },
    { .name = "no-companions",
        CLI_FLAG(lint_run, alone),
        .help = "look for no companion of a file; one that is named is used" },
    { .name = "allow-empty",
        CLI_FLAG(lint_run, reporter.allow_empty),
        .help = "exit 0 where there is nothing to check" },
    { .name = "jobs",
        .letter = 'j',
        .value = "N",
        CLI_COUNT(lint_run, jobs_wanted),
        .least = 1,
        .most = MOST_JOBS,
        .help =
            "threads: files judged at once, or pieces of one large file (as many as there are processors); "
            "reports do not depend on it" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .title = "Reports", .rows = cli_report_rows, .at = offsetof(lint_run, reporter.reports) },
    { .rows = cli_tally_rows, .at = offsetof(lint_run, reporter.tally) },
    { .rows = cli_progress_rows, .at = offsetof(lint_run, progress) },
    { .title = "Rules (RULE is an id, a pattern such as 'FORMAT/count-*', or a format for all its rules)",
        .rows = cli_rule_choice_rows,
        .at = offsetof(lint_run, asked.rules) },
    { .rows = cli_failing_rows, .at = offsetof(lint_run, asked) },
    { .rows = cli_baseline_rows, .at = offsetof(lint_run, reporter.baselines) },
    { .title = "Formats", .rows = cli_input_format_rows, .at = offsetof(lint_run, asked.reading) },
    { .row = cli_format_row, .at = offsetof(lint_run, asked.reading) },
    { .row = cli_companion_row, .at = offsetof(lint_run, asked.reading) },
    { .title = "Configuration", .rows = cli_config_rows, .at = offsetof(lint_run, config) },
    { .title = "Files and limits (0: no limit; BYTES may end in K, M, G, T)",
        .rows = cli_path_list_rows,
        .at = offsetof(lint_run, finder.list) },
    { .rows = cli_stream_rows, .at = offsetof(lint_run, finder) },
    { .rows = cli_changed_rows, .at = offsetof(lint_run, changed) },
    { .rows = cli_choosing_rows, .at = offsetof(lint_run, asked) },
    { .rows = run_rows },
    { .rows = cli_count_rows, .at = offsetof(lint_run, asked.reading) },
    { .rows = cli_limit_rows, .at = offsetof(lint_run, asked.reading) },
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof lint assets/", "Checks the files in a folder, its subfolders and archives." },
    { "animproof lint --strict --format gcc walk.md5anim", "A line a finding; warnings fail the run." },
    { "animproof lint --output sarif=lint.sarif assets/", "Writes a report for a service, too." },
    { "animproof lint --write-baseline known.txt assets/",
        "Lists what is wrong today. With --baseline known.txt only what is new fails the run." },
    { NULL, NULL },
};

const cli_command cli_lint = {
    .name = "lint",
    .words = "PATH...",
    .summary = "says what is wrong with files, and where",
    .about = "Says what is wrong with animation files ({formats}), and where. A PATH is a file, a "
             "directory or an archive (the animation files in it, and in all directories in it) or '-' "
             "for standard input.",
    .notes = "`animproof rules` lists the rules, `animproof explain RULE` tells more of one.",
    .examples = examples,
    .exits = "0 clean, 1 findings, 2 usage, 3 an input could not be read, or nothing to check, 4 "
             "internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(lint_run),
    .prepare = prepare,
    .run = lint,
    .release = release,
    .completes = CLI_COMPLETES_FILES,
};
