/* What was found goes to the jobs: files with their folders, and what is in archives. */
#ifndef AP_HAND_OVER_H
#define AP_HAND_OVER_H

#include "cli/check/jobs.h"
#include "cli/files/find_files.h"

/* All zero to begin with, but for what is said to be the caller's. */
typedef struct cli_handing {
    cli_finder *finder; /* the caller's */
    cli_jobs *jobs;
    bool alone; /* the caller says so: no companion is looked for that was not named */
    cli_folders folders;
    cli_archive *archive; /* that was entered last */
} cli_handing;

/* Finds all files, and says each to the jobs. In a thread of its own it looks at nothing else. */
void cli_hand_over(cli_handing *handing, cli_jobs *jobs);

/* Once no job is left: gives back what was found in. */
void cli_handing_free(cli_handing *handing);

#endif
