/* What stands beside the files: a scene (--obj) or a mesh (--mesh), parsed once and alive for the whole
   run. */
#ifndef AP_COMPANION_H
#define AP_COMPANION_H

#include <stdbool.h>

#include "cli/options/reading_options.h"
#include "core/files/input.h"
#include "core/finding/excerpt.h"
#include "core/finding/finding.h"
#include "core/report/report.h"
#include "validators/format.h"

typedef struct cli_companion {
    const char *path; /* NULL: none was given, and nothing else here means anything */
    ap_input input;
    ap_arena arena;
    ap_findings findings;
    ap_status status;     /* AP_OK: it can be used, unless memory ran out */
    ap_companion_use use; /* its model is NULL where it cannot be used */
    ap_excerpt *excerpts;
    char error[AP_INPUT_ERROR_BYTES]; /* why the status is not AP_OK */
} cli_companion;

/* One that was not loaded yet. */
void cli_companion_init(
    cli_companion *beside, const ap_companion *companion, const char *path, const cli_reading *options);

/* Parses what its input shows; or, where loading that failed with a status other than AP_OK, keeps why. */
void cli_companion_parse(cli_companion *beside, ap_status loaded);

/* Loads and parses it, if there is one. Failures are kept until it is told of. */
void cli_companion_open(
    cli_companion *beside, const ap_companion *companion, const char *path, const cli_reading *options);

/* Its guard gave this status while a file was judged by it: forgets what was read, keeps why. */
void cli_companion_lose(cli_companion *beside, ap_status status);

/* CLI_CLEAN if it could be read and has no error, or there is none; otherwise says what is wrong with it, once its file was
   checked also what that found in it. */
cli_exit cli_companion_judge(cli_companion *beside);

/* Sorts, locates and fills in what is reported of it. Only where there is one. */
void cli_companion_describe(cli_companion *beside, bool excerpts, ap_report_file *file);

void cli_companion_close(cli_companion *beside);

#endif
