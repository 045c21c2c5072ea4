/* Linting again what is saved: --watch. */
#ifndef AP_WATCH_H
#define AP_WATCH_H

#include "cli/files/listed_files.h"
#include "cli/options/option_table.h"

/* What a run is about. */
typedef struct cli_batch {
    cli_listed_files named;        /* files, as the user named them, and directories that are new */
    cli_listed_files listed_files; /* in directories that are watched */
    bool all;                      /* everything, as at the beginning; then the others are empty */
} cli_batch;

/* Watches the paths, files and directories, with all directories in these, until the process is ended by a
   signal (SIGINT), or there is nothing left to watch. Each run has a process of its own: the function
   returns true in each of those, with what it is about, and the caller does it and ends. It returns false in the
   first process, at the end, with the result of the last run; after a message where it cannot watch. No other thread
   may run. */
bool cli_watch(char *const *paths, size_t count, cli_batch *batch, cli_exit *result);

void cli_batch_free(cli_batch *batch);

#endif
