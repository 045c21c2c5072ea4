/* animproof lint: finds files, has them judged, and tells the reports of them. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/changes/changed.h"
#include "cli/changes/watch.h"
#include "cli/config/configs.h"
#include "cli/lint/find_files.h"
#include "cli/lint/lint_baseline.h"
#include "cli/lint/lint_file.h"
#include "cli/lint/lint_reports.h"
#include "cli/lint/lint_sandbox.h"
#include "cli/lint/lint_tally.h"
#include "cli/lint/progress.h"
#include "cli/lint/tell_pair.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/commands.h"
#include "cli/shared/companion.h"
#include "validators/registry.h"

enum { MOST_JOBS = 1024 };

typedef struct lint_run {
    /* What is wanted */
    cli_layer asked;
    cli_config_choice config;
    cli_finder finder;
    cli_changed changed;
    bool watch, watched; /* is wanted; is over, and nothing else is to be done */
    cli_report_options reports;
    cli_baselines baselines;
    bool allow_empty;   /* a run that finds nothing to check is no failure */
    size_t jobs_wanted; /* files judged at once; 0: as many as there are processors */

    cli_outputs outputs;
    cli_companion companions[CLI_COMPANIONS]; /* in the order of the formats */
    cli_judge judge;
    cli_pairs pairs;
    cli_besides besides; /* what was told of companions that files have found */
    cli_progress progress;
    cli_tally tally;
    cli_exit result;
    bool go_on; /* somebody is left to tell, and something */

    cli_configs *configs;
    const cli_settings *settings; /* of what is no file in a folder */
} lint_run;

/* Telling */

/* Tells all reports of a file. False when nobody is left to tell. */
static bool tell(lint_run *run, ap_report_file *file, ap_status status, ap_severity fail_on)
{
    bool out_of_memory = file->findings != NULL && file->findings->arena->failed;
    if (out_of_memory) {
        status = AP_NO_MEMORY;
        file->error = "memory ran out while it was checked (--max-memory): more may be wrong with it";
        file->excerpts = NULL;
    }
    if (file->error != NULL)
        cli_error_about(file->name, "%s", file->error);
    run->result = cli_worse(run->result, cli_exit_of(status));
    const bool more = cli_tally_file(&run->tally, file, fail_on);
    run->go_on = cli_outputs_file(&run->outputs, file) && more;
    return run->go_on;
}

static bool tell_skipped(lint_run *run, const char *name, const cli_verdict *verdict)
{
    const ap_report_skipped skipped = { name, verdict->skipped };
    run->tally.summary.skipped++;
    cli_progress_hide(&run->progress);
    run->go_on = cli_outputs_skipped(&run->outputs, &skipped);
    return run->go_on;
}

/* Tells of a file, without what the baseline knows of it. */
static bool tell_file(
    lint_run *run, ap_report_file *file, const cli_verdict *verdict, ap_findings *list, ap_excerpt *excerpts)
{
    const bool lost = file->error != NULL && verdict->status == AP_OK;
    if (list != NULL && file->findings != NULL)
        cli_baselines_file(&run->baselines, file, list, excerpts);
    return tell(run, file, lost ? AP_CANNOT_READ : verdict->status, verdict->fail_on);
}

/* The companion that a file has found, after the file. */
static bool tell_beside(lint_run *run, cli_verdict *verdict, cli_findings *found)
{
    ap_report_file file;
    cli_companion *companion = &verdict->beside->companion;
    if (!cli_besides_tell(&run->besides, verdict, found, run->outputs.excerpts, &file))
        return true;
    const bool go_on = tell_file(run, &file, verdict, &companion->findings, companion->excerpts);
    ap_findings_restart(&companion->findings);
    return go_on;
}

static bool tell_verdict(void *context, const char *name, cli_verdict *verdict, cli_findings *found)
{
    lint_run *run = context;
    if (verdict->again)
        return true;
    if (verdict->stops != CLI_CLEAN) {
        cli_progress_hide(&run->progress);
        cli_error("%s", verdict->skipped);
        run->result = cli_worse(run->result, verdict->stops);
        run->go_on = false;
        return false;
    }
    if (verdict->skipped != NULL)
        return tell_skipped(run, name, verdict);
    if (cli_besides_told(&run->besides, name, verdict))
        return true;
    char alone[CLI_ALONE_BYTES];
    ap_report_file file = cli_report_of(name, verdict, found, run->outputs.alone ? alone : NULL);
    cli_progress_hide(&run->progress);
    const bool go_on = tell_file(run, &file, verdict, found == NULL ? NULL : &found->list, verdict->excerpts);
    cli_progress_add(&run->progress, verdict->size_bytes);
    return go_on && (verdict->beside == NULL || tell_beside(run, verdict, found));
}

