/* Runs git as a process: starts it, waits for its output within a time limit, and ends it. */
#ifndef AP_GIT_PROCESS_H
#define AP_GIT_PROCESS_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "cli/options/cli.h"

/* The first words of each git command. They prevent git from starting a file monitor or a transport that the
   repository's configuration names. git still runs the configured filters (filter.NAME.clean and .process), because it
   needs them to compare files. */
#define CLI_GIT_WORDS "git", "-c", "core.fsmonitor=false", "-c", "protocol.ext.allow=never"

/* Environment variable with the time limit for git in seconds, from 1 to 86400; other values mean 300. */
#define CLI_GIT_SECONDS "ANIMPROOF_GIT_SECONDS"

/* A running git process. */
typedef struct cli_git_process {
    pid_t pid;
    int output;       /* the read end of a pipe, which the caller closes */
    int64_t until_ms; /* time of cli_now_ms at which the limit has passed */
    unsigned seconds; /* the time limit in seconds, for messages */
    bool late;        /* the time limit has passed */
    /* a failure of git is an answer for the caller: cli_git_wait_for_exit_or_kill prints no message about the exit status */
    bool may_refuse;
} cli_git_process;

/* Starts git without a shell. Its standard output is a pipe; its standard input is the descriptor `input`, or empty if
   that is -1. `words` begins with CLI_GIT_WORDS and ends with NULL. In a partial clone git fetches no objects. Returns
   0, or an errno. */
int cli_git_start(cli_git_process *process, const char *const *words, int input);

/* Sets the time limit to its full length from now on. */
void cli_git_restart_time_limit(cli_git_process *process);

/* Waits until git has written output or closed the pipe. Returns false if the time limit has passed, or with errno set
   after an error. */
bool cli_git_wait_for_output(cli_git_process *process);

/* Waits until git has ended; ends git if the time limit has passed. Returns CLI_CLEAN, or CLI_UNREADABLE if git failed or was
   ended: after a message, unless may_refuse is set and git exited by itself. */
cli_exit cli_git_wait_for_exit_or_kill(cli_git_process *process);

/* Runs git without a shell and reads its standard output to the end. `words` begins with CLI_GIT_WORDS and
   ends with NULL. A partial clone fetches nothing. Returns CLI_CLEAN with the output in *text, which the
   caller frees and which has a NUL after its *bytes bytes. After a message, returns CLI_UNREADABLE if git
   cannot be started, fails or exceeds the time limit, and CLI_INTERNAL when out of memory. If may_refuse is true, git may
   answer by exiting with a status other than 0: then prints no message about that. The user sees git's standard error. */
cli_exit cli_git_read_output(const char *const *words, bool may_refuse, char **text, size_t *bytes);

#endif
