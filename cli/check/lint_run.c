#include "cli/check/lint_run.h"

#include <sys/stat.h>

#include "validators/registry.h"

enum { MOST_JOBS = 1024 };

const cli_option cli_lint_rows[] = {
    { .name = "watch",
        CLI_FLAG(lint_run, watch),
        .help = "keep running, and lint each file again when it is saved, until Ctrl-C" },
    { .name = "no-companions",
        CLI_FLAG(lint_run, no_companions),
        .help = "do not search for companions of files; use only those given by options" },
    { .name = "engines",
        CLI_FLAG(lint_run, engines),
        .help = "also report which engines and importers do not load a file, and the rule that decides (see "
                "animproof engines)" },
    { .name = "allow-empty",
        CLI_FLAG(lint_run, reporter.allow_empty),
        .help = "exit 0 if no file is checked" },
    { .name = "jobs",
        .letter = 'j',
        .value = "N",
        CLI_COUNT(lint_run, jobs_wanted),
        .least = 1,
        .most = MOST_JOBS,
        .help = "number of threads (default: the number of processors); the reports are the same for any "
                "number" },
    { .name = NULL },
};

/* Functions that report results */

static bool report_result_and_go_on(void *context, cli_result *result)
{
    lint_run *run = context;
    cli_reporter *reporter = &run->reporter;
    if (result->kind == CLI_RESULT_SKIPPED)
        cli_progress_add_skipped(&run->progress, reporter->outputs.lists_skipped);
    if (result->kind == CLI_RESULT_FILE
        && !cli_reporter_is_new_companion(reporter, result->part.device, result->part.inode))
        return true;
    if (result->kind == CLI_RESULT_FILE || result->kind == CLI_RESULT_STOP)
        cli_progress_line_hide(&run->progress.line);
    bool go_on = cli_reporter_add_result_and_go_on(reporter, result);
    if (result->kind == CLI_RESULT_FILE)
        cli_progress_add_file(&run->progress, result->file.size_bytes);
    for (size_t i = 0; i < CLI_FOUND_COMPANIONS && go_on; i++)
        go_on = result->found[i].companion == NULL
                || cli_report_found_companion(reporter, result, &result->found[i]);
    return go_on;
}

/* Reports the companions that options name, after all files. */
static void report_named_companions(lint_run *run)
{
    const ap_report_shard_entry part = { .fail_on = run->settings->fail_on };
    for (size_t i = 0; i < CLI_COMPANIONS && run->reporter.go_on; i++) {
        cli_reporter_add_checked_companion(&run->reporter, run->companions[i].path);
        if (run->companions[i].path != NULL)
            (void)cli_report_companion_and_clear_findings(&run->reporter, &run->companions[i], &part, false);
    }
}

/* Returns true if the command line names a single path, which is neither a folder nor an archive. */
static bool is_single_file_run(const lint_run *run)
{
    const cli_reading_options *reading = &run->options.reading;
    struct stat about;
    return run->finder.list.name == NULL && reading->path_count == 1
           && !cli_is_archive_name(reading->paths[0])
           && (stat(reading->paths[0], &about) != 0 || !S_ISDIR(about.st_mode));
}

static size_t wanted_thread_count(const lint_run *run)
{
    return run->jobs_wanted == 0 ? cli_processor_count() : run->jobs_wanted;
}

/* Returns the number of threads to use: 1 for a single file, or if an option names a companion. All files share such a
   companion: each file adds findings to it in order, and the run stops using it when it becomes unreadable. */
static size_t thread_count(const lint_run *run)
{
    return cli_count_given_companions(&run->options.reading) > 0 || is_single_file_run(run)
               ? 1
               : wanted_thread_count(run);
}

/* Functions of the thread that finds files. The thread uses only the finder, the folders and the jobs. */

/* Adds an entry to the jobs, with the folder to search for its companion. */
static bool add_job(void *context, const cli_entry *entry)
{
    lint_run *run = context;
    cli_folder *folder = NULL;
    const bool named = entry->kind != CLI_ENTRY_STREAM || run->finder.stream_name != NULL;
    if (!run->no_companions && named && cli_entry_has_bytes(entry)) {
        folder = cli_companion_folders_get(&run->folders, entry);
        if (folder == NULL)
            return cli_jobs_add(run->jobs,
                &(cli_entry){ .kind = CLI_ENTRY_UNREADABLE,
                    .number = entry->number,
                    .path = entry->path,
                    .result = CLI_INTERNAL,
                    .reason = "no memory to search for the companion" },
                NULL);
    }
    return cli_jobs_add(run->jobs, entry, folder);
}

/* Waits until no thread uses the archive that was opened last, and releases its folders. */
static bool finish_archive_jobs(void *context)
{
    lint_run *run = context;
    if (!cli_jobs_wait_until_reported(run->jobs))
        return false;
    cli_companion_folders_release_recent_and_archive(&run->folders);
    return true;
}

static void find_files_and_add_jobs(void *context, cli_jobs *jobs)
{
    lint_run *run = context;
    const cli_find_callbacks calls = { .context = run,
        .visit = add_job,
        .leave = finish_archive_jobs,
        .tree = run->no_companions ? NULL : &run->folders.calls };
    run->jobs = jobs;
    cli_find_files(&run->finder, &calls);
}

static void run_jobs_and_report_companions(lint_run *run)
{
    const cli_jobs_callbacks calls = { run, find_files_and_add_jobs, report_result_and_go_on };
    const bool done = cli_jobs_run(&calls, &run->checks, thread_count(run));
    cli_progress_end(&run->progress);
    if (!done) {
        cli_error("no memory");
        run->reporter.result = CLI_INTERNAL;
        return;
    }
    report_named_companions(run);
}

void cli_lint_all_files(lint_run *run)
{
    const cli_reading_options *reading = &run->settings->reading;
    const cli_outputs *outputs = &run->reporter.outputs;
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_open(&run->companions[i], ap_companion_at(i), reading->companion_paths[i], reading);
    cli_companion_cache_init(&run->cache);
    cli_companion_folders_init(&run->folders);
    run->checks = (cli_check_options){
        .reading = reading,
        .companions = cli_count_given_companions(reading) > 0 ? run->companions : NULL,
        .cache = run->no_companions ? NULL : &run->cache,
        .helper_threads = is_single_file_run(run) ? wanted_thread_count(run) - 1 : 0,
        .settings = run->settings,
        .kept_bytes = !run->no_companions && !is_single_file_run(run) ? &run->kept_bytes : NULL,
        .excerpts = outputs->excerpts,
        .replacements = outputs->replacements,
        .answers = run->engines,
        .explain_companion = outputs->explain_companion,
    };
    cli_progress_begin(&run->progress, reading, &run->finder.list);
    run_jobs_and_report_companions(run);
    cli_companion_folders_free(&run->folders);
    cli_archive_close(run->finder.archive);
    cli_companion_cache_free(&run->cache);
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_close(&run->companions[i]);
}