/* What is beside the files, after them. */
static void tell_companions(lint_run *run)
{
    for (size_t i = 0; i < CLI_COMPANIONS && run->go_on; i++) {
        cli_companion *beside = &run->companions[i];
        ap_report_file file;
        if (beside->path == NULL)
            continue;
        cli_companion_tell(beside, run->outputs.excerpts, &file);
        (void)tell(run, &file, beside->status, run->settings->fail_on);
    }
}

/* How many threads are worth it. A scene takes findings of its own from every file, in their order, and is
   given up when it is lost under one of them: files with something beside them are judged one by one. */
static size_t threads(const lint_run *run)
{
    const cli_reading *reading = &run->asked.reading;
    struct stat about;
    if (cli_companions_given(reading) > 0)
        return 1;
    if (run->finder.list.name == NULL && reading->path_count == 1 && !cli_names_archive(reading->paths[0])
        && (stat(reading->paths[0], &about) != 0 || !S_ISDIR(about.st_mode)))
        return 1;
    return run->jobs_wanted == 0 ? cli_processors() : run->jobs_wanted;
}

/* In a thread of its own, which looks at nothing but the finder and the jobs. */
static void find_files(void *context, cli_jobs *jobs)
{
    lint_run *run = context;
    cli_find_files(&run->finder, jobs);
}

static void lint_all(lint_run *run)
{
    const cli_jobs_calls calls = { run, find_files, tell_verdict };
    run->go_on = true;
    const ap_status status = cli_jobs_run(&calls, &run->judge, threads(run));
    cli_progress_end(&run->progress);
    if (status != AP_OK) {
        cli_error("no memory");
        run->result = CLI_INTERNAL;
        return;
    }
    tell_companions(run);
}

static void run_all(lint_run *run)
{
    const cli_reading *reading = &run->settings->reading;
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_open(&run->companions[i], ap_companion_at(i), reading->companion_paths[i], reading);
    cli_pairs_init(&run->pairs);
    cli_judge_init(&run->judge, reading, (cli_extras){ run->outputs.excerpts, run->outputs.replacements });
    if (!run->finder.alone)
        run->judge.pairs = &run->pairs;
    if (cli_companions_given(reading) > 0)
        run->judge.companions = run->companions;
    cli_progress_begin(&run->progress, reading, &run->finder.list);
    lint_all(run);
    cli_judge_free(&run->judge);
    cli_finder_free(&run->finder);
    cli_pairs_free(&run->pairs);
    cli_seen_free(&run->besides.told);
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_close(&run->companions[i]);
}

/* A run that checked nothing looks like one in which all was well. */
static cli_exit judge_empty(const lint_run *run)
{
    const ap_summary *summary = &run->tally.summary;
    if (summary->files > 0 || run->allow_empty || !run->go_on)
        return CLI_CLEAN;
    if (summary->skipped == 0)
        cli_error("nothing to check: no file was found (--allow-empty accepts that)");
    else
        cli_error("nothing to check: %zu %s skipped (--verbose says why, --allow-empty accepts that)",
            summary->skipped, summary->skipped == 1 ? "file was" : "files were");
    return CLI_UNREADABLE;
}

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
            || reading->path_count == 0 || run->baselines.made_path != NULL))
        return cli_usage(
            "lint", "--watch is for files and directories that are named, and writes no baseline");
    if (run->tally.fail_fast && (run->watch || run->baselines.made_path != NULL))
        return cli_usage("lint", "--fail-fast ends before all files are judged; %s needs them all",
            run->watch ? "--watch" : "--write-baseline");
    if (reading->path_count == 0 && run->finder.list.name == NULL && run->changed.revision == NULL
        && cli_companions_given(reading) == 0)
        return cli_usage("lint", "no files given");
    if (run->baselines.made_path != NULL && cli_is_read(reading, &run->finder.list, run->baselines.made_path))
        return cli_usage("lint", "--write-baseline: '%s' is read, and the baseline would replace it",
            run->baselines.made_path);
    if (run->finder.list.null_separated && run->finder.list.name == NULL)
        return cli_usage("lint", "--null is for the list that --files-from names");
    return cli_tally_check(&run->tally, &run->reports);
}

