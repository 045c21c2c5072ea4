/* Loads a companion, a scene (--obj) or a mesh (--mesh): once for the whole run if an option names it, or for the cache of
   companions that were found on disk. */
#ifndef AP_COMPANION_H
#define AP_COMPANION_H

#include <stdbool.h>

#include "cli/options/reading_options.h"
#include "core/files/input.h"
#include "core/finding/excerpt.h"
#include "core/finding/finding.h"
#include "core/report/report.h"
#include "validators/format.h"

/* A companion, with the path from an option or from a search. */
typedef struct cli_companion {
    const char *path; /* NULL: no companion is given, so none is loaded */
    ap_input input;
    ap_arena arena;
    ap_findings findings;
    ap_status status;     /* AP_OK: the companion was read; see also `use` */
    ap_companion_use use; /* use.model is NULL if the companion cannot be used */
    ap_excerpt *excerpts;
    char error[AP_INPUT_ERROR_BYTES]; /* error message if `status` is not AP_OK */
} cli_companion;

/* Initialises a companion without loading it. */
void cli_companion_init(
    cli_companion *companion, const ap_companion *kind, const char *path, const cli_reading_options *options);

/* Parses the loaded input. If `loaded` is not AP_OK, stores that status and the error message instead. */
void cli_companion_parse(cli_companion *companion, ap_status loaded);

/* Initialises a companion; if `path` is not NULL, also loads and parses it. An error is stored until the companion is
   reported. */
void cli_companion_open(
    cli_companion *companion, const ap_companion *kind, const char *path, const cli_reading_options *options);

/* Marks the companion as unreadable with `status`, the result of a guard. Frees the model and stores the error
   message. */
void cli_companion_set_unreadable(cli_companion *companion, ap_status status);

/* Returns CLI_CLEAN if no companion is given, or if it was read and has no errors. Otherwise prints the
   error or the findings, including those from checking a file against the companion, and returns another code. */
cli_exit cli_companion_report_errors(cli_companion *companion);

/* Sorts the findings of the companion, and sets the members of *file for its report, file->excerpts only if `excerpts` is true.
   The companion's path must not be NULL. */
void cli_companion_fill_report(cli_companion *companion, bool excerpts, ap_report_file *file);

void cli_companion_close(cli_companion *companion);

/* Returns the companion that files of this format are for files of other formats; NULL if the format is not that of a
   companion. */
const ap_companion *cli_format_as_companion(const ap_format *format);

/* Returns the index by which ap_companion_at returns this companion. */
size_t cli_companion_index(const ap_companion *companion);

/* Returns true if the path has the extension of a companion. */
bool cli_has_companion_extension(const char *path);

#endif
