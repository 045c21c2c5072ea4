/* Lints files again when they are saved, for --watch. */
#ifndef AP_WATCH_H
#define AP_WATCH_H

#include "cli/files/listed_files.h"
#include "cli/options/option_table.h"

/* The files that a run lints. */
typedef struct cli_watch_changes {
    cli_listed_files named;        /* files as the user named them, and new directories */
    cli_listed_files listed_files; /* files in watched directories */
    bool all;                      /* lint everything, as in the first run; the lists are empty */
} cli_watch_changes;

/* Watches files and directories, with all subdirectories, until a signal (SIGINT) ends the process or
   nothing is left to watch. Each run has a process of its own: there the function returns true with the
   batch, and the caller lints the batch and exits. In the first process the function returns false at the
   end, with the result of the last run, or after a message if watching failed. No other thread may run. */
bool cli_watch(char *const *paths, size_t count, cli_watch_changes *batch, cli_exit *result);

void cli_watch_changes_free(cli_watch_changes *batch);

#endif
