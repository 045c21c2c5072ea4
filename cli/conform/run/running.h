/* Running loaders on the files of a corpus, several at once. */
#ifndef AP_RUNNING_H
#define AP_RUNNING_H

#include "cli/conform/rate/rating.h"
#include "cli/options/option_values.h"

enum { CLI_MOST_LOADER_JOBS = 256 };

/* How loaders are run. */
typedef struct cli_running {
    size_t jobs; /* at once */
    cli_when progress;
    cli_list sandbox_reads; /* besides, what sandboxed loaders may read */
    bool verbose;           /* says on standard error what the sandbox holds back */
} cli_running;

/* Cuts a command up into words: at blanks outside quotes, with '…' and "…" taken as they are and a backslash
   outside of them standing before a character that means itself. loader->batch says whether there must be a
   {} or no place at all. False, with *problem set (a literal; NULL for want of memory), where that cannot be. */
bool cli_split_command(const char *text, ap_arena *arena, cli_loader *loader, const char **problem);

/* Whether there is a program to be started. CLI_CLEAN, or CLI_UNREADABLE after a message. */
cli_exit cli_check_loader(const cli_loader *loader);

/* Runs all loaders on all files that they take, and fills the results. CLI_CLEAN; after a message
   CLI_UNREADABLE where a loader cannot be started, CLI_INTERNAL where something failed. CLI_UNREADABLE without
   a message, and rating->interrupted set, where a signal has interrupted it: the results have what was done until
   then. No process is left over then, either. `signals` is a signalfd of SIGCHLD and those that interrupt, all of
   them blocked. */
cli_exit cli_run_loaders(cli_rating *rating, const cli_running *running, int signals);

#endif
