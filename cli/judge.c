#include "cli/judge.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/unknown.h"
#include "core/lines.h"
#include "validators/registry.h"

void cli_judge_init(cli_judge *judge, const cli_options *options, bool wants_excerpts)
{
    *judge = (cli_judge){ .options = options, .lint = options->lint, .wants_excerpts = wants_excerpts };
    ap_input_init(&judge->input, options->max_input_bytes);
}

void cli_judge_free(cli_judge *judge)
{
    ap_input_free(&judge->input);
}

void cli_verdict_unread(cli_verdict *verdict, ap_status status, const char *reason)
{
    *verdict = (cli_verdict){ .status = status };
    snprintf(verdict->error, sizeof verdict->error, "%s", reason);
}

static const ap_format *choose_format(const cli_judge *judge, ap_view view)
{
    if (judge->options->input_format != NULL)
        return judge->options->input_format;
    return view.size == 0 ? ap_recognize_empty(judge->name) : ap_recognize(view);
}

/* All that touches the bytes of the file. */
static void look(void *context)
{
    cli_judge *judge = context;
    ap_findings *findings = &judge->found->list;
    const ap_view view = judge->input.view;
    judge->format = choose_format(judge, view);
    const bool text = judge->format != NULL && judge->format->text;
    if (judge->format != NULL)
        judge->format->lint(view, &judge->lint, findings, &judge->about);
    else if (judge->named)
        cli_report_unknown(view, findings);
    ap_findings_sort(findings);
    if (text)
        ap_locate(findings, view);
    if (judge->wants_excerpts)
        judge->excerpts = ap_excerpts(findings, view, text, &judge->found->arena);
}

/* A scene or a mesh can shrink too while a file is judged by it. */
typedef struct guarded {
    cli_judge *judge;
    ap_status file, scene;
} guarded;

static void guard_file(void *context)
{
    guarded *g = context;
    g->file = ap_input_guard(&g->judge->input, look, g->judge);
}

static void guard_scene(void *context)
{
    guarded *g = context;
    cli_sidecar *scene = g->judge->scene;
    if (scene == NULL)
        guard_file(g);
    else
        g->scene = ap_input_guard(&scene->input, guard_file, g);
}

static void start_file(cli_judge *judge)
{
    ap_arena_reset(&judge->found->arena);
    ap_findings_restart(&judge->found->list);
    judge->format = NULL;
    judge->about = (ap_lint_result){ NULL, NULL };
    judge->excerpts = NULL;
    judge->lint.scene = judge->scene == NULL ? NULL : judge->scene->scene;
    judge->lint.mesh = judge->mesh == NULL ? NULL : judge->mesh->mesh;
}

/* Judges the file; one more time for each scene or mesh that is lost meanwhile. */
static ap_status judge_guarded(cli_judge *judge)
{
    for (;;) {
        guarded g = { .judge = judge };
        ap_status mesh = AP_OK;
        start_file(judge);
        if (judge->mesh == NULL)
            guard_scene(&g);
        else
            mesh = ap_input_guard(&judge->mesh->input, guard_scene, &g);
        if (mesh == AP_OK && g.scene == AP_OK)
            return g.file;
        if (mesh != AP_OK)
            cli_sidecar_lose(judge->mesh, mesh);
        if (g.scene != AP_OK)
            cli_sidecar_lose(judge->scene, g.scene);
    }
}

static void judge_loaded(cli_judge *judge, cli_verdict *verdict)
{
    const ap_status status = judge_guarded(judge);
    if (status != AP_OK) {
        cli_verdict_unread(verdict, status, judge->input.error);
        return;
    }
    const ap_format *format = judge->format;
    verdict->status = AP_OK;
    verdict->passed_over = format == NULL && !judge->named;
    verdict->text = format != NULL && format->text;
    verdict->judged = true;
    verdict->format = format == NULL ? NULL : format->name;
    verdict->version = judge->about.version;
    verdict->layout = judge->about.layout;
    verdict->size_bytes = judge->input.view.size;
    verdict->excerpts = judge->excerpts;
    verdict->error[0] = '\0';
}

static void judge_input(cli_judge *judge, ap_status loaded, cli_verdict *verdict)
{
    if (loaded == AP_OK)
        judge_loaded(judge, verdict);
    else
        cli_verdict_unread(verdict, loaded, judge->input.error);
    ap_input_release(&judge->input);
}

void cli_judge_file(cli_judge *judge, const char *path, bool named, cli_verdict *verdict)
{
    judge->name = path;
    judge->named = named;
    judge_input(judge, named ? ap_input_load(&judge->input, path) : ap_input_load_found(&judge->input, path),
        verdict);
}

void cli_judge_stream(cli_judge *judge, cli_verdict *verdict)
{
    judge->name = "-";
    judge->named = true;
    judge_input(judge, ap_input_load_stream(&judge->input, STDIN_FILENO), verdict);
}
