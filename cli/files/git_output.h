/* What git prints. */
#ifndef AP_GIT_OUTPUT_H
#define AP_GIT_OUTPUT_H

#include <stddef.h>

#include "cli/options/cli.h"

/* The first words of each git command: with them, git starts neither a file monitor nor a transport that the repository's
   configuration names. It does start the configuration's filters (filter.NAME.clean and .process), which it needs to compare. */
#define CLI_GIT_WORDS "git", "-c", "core.fsmonitor=false", "-c", "protocol.ext.allow=never"

/* The environment variable that says after how many seconds git is ended; 300 unless it is a number from 1 to 86400. */
#define CLI_GIT_SECONDS "ANIMPROOF_GIT_SECONDS"

/* Runs git with the words (the first are CLI_GIT_WORDS, after the last is NULL) without a shell, and reads what it
   prints to its end. A partial clone fetches nothing meanwhile. CLI_CLEAN with *text, which the caller frees and
   which has a NUL after its *bytes bytes. CLI_UNREADABLE after a message where git cannot be run, fails or does not
   answer in time, CLI_INTERNAL where memory has run out. What git says on standard error is seen by the user. */
cli_exit cli_git_output(const char *const *words, char **text, size_t *bytes);

#endif
