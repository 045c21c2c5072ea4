/* Finding all files of a run: what was named, what lists name, what else has found. */
#ifndef AP_FIND_FILES_H
#define AP_FIND_FILES_H

#include "cli/changes/met_files.h"
#include "cli/config/configs.h"
#include "cli/lint/jobs.h"
#include "cli/lint/path_list.h"
#include "cli/shared/reading_options.h"

typedef struct cli_finder {
    cli_path_list list;
    char *const *paths; /* files, directories, "-" for standard input */
    size_t path_count;
    cli_met_files named; /* more of these; "-" is a file */
    cli_met_files met_files;
    cli_configs *configs; /* what holds for each */
    bool alone;           /* no companion is looked for that was not named */

    bool walks;     /* a folder; otherwise files are met that something else has found */
    cli_jobs *jobs; /* while files are being found */
    cli_met met;
    cli_folders folders;
    cli_archive *archive; /* that was entered last */
} cli_finder;

/* Says each file to the jobs, each once. */
void cli_find_files(cli_finder *finder, cli_jobs *jobs);

/* Once no job is left: gives back what was found in. */
void cli_finder_free(cli_finder *finder);

#endif