/* Which files: git is asked before any report is begun, and a watched run goes on in a process of its own. */
static cli_exit choose_files(lint_run *run)
{
    cli_reading *reading = &run->asked.reading;
    if (run->changed.revision != NULL) {
        const cli_exit result =
            cli_changed_files(&run->changed, reading->paths, reading->path_count, &run->finder.met_files);
        reading->path_count = 0;
        if (result != CLI_CLEAN)
            return result;
    }
    if (run->watch) {
        cli_exit result;
        cli_batch batch;
        run->watched = !cli_watch(reading->paths, reading->path_count, &batch, &result);
        run->finder.named = batch.named;
        run->finder.met_files = batch.met_files;
        if (run->watched)
            return result;
        run->allow_empty = run->allow_empty || !batch.all;
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
    cli_default_reports(&run->reports);
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
    run->reports.unfolded = run->asked.reading.max_per_rule_given;
    return here.result;
}

static cli_exit lint(void *record, cli_words words)
{
    lint_run *run = record;
    run->asked.reading.paths = words.items;
    run->asked.reading.path_count = words.count;
    run->asked.reading.lint.no_simd = getenv("ANIMPROOF_PORTABLE") != NULL;
    run->result = check_words(run);
    if (run->result == CLI_CLEAN)
        run->result = choose_files(run);
    if (run->watched)
        return run->result;
    if (run->result == CLI_CLEAN)
        run->result = settle(run);
    if (run->result == CLI_CLEAN)
        run->result = cli_baselines_open(&run->baselines);
    if (run->result == CLI_CLEAN)
        run->result =
            cli_outputs_open(&run->outputs, &run->reports, &run->settings->reading, &run->finder.list);
    if (run->result != CLI_CLEAN)
        return run->result;
    for (size_t i = 0; i < run->outputs.count; i++)
        run->outputs.items[i].baseline = run->baselines.known_path != NULL;
    cli_enter_sandbox(&run->asked.reading, &run->reports, run->baselines.made_path,
        run->finder.list.name != NULL || run->changed.revision != NULL || run->watch);
    run_all(run);
    run->tally.summary.fixed = cli_baseline_fixed(&run->baselines.known, cli_outputs_absent, &run->outputs);
    run->result = cli_worse(run->result, cli_baselines_close(&run->baselines, run->result < CLI_UNREADABLE));
    run->result = cli_worse(run->result, cli_outputs_close(&run->outputs, cli_tally_summary(&run->tally)));
    run->result = cli_worse(run->result, judge_empty(run));
    return run->tally.failing > 0 ? cli_worse(run->result, CLI_FINDINGS) : run->result;
}

static void release(void *record)
{
    lint_run *run = record;
    cli_layer_free(&run->asked);
    cli_configs_free(run->configs);
    cli_baselines_free(&run->baselines);
    cli_met_files_free(&run->finder.named);
    cli_met_files_free(&run->finder.met_files);
}

static const cli_option run_rows[] = {
    { .name = "watch",
        CLI_FLAG(lint_run, watch),
        .help = "go on, and lint each file again when it is saved, until Ctrl-C" },
    { .name = "no-companions",
        CLI_FLAG(lint_run, finder.alone),
        .help = "look for no companion of a file; one that is named is used" },
    { .name = "allow-empty",
        CLI_FLAG(lint_run, allow_empty),
        .help = "exit 0 where there is nothing to check" },
    { .name = "jobs",
        .letter = 'j',
        .value = "N",
        CLI_COUNT(lint_run, jobs_wanted),
        .least = 1,
        .most = MOST_JOBS,
        .help = "files judged at once (as many as there are processors); reports do not depend on it" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .title = "Reports", .rows = cli_report_rows, .at = offsetof(lint_run, reports) },
    { .rows = cli_tally_rows, .at = offsetof(lint_run, tally) },
    { .rows = cli_progress_rows, .at = offsetof(lint_run, progress) },
    { .title = "Rules (RULE is an id, a pattern such as 'FORMAT/count-*', or a format for all its rules)",
        .rows = cli_rule_choice_rows,
        .at = offsetof(lint_run, asked.rules) },
    { .rows = cli_failing_rows, .at = offsetof(lint_run, asked) },
    { .rows = cli_baseline_rows, .at = offsetof(lint_run, baselines) },
    { .title = "Formats", .rows = cli_input_format_rows, .at = offsetof(lint_run, asked.reading) },
    { .row = cli_format_row, .at = offsetof(lint_run, asked.reading) },
    { .row = cli_companion_row, .at = offsetof(lint_run, asked.reading) },
    { .title = "Configuration", .rows = cli_config_rows, .at = offsetof(lint_run, config) },
    { .title = "Files and limits (0: no limit; BYTES may end in K, M, G, T)",
        .rows = cli_path_list_rows,
        .at = offsetof(lint_run, finder.list) },
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
