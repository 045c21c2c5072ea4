/* Checks files in several threads and reports them in the order in which they were found. One thread finds files,
   workers check them, and the calling thread reports them. The result of a file checked out of order waits for its
   turn. Finding and checking wait when they are too far ahead of reporting, so memory does not grow with the number of
   files. With one thread, each file is checked and reported as soon as it is found. */
#ifndef AP_JOBS_H
#define AP_JOBS_H

#include <stdbool.h>

#include "cli/check/check.h"

typedef struct cli_jobs cli_jobs;

/* Functions that cli_jobs calls. */
typedef struct cli_jobs_callbacks {
    void *context;
    /* Finds all files and adds each by cli_jobs_add, until cli_jobs_add returns false. In a run with several threads,
       does not run in the thread of `report`. */
    void (*find)(void *context, cli_jobs *jobs);
    /* Reports a result, in order. Returns false to end the run. */
    bool (*report)(void *context, cli_result *result);
} cli_jobs_callbacks;

/* Finds, checks and reports all files. Returns false when out of memory, before any file is found. Runs
   with fewer threads if some cannot be started. */
bool cli_jobs_run(const cli_jobs_callbacks *calls, const cli_check_options *options, size_t threads);

/* Appends an entry to the jobs; called by the function `find`. Copies the path; takes a reference to the folder, which
   may be NULL. The caller owns the settings and the archive. Returns false if the run has ended, so that no more files
   are needed. */
bool cli_jobs_add(cli_jobs *jobs, const cli_entry *entry, cli_folder *folder);

/* Waits until all files found so far have been reported and no thread uses them. Returns false if the run
   ended before that. */
bool cli_jobs_wait_until_reported(cli_jobs *jobs);

#endif
