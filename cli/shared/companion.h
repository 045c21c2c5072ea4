/* What stands beside the files: a scene (--obj) or a mesh (--mesh), parsed once and alive for the whole
   run. */
#ifndef AP_COMPANION_H
#define AP_COMPANION_H

#include <stdbool.h>

#include "cli/shared/reading_options.h"
#include "core/files/input.h"
#include "core/finding/excerpt.h"
#include "core/finding/finding.h"
#include "core/report/report.h"
#include "validators/format.h"

typedef enum cli_sidecar_kind { CLI_SCENE, CLI_MESH } cli_sidecar_kind;

typedef struct cli_sidecar {
    cli_sidecar_kind kind;
    const char *path; /* NULL: none was given, and nothing else here means anything */
    ap_input input;
    ap_arena arena;
    ap_findings findings;
    ap_status status; /* AP_OK: scene or mesh can be used, unless memory ran out */
    ap_obj_scene *scene;
    ap_md5_mesh *mesh;
    const ap_excerpt *excerpts;
    char error[AP_INPUT_ERROR_BYTES]; /* why the status is not AP_OK */
} cli_sidecar;

/* Loads and parses it, if there is one. Failures are kept until it is told of. */
void cli_sidecar_open(
    cli_sidecar *sidecar, cli_sidecar_kind kind, const char *path, const cli_reading *options);

/* Its guard gave this status while a file was judged by it: forgets what was read, keeps why. */
void cli_sidecar_lose(cli_sidecar *sidecar, ap_status status);

/* Sorts, locates and fills in what is reported of it. Only where there is one. */
void cli_sidecar_tell(cli_sidecar *sidecar, bool excerpts, ap_report_file *file);

void cli_sidecar_close(cli_sidecar *sidecar);

#endif
