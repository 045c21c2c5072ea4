/* Starts a process for the work of a command that runs loaders. Signals are blocked there, and the work reads them from a
   descriptor. */
#ifndef AP_WORKER_H
#define AP_WORKER_H

#include "cli/options/cli.h"

/* Runs work(context, signals) with signals blocked, so that an interrupted run leaves no partial file and no process.
   `signals` is a signalfd of SIGCHLD and the terminating signals. `command` is the command's name in messages. Returns
   in a new process, with the result of the work, or CLI_INTERNAL after a message. */
cli_exit cli_run_in_worker(const char *command, cli_exit (*work)(void *context, int signals), void *context);

#endif
