/* animproof lint: finds files, has them judged, and tells the reports of them. */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/lint/jobs.h"
#include "cli/lint/lint_file.h"
#include "cli/lint/lint_options.h"
#include "cli/lint/lint_reports.h"
#include "cli/lint/path_list.h"
#include "cli/lint/progress.h"
#include "cli/lint/walk.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/cli.h"
#include "cli/shared/companion.h"

typedef struct lint_run {
    cli_options options;
    cli_outputs outputs;
    cli_sidecar scene, mesh;
    cli_judge judge;
    cli_progress progress;
    ap_summary summary;
    cli_exit result;
    bool go_on; /* somebody is left to tell */

    cli_jobs *jobs; /* while files are being found */
    cli_met met;
} lint_run;

/* Telling */

static void add_counts(ap_summary *summary, const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    summary->files++;
    summary->unreadable += file->error != NULL;
    if (findings == NULL)
        return;
    summary->errors += findings->counts[AP_ERROR];
    summary->warnings += findings->counts[AP_WARNING];
    summary->notes += findings->counts[AP_NOTE];
    summary->dropped += findings->dropped;
    summary->skipped_checks += findings->skipped_checks;
}

/* Tells all reports of a file. False when nobody is left to tell. */
static bool tell(lint_run *run, ap_report_file *file, ap_status status)
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
    add_counts(&run->summary, file);
    run->go_on = cli_outputs_file(&run->outputs, file);
    return run->go_on;
}

static bool tell_skipped(lint_run *run, const char *name, const cli_verdict *verdict)
{
    const ap_report_skipped skipped = { name, verdict->skipped, verdict->named };
    run->summary.skipped++;
    run->summary.not_yet += verdict->not_yet;
    cli_progress_hide(&run->progress);
    run->go_on = cli_outputs_skipped(&run->outputs, &skipped);
    return run->go_on;
}

static bool tell_verdict(void *context, const char *name, cli_verdict *verdict, const cli_findings *found)
{
    lint_run *run = context;
    if (verdict->again)
        return true;
    if (verdict->skipped != NULL)
        return tell_skipped(run, name, verdict);
    ap_report_file file = {
        .name = name,
        .format = verdict->format,
        .version = verdict->version,
        .layout = verdict->layout,
        .text = verdict->text,
        .size_bytes = verdict->size_bytes,
        .error = verdict->status == AP_OK ? NULL : verdict->error,
        .findings = found == NULL ? NULL : &found->list,
        .excerpts = verdict->excerpts,
    };
    cli_progress_hide(&run->progress);
    bool go_on = tell(run, &file, verdict->status);
    cli_progress_add(&run->progress, verdict->size_bytes);
    return go_on;
}

static bool tell_sidecar(lint_run *run, cli_sidecar *sidecar)
{
    ap_report_file file;
    if (sidecar->path == NULL)
        return true;
    cli_sidecar_tell(sidecar, run->outputs.excerpts, &file);
    return tell(run, &file, sidecar->status);
}

/* Finding: in a thread of its own, which looks at nothing but the options and the jobs. */

static bool found_file(void *context, const char *path, cli_origin origin)
{
    lint_run *run = context;
    return cli_jobs_file(run->jobs, path, origin);
}

static bool found_unreadable(void *context, const char *path, const char *reason)
{
    lint_run *run = context;
    return cli_jobs_unread(run->jobs, path, AP_CANNOT_READ, reason);
}

static bool found_other(void *context, const char *path, const char *why)
{
    lint_run *run = context;
    return cli_jobs_skipped(run->jobs, path, why);
}

static bool find_path(void *context, const char *path)
{
    lint_run *run = context;
    const cli_visitor visitor = { run, found_file, found_unreadable, found_other };
    cli_walked walked = cli_walk(path, &visitor, &run->met);
    if (walked == CLI_WALK_NO_MEMORY)
        return cli_jobs_unread(run->jobs, path, AP_NO_MEMORY, "no memory to list it");
    return walked == CLI_WALKED;
}

static void find_listed(lint_run *run)
{
    const cli_options *options = &run->options;
    const char *reason = NULL;
    if (options->files_from == NULL)
        return;
    (void)cli_each_path(options->files_from, options->null_separated, find_path, run, &reason);
    if (reason != NULL)
        (void)cli_jobs_unread(run->jobs, options->files_from, AP_CANNOT_READ, reason);
}

