#include "cli/shared/companion.h"

#include <string.h>

#include "validators/lint_bytes.h"
#include "validators/md5mesh/md5mesh.h"
#include "validators/memg/obj/obj.h"

static void parse(void *context)
{
    cli_sidecar *sidecar = context;
    if (sidecar->kind == CLI_SCENE)
        sidecar->scene = ap_obj_parse(sidecar->input.view, &sidecar->findings);
    else
        sidecar->mesh = ap_md5_mesh_parse(sidecar->input.view, &sidecar->findings);
}

void cli_sidecar_open(
    cli_sidecar *sidecar, cli_sidecar_kind kind, const char *path, const cli_reading *options)
{
    *sidecar = (cli_sidecar){ .kind = kind, .path = path };
    ap_input_init(&sidecar->input, options->max_input_bytes);
    ap_arena_init(&sidecar->arena, options->max_memory_bytes);
    ap_findings_init(
        &sidecar->findings, &sidecar->arena, &options->policy, options->max_findings, options->max_per_rule);
    if (path == NULL)
        return;
    ap_status status = ap_input_load(&sidecar->input, path);
    if (status == AP_OK)
        status = ap_input_guard(&sidecar->input, parse, sidecar);
    if (status != AP_OK)
        cli_sidecar_lose(sidecar, status);
}

void cli_sidecar_lose(cli_sidecar *sidecar, ap_status status)
{
    ap_findings *findings = &sidecar->findings;
    sidecar->status = status;
    memcpy(sidecar->error, sidecar->input.error, sizeof sidecar->error);
    ap_input_release(&sidecar->input); /* no guard looks at it any more */
    sidecar->scene = NULL;
    sidecar->mesh = NULL;
    ap_arena_reset(&sidecar->arena);
    ap_findings_init(
        findings, &sidecar->arena, findings->policy, findings->max_findings, findings->max_per_rule);
}

static void finish(void *context)
{
    cli_sidecar *sidecar = context;
    ap_settle_findings(&sidecar->findings, sidecar->input.view, true);
    sidecar->excerpts = ap_excerpts(&sidecar->findings, sidecar->input.view, true, &sidecar->arena);
}

void cli_sidecar_tell(cli_sidecar *sidecar, bool excerpts, ap_report_file *file)
{
    if (sidecar->status == AP_OK) {
        ap_status status = ap_input_guard(&sidecar->input, finish, sidecar);
        if (status != AP_OK)
            cli_sidecar_lose(sidecar, status);
    }
    *file = (ap_report_file){
        .name = sidecar->path,
        .format = sidecar->kind == CLI_SCENE ? "obj" : "md5mesh",
        .text = true,
        .size_bytes = sidecar->input.view.size,
        .findings = sidecar->status == AP_OK ? &sidecar->findings : NULL,
        .excerpts = excerpts && sidecar->status == AP_OK ? sidecar->excerpts : NULL,
        .error = sidecar->status == AP_OK ? NULL : sidecar->error,
    };
}

void cli_sidecar_close(cli_sidecar *sidecar)
{
    ap_input_free(&sidecar->input);
    ap_arena_free(&sidecar->arena);
}
