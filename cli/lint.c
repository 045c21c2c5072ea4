/* animproof lint: runs files through their formats and tells the reports of them. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cli.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "cli/path_list.h"
#include "cli/sidecar.h"
#include "cli/subject.h"
#include "cli/unknown.h"
#include "cli/walk.h"
#include "core/excerpt.h"
#include "core/input.h"
#include "core/lines.h"
#include "validators/registry.h"

typedef struct lint_run {
    cli_options options;
    cli_outputs outputs;
    cli_sidecar scene, mesh;
    ap_summary summary;
    cli_exit result;

    /* The file at hand */
    ap_input input;
    ap_arena arena;
    ap_findings findings;
    const ap_format *format;
    ap_lint_result about;
    const ap_excerpt *excerpts;
    bool named;
    const char *name;
} lint_run;

static const ap_format *choose_format(const lint_run *run, ap_view view)
{
    if (run->options.input_format != NULL)
        return run->options.input_format;
    return view.size == 0 ? ap_recognize_empty(run->name) : ap_recognize(view);
}

/* All that touches the bytes of the file. */
static void judge(void *context)
{
    lint_run *run = context;
    ap_view view = run->input.view;
    run->format = choose_format(run, view);
    if (run->format != NULL)
        run->format->lint(view, &run->options.lint, &run->findings, &run->about);
    else if (run->named)
        cli_report_unknown(view, &run->findings);
    ap_findings_sort(&run->findings);
    if (run->format != NULL && run->format->text)
        ap_locate(&run->findings, view);
    if (run->outputs.excerpts)
        run->excerpts =
            ap_excerpts(&run->findings, view, run->format != NULL && run->format->text, &run->arena);
}

/* A scene or a mesh can shrink too while a file is judged by it. */
typedef struct guarded {
    lint_run *run;
    ap_status file, scene, mesh;
} guarded;

static void guard_file(void *context)
{
    guarded *g = context;
    g->file = ap_input_guard(&g->run->input, judge, g->run);
}

static void guard_scene(void *context)
{
    guarded *g = context;
    g->scene = ap_input_guard(&g->run->scene.input, guard_file, g);
}

static void start_file(lint_run *run)
{
    const cli_options *options = &run->options;
    ap_arena_reset(&run->arena);
    ap_findings_init(
        &run->findings, &run->arena, &options->policy, options->max_findings, options->max_per_rule);
    run->format = NULL;
    run->about = (ap_lint_result){ NULL, NULL };
    run->excerpts = NULL;
}

/* Judges the file; one more time for each scene or mesh that is lost meanwhile. */
static ap_status judge_guarded(lint_run *run)
{
    for (;;) {
        guarded g = { .run = run };
        start_file(run);
        g.mesh = ap_input_guard(&run->mesh.input, guard_scene, &g);
        if (g.mesh == AP_OK && g.scene == AP_OK)
            return g.file;
        if (g.mesh != AP_OK)
            cli_sidecar_lose(&run->mesh, g.mesh);
        if (g.scene != AP_OK)
            cli_sidecar_lose(&run->scene, g.scene);
        run->options.lint.scene = run->scene.scene;
        run->options.lint.mesh = run->mesh.mesh;
    }
}

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
    return cli_outputs_file(&run->outputs, file);
}

static bool tell_unread(lint_run *run, const char *name, ap_status status, const char *reason)
{
    ap_report_file file = { .name = name, .error = reason };
    return tell(run, &file, status);
}

static bool lint_loaded(lint_run *run, const char *name, bool named)
{
    run->named = named;
    run->name = name;
    ap_status status = judge_guarded(run);
    if (status != AP_OK)
        return tell_unread(run, name, status, run->input.error);
    if (run->format == NULL && !named) {
        run->summary.passed_over++;
        return true;
    }
    ap_report_file file = {
        .name = name,
        .format = run->format == NULL ? NULL : run->format->name,
        .version = run->about.version,
        .layout = run->about.layout,
        .text = run->format != NULL && run->format->text,
        .size_bytes = run->input.view.size,
        .findings = &run->findings,
        .excerpts = run->excerpts,
    };
    return tell(run, &file, status);
}

