#include "cli/check/lint_run.h"

#include <sys/stat.h>

#include "validators/registry.h"

/* Reporting */

static bool report(void *context, cli_result *result)
{
    lint_run *run = context;
    cli_reporter *reporter = &run->reporter;
    if (result->kind == CLI_RESULT_SKIPPED)
        cli_progress_skip(&run->progress, reporter->outputs.lists_skipped);
    if (result->kind == CLI_RESULT_FILE
        && !cli_reporter_is_new(reporter, result->part.device, result->part.inode))
        return true;
    if (result->kind == CLI_RESULT_FILE || result->kind == CLI_RESULT_STOP)
        cli_meter_hide(&run->progress.meter);
    const bool go_on = cli_reporter_result(reporter, result);
    if (result->kind == CLI_RESULT_FILE)
        cli_progress_add(&run->progress, result->file.size_bytes);
    return go_on && (result->beside == NULL || cli_report_found_companion(reporter, result));
}

/* The companions that were named, after the files. */
static void report_companions(lint_run *run)
{
    const ap_report_part part = { .fail_on = run->settings->fail_on };
    for (size_t i = 0; i < CLI_COMPANIONS && run->reporter.go_on; i++) {
        if (run->companions[i].path != NULL)
            (void)cli_companion_report(&run->reporter, &run->companions[i], &part, false);
    }
}

/* A file that is named alone, and is not an archive. */
static bool is_one_file(const lint_run *run)
{
    const cli_reading *reading = &run->asked.reading;
    struct stat about;
    return run->finder.list.name == NULL && reading->path_count == 1 && !cli_names_archive(reading->paths[0])
           && (stat(reading->paths[0], &about) != 0 || !S_ISDIR(about.st_mode));
}

static size_t most_threads(const lint_run *run)
{
    return run->jobs_wanted == 0 ? cli_processors() : run->jobs_wanted;
}

/* How many threads are worth it. A scene takes findings of its own from every file, in their order, and is
   given up when it is lost under one of them: files with something beside them are judged one by one. */
static size_t threads(const lint_run *run)
{
    return cli_companions_given(&run->asked.reading) > 0 || is_one_file(run) ? 1 : most_threads(run);
}

/* Finding: in a thread of its own, which looks at nothing but the finder, the folders and the jobs */

/* Hands an entry over, with its folder. */
static bool hand_over(void *context, const cli_entry *entry)
{
    lint_run *run = context;
    cli_folder *folder = NULL;
    const bool named = entry->kind != CLI_ENTRY_STREAM || run->finder.stream_name != NULL;
    if (!run->alone && named && cli_entry_is_read(entry)) {
        folder = cli_folders_of(&run->folders, entry->path, entry->archive, entry->member_at);
        if (folder == NULL)
            return cli_jobs_add(run->jobs,
                &(cli_entry){ .kind = CLI_ENTRY_UNREADABLE,
                    .number = entry->number,
                    .path = entry->path,
                    .result = CLI_INTERNAL,
                    .reason = "no memory to look for its companion" },
                NULL);
    }
    return cli_jobs_add(run->jobs, entry, folder);
}

/* Waits until no thread looks at the archive that was entered last. */
static bool leave_archive(void *context)
{
    lint_run *run = context;
    if (!cli_jobs_wait(run->jobs))
        return false;
    cli_folders_free(&run->folders);
    return true;
}

static void find_files(void *context, cli_jobs *jobs)
{
    lint_run *run = context;
    const cli_find_calls calls = { run, hand_over, leave_archive };
    run->jobs = jobs;
    cli_find_files(&run->finder, &calls);
}

static void lint_all(lint_run *run)
{
    const cli_jobs_calls calls = { run, find_files, report };
    const bool done = cli_jobs_run(&calls, &run->checks, threads(run));
    cli_progress_end(&run->progress);
    if (!done) {
        cli_error("no memory");
        run->reporter.result = CLI_INTERNAL;
        return;
    }
    report_companions(run);
}

void cli_lint_run(lint_run *run)
{
    const cli_reading *reading = &run->settings->reading;
    const cli_outputs *outputs = &run->reporter.outputs;
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_open(&run->companions[i], ap_companion_at(i), reading->companion_paths[i], reading);
    cli_companion_cache_init(&run->cache);
    run->checks = (cli_check_options){
        .reading = reading,
        .companions = cli_companions_given(reading) > 0 ? run->companions : NULL,
        .cache = run->alone ? NULL : &run->cache,
        .hands = is_one_file(run) ? most_threads(run) - 1 : 0,
        .excerpts = outputs->excerpts,
        .replacements = outputs->replacements,
        .alone = outputs->alone,
    };
    cli_progress_begin(&run->progress, reading, &run->finder.list);
    lint_all(run);
    cli_folders_free(&run->folders);
    cli_finder_free(&run->finder);
    cli_companion_cache_free(&run->cache);
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_close(&run->companions[i]);
}
