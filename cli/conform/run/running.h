/* Runs loaders on the files of a corpus, several in parallel. */
#ifndef AP_RUNNING_H
#define AP_RUNNING_H

#include "cli/conform/rate/rating.h"
#include "cli/options/option_values.h"

enum { CLI_MOST_LOADER_JOBS = 256 };

/* Options of running loaders. */
typedef struct cli_run_options {
    size_t jobs; /* number of processes in parallel */
    cli_when_option progress;
    cli_string_list sandbox_reads; /* paths that sandboxed loaders may also read and run */
    bool keeps_output;             /* keep as much output of a right answer as of a wrong one */
    bool verbose;                  /* print the restrictions that the sandbox enforces */
} cli_run_options;

/* Splits a command into words at blanks. Quotes '…' and "…" keep blanks; a backslash outside quotes quotes the next
   character. Sets loader->words and the members given_companion, given_input and given_values. loader->batch must be
   set: a batch command must not have a placeholder; other commands need {} unless loader->given_input is set, which becomes
   false if the command has {}. Returns false with *problem set to a static text, or to NULL when out of memory. */
bool cli_parse_loader_command(const char *text, ap_arena *arena, cli_loader *loader, const char **problem);

/* Checks that the loader's program exists. Returns CLI_CLEAN, or CLI_UNREADABLE after a message. */
cli_exit cli_check_loader_exists(const cli_loader *loader);

/* Runs all loaders on all files in the formats that they read, and stores the results. `signals` is a signalfd of
   SIGCHLD and the terminating signals, all blocked. Returns CLI_CLEAN; after a message CLI_UNREADABLE if a loader
   cannot be started, or CLI_INTERNAL. After a terminating signal returns CLI_UNREADABLE without a message, with
   rating->interrupted set and the results so far. In any case no process is left running. */
cli_exit cli_run_loaders(cli_rating *rating, const cli_run_options *running, int signals);

#endif