static bool lint_file(void *context, const char *path, bool named)
{
    lint_run *run = context;
    ap_status status = ap_input_load(&run->input, path);
    bool go_on =
        status == AP_OK ? lint_loaded(run, path, named) : tell_unread(run, path, status, run->input.error);
    ap_input_release(&run->input);
    return go_on;
}

static bool lint_stream(lint_run *run)
{
    ap_status status = ap_input_load_stream(&run->input, STDIN_FILENO);
    bool go_on =
        status == AP_OK ? lint_loaded(run, "-", true) : tell_unread(run, "-", status, run->input.error);
    ap_input_release(&run->input);
    return go_on;
}

static bool unreadable(void *context, const char *path, const char *reason)
{
    return tell_unread(context, path, AP_CANNOT_READ, reason);
}

static bool passed_over(void *context, const char *path)
{
    lint_run *run = context;
    (void)path;
    run->summary.passed_over++;
    return true;
}

static bool lint_path(void *context, const char *path)
{
    lint_run *run = context;
    const cli_visitor visitor = { run, lint_file, unreadable, passed_over };
    cli_walked walked = cli_walk(path, &visitor);
    if (walked == CLI_WALK_NO_MEMORY)
        return tell_unread(run, path, AP_NO_MEMORY, "no memory to list it");
    return walked == CLI_WALKED;
}

static bool lint_list(lint_run *run)
{
    const cli_options *options = &run->options;
    const char *reason = NULL;
    if (options->files_from == NULL)
        return true;
    bool go_on = cli_each_path(options->files_from, options->null_separated, lint_path, run, &reason);
    if (reason != NULL)
        return tell_unread(run, options->files_from, AP_CANNOT_READ, reason);
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

static void lint_all(lint_run *run)
{
    const cli_options *options = &run->options;
    bool go_on = true;
    for (size_t i = 0; i < options->path_count && go_on; i++)
        go_on = strcmp(options->paths[i], "-") == 0 ? lint_stream(run) : lint_path(run, options->paths[i]);
    go_on = go_on && lint_list(run) && tell_sidecar(run, &run->scene) && tell_sidecar(run, &run->mesh);
    (void)go_on;
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
    cli_options *options = &run->options;
    ap_input_init(&run->input, options->max_input_bytes);
    ap_arena_init(&run->arena, options->max_memory_bytes);
    cli_sidecar_open(&run->scene, CLI_SCENE, options->obj_path, options);
    cli_sidecar_open(&run->mesh, CLI_MESH, options->mesh_path, options);
    options->lint.scene = run->scene.scene;
    options->lint.mesh = run->mesh.mesh;
    lint_all(run);
    cli_sidecar_close(&run->scene);
    cli_sidecar_close(&run->mesh);
    ap_input_free(&run->input);
    ap_arena_free(&run->arena);
}

cli_exit cli_lint(int argc, char **argv)
{
    lint_run *run = calloc(1, sizeof *run); /* the findings' tables and the policy are large for a stack */
    if (run == NULL) {
        cli_error("no memory");
        return CLI_INTERNAL;
    }
    run->result = cli_read_options(&run->options, argc, argv);
    if (run->result == CLI_CLEAN && run->options.help) {
        cli_put_lint_help(stdout);
    } else if (run->result == CLI_CLEAN) {
        run->result = cli_outputs_open(&run->outputs, &run->options);
        if (run->result == CLI_CLEAN) {
            run_all(run);
            run->result = cli_worse(run->result, cli_outputs_close(&run->outputs, &run->summary));
            if (should_fail(&run->options, &run->summary))
                run->result = cli_worse(run->result, CLI_FINDINGS);
        }
    }
    cli_exit result = run->result;
    free(run);
    return result;
}