static void find_all(void *context, cli_jobs *jobs)
{
    lint_run *run = context;
    const cli_options *options = &run->options;
    bool go_on = true;
    run->jobs = jobs;
    for (size_t i = 0; i < options->reading.path_count && go_on; i++)
        go_on = strcmp(options->reading.paths[i], "-") == 0 ? cli_jobs_stream(jobs)
                                                            : find_path(run, options->reading.paths[i]);
    if (go_on)
        find_listed(run);
}

/* How many threads are worth it. A scene takes findings of its own from every file, in their order, and is
   given up when it is lost under one of them: files with something beside them are judged one by one. */
static size_t threads(const lint_run *run)
{
    const cli_options *options = &run->options;
    struct stat about;
    if (options->reading.obj_path != NULL || options->reading.mesh_path != NULL)
        return 1;
    if (options->files_from == NULL && options->reading.path_count == 1
        && (stat(options->reading.paths[0], &about) != 0 || !S_ISDIR(about.st_mode)))
        return 1;
    return options->jobs == 0 ? cli_processors() : options->jobs;
}

static void lint_all(lint_run *run)
{
    const cli_jobs_calls calls = { run, find_all, tell_verdict };
    run->go_on = true;
    const ap_status status = cli_jobs_run(&calls, &run->judge, threads(run));
    cli_progress_end(&run->progress);
    cli_met_free(&run->met);
    if (status != AP_OK) {
        cli_error("no memory");
        run->result = CLI_INTERNAL;
        return;
    }
    run->go_on = run->go_on && tell_sidecar(run, &run->scene) && tell_sidecar(run, &run->mesh);
}

static bool should_fail(const cli_options *options, const ap_summary *summary)
{
    switch (options->fail_on) {
    case AP_OFF:
        return false;
    case AP_NOTE:
        return summary->errors + summary->warnings + summary->notes > 0;
    case AP_WARNING:
        return summary->errors + summary->warnings > 0;
    case AP_ERROR:
        break;
    }
    return summary->errors > 0;
}

static void run_all(lint_run *run)
{
    const cli_options *options = &run->options;
    cli_sidecar_open(&run->scene, CLI_SCENE, options->reading.obj_path, &options->reading);
    cli_sidecar_open(&run->mesh, CLI_MESH, options->reading.mesh_path, &options->reading);
    cli_judge_init(&run->judge, &options->reading, run->outputs.excerpts);
    run->judge.scene = options->reading.obj_path == NULL ? NULL : &run->scene;
    run->judge.mesh = options->reading.mesh_path == NULL ? NULL : &run->mesh;
    cli_progress_begin(&run->progress, options);
    lint_all(run);
    cli_judge_free(&run->judge);
    cli_sidecar_close(&run->scene);
    cli_sidecar_close(&run->mesh);
}

/* A run that checked nothing looks like one in which all was well. */
static cli_exit judge_empty(const lint_run *run)
{
    const ap_summary *summary = &run->summary;
    if (summary->files > 0 || run->options.allow_empty || !run->go_on)
        return CLI_CLEAN;
    if (summary->skipped == 0)
        cli_error("nothing to check: no file was found (--allow-empty accepts that)");
    else
        cli_error("nothing to check: %zu %s skipped (--verbose says why, --allow-empty accepts that)",
            summary->skipped, summary->skipped == 1 ? "file was" : "files were");
    return CLI_UNREADABLE;
}

cli_exit cli_lint(int argc, char **argv)
{
    lint_run *run = calloc(1, sizeof *run); /* the findings' tables and the policy are large for a stack */
    if (run == NULL) {
        cli_error("no memory");
        return CLI_INTERNAL;
    }
    run->result = cli_read_options(&run->options, argc, argv);
    run->options.reading.lint.no_simd = getenv("ANIMPROOF_PORTABLE") != NULL;
    if (run->result == CLI_CLEAN && run->options.reading.help) {
        cli_put_lint_help(stdout);
    } else if (run->result == CLI_CLEAN) {
        run->result = cli_outputs_open(&run->outputs, &run->options);
        if (run->result == CLI_CLEAN) {
            run_all(run);
            run->result = cli_worse(run->result, cli_outputs_close(&run->outputs, &run->summary));
            run->result = cli_worse(run->result, judge_empty(run));
            if (should_fail(&run->options, &run->summary))
                run->result = cli_worse(run->result, CLI_FINDINGS);
        }
    }
    cli_exit result = run->result;
    free(run);
    return result;
}
