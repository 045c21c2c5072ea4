#include "cli/check/lint_run.h"

#include <sys/stat.h>

#include "cli/check/tell_pair.h"
#include "cli/shared/checked_file.h"
#include "validators/registry.h"

/* Telling */

static bool tell_stop(lint_run *run, const cli_verdict *verdict)
{
    cli_meter_hide(&run->progress.meter);
    cli_error("%s", verdict->skipped);
    run->teller.result = cli_worse(run->teller.result, verdict->result);
    run->teller.go_on = false;
    return false;
}

static bool tell_skipped(
    lint_run *run, const char *name, const cli_verdict *verdict, const ap_report_part *part)
{
    const ap_report_skipped skipped = { name, verdict->skipped, part };
    cli_progress_skip(&run->progress, run->teller.outputs.lists_skipped);
    return cli_teller_skipped(&run->teller, &skipped);
}

static bool tell_file(
    lint_run *run, const char *name, cli_verdict *verdict, cli_findings *found, const ap_report_part *part)
{
    cli_teller *teller = &run->teller;
    char alone[CLI_ALONE_BYTES];
    ap_report_file file = cli_report_of(name, verdict, found, teller->outputs.alone ? alone : NULL);
    file.part = part;
    const cli_telling telling = { verdict->result, verdict->fail_on };
    cli_meter_hide(&run->progress.meter);
    const bool go_on =
        cli_teller_file(teller, &file, &telling, found == NULL ? NULL : &found->list, verdict->excerpts);
    cli_progress_add(&run->progress, verdict->size_bytes);
    return go_on;
}

static bool tell_verdict(void *context, const cli_entry *entry, cli_verdict *verdict, cli_findings *found)
{
    lint_run *run = context;
    const char *name = entry->path;
    ap_report_part at = { .at = entry->number }, *part = run->finder.shard.count > 0 ? &at : NULL;
    if (verdict->again)
        return true;
    if (entry->kind == CLI_ENTRY_STOP)
        return tell_stop(run, verdict);
    if (verdict->skipped != NULL)
        return tell_skipped(run, name, verdict, part);
    if (cli_beside_told(&run->teller, name, verdict, part))
        return true;
    return tell_file(run, name, verdict, found, part)
           && (verdict->beside == NULL || cli_beside_tell(&run->teller, verdict, found, part));
}

/* What is beside the files, after them. */
static void tell_companions(lint_run *run)
{
    for (size_t i = 0; i < CLI_COMPANIONS && run->teller.go_on; i++) {
        cli_companion *beside = &run->companions[i];
        ap_report_file file;
        if (beside->path == NULL)
            continue;
        const cli_telling telling = { cli_exit_of(beside->status), run->settings->fail_on };
        cli_companion_tell(beside, run->teller.outputs.excerpts, &file);
        (void)cli_teller_file(&run->teller, &file, &telling, NULL, NULL);
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
    const cli_jobs_calls calls = { run, find_files, tell_verdict };
    const ap_status status = cli_jobs_run(&calls, &run->judge, threads(run));
    cli_progress_end(&run->progress);
    if (status != AP_OK) {
        cli_error("no memory");
        run->teller.result = CLI_INTERNAL;
        return;
    }
    tell_companions(run);
}

void cli_lint_run(lint_run *run)
{
    const cli_reading *reading = &run->settings->reading;
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_open(&run->companions[i], ap_companion_at(i), reading->companion_paths[i], reading);
    cli_pairs_init(&run->pairs);
    cli_judge_init(
        &run->judge, reading, (cli_extras){ run->teller.outputs.excerpts, run->teller.outputs.replacements });
    if (!run->alone)
        run->judge.pairs = &run->pairs;
    if (cli_companions_given(reading) > 0)
        run->judge.companions = run->companions;
    run->judge.ahead.hands = is_one_file(run) ? most_threads(run) - 1 : 0;
    cli_progress_begin(&run->progress, reading, &run->finder.list);
    lint_all(run);
    cli_judge_free(&run->judge);
    cli_folders_free(&run->folders);
    cli_finder_free(&run->finder);
    cli_pairs_free(&run->pairs);
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_close(&run->companions[i]);
}
