/* Files judged by several threads at once, and told of in the order in which they were found.

   One thread finds files, some judge them, and the caller's tells of them. What was judged out of turn waits,
   and whoever runs too far ahead of the telling waits too: neither the files found nor their findings grow
   with how many files there are. With one thread, each file is judged and told of as it is found. */
#ifndef AP_JOBS_H
#define AP_JOBS_H

#include <stdbool.h>

#include "cli/check/check.h"

typedef struct cli_jobs cli_jobs;

typedef struct cli_jobs_calls {
    void *context;
    /* Finds all files, and adds each by cli_jobs_add until that returns false. Runs beside `report`, in another thread. */
    void (*find)(void *context, cli_jobs *jobs);
    /* Reports one, in order. False to end the run. */
    bool (*report)(void *context, cli_result *result);
} cli_jobs_calls;

/* Finds, checks and reports all files. False when out of memory, with nothing done; fewer threads than asked for are no
   failure. */
bool cli_jobs_run(const cli_jobs_calls *calls, const cli_check_options *options, size_t threads);

/* For the finder: puts an entry after the others. The path and the reason of an unreadable entry are copied, and
   the folder (NULL: none) is held; the settings and the archive are the caller's. False: there is no use in finding more. */
bool cli_jobs_add(cli_jobs *jobs, const cli_entry *entry, cli_folder *folder);

/* Waits until all files that were found have been told of: nobody looks at them any more. False: they were not, since
   nobody is left to tell. */
bool cli_jobs_wait(cli_jobs *jobs);

#endif
