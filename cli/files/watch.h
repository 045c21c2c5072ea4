/* Lints files again when they are saved, for --watch. */
#ifndef AP_WATCH_H
#define AP_WATCH_H

#include "cli/files/listed_files.h"
#include "cli/options/option_table.h"

/* The files that one run lints. */
typedef struct cli_saved_files {
    /* files, as paths that the user named; new directories are listed here too */
    cli_listed_files named;
    cli_listed_files listed_files; /* files in watched directories, as if a directory walk had found them */
    /* lint all paths of the command line, as in the first run; the lists are empty */
    bool all;
} cli_saved_files;

/* Watches files and directories, with all subdirectories, until SIGINT or another signal ends the process, no directory
   remains to be watched, or the first run returns CLI_USAGE. Each run has a process of its own: there this function
   returns true with the batch, and the caller lints the batch and exits. In the first process the function returns
   false when watching ends, with *result set to the result of the last run, or after a message if watching failed. No
   other thread may be running. */
bool cli_watch_and_fork_runs(char *const *paths, size_t count, cli_saved_files *batch, cli_exit *result);

#endif
