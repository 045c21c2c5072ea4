/* Runs work that starts loaders in a process of its own, with signals that the work reads itself. */
#ifndef AP_WORKER_H
#define AP_WORKER_H

#include "cli/options/cli.h"

/* Runs work(context, signals) with signals blocked, so that an interrupted run leaves no partial file and no
   process. `signals` is a signalfd of SIGCHLD and the terminating signals. `command` is the name for messages.
   Returns the result of the work, or CLI_INTERNAL after a message. The caller goes on in the new process. */
cli_exit cli_run_in_worker(const char *command, cli_exit (*work)(void *context, int signals), void *context);

#endif
