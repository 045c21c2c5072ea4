/* Runs git and reads its output. */
#ifndef AP_GIT_OUTPUT_H
#define AP_GIT_OUTPUT_H

#include <stddef.h>

#include "cli/options/cli.h"

/* The first words of each git command. They prevent git from starting a file monitor or a transport that
   the repository's configuration names. git still starts the configured filters (filter.NAME.clean and
   .process), which it needs to compare files. */
#define CLI_GIT_WORDS "git", "-c", "core.fsmonitor=false", "-c", "protocol.ext.allow=never"

/* Environment variable with the time limit for git in seconds, from 1 to 86400; other values mean 300. */
#define CLI_GIT_SECONDS "ANIMPROOF_GIT_SECONDS"

/* Runs git without a shell and reads its standard output to the end. `words` begins with CLI_GIT_WORDS and
   ends with NULL. A partial clone fetches nothing. Returns CLI_CLEAN with the output in *text, which the
   caller frees and which has a NUL after its *bytes bytes. After a message, returns CLI_UNREADABLE if git
   cannot be started, fails or exceeds the time limit, and CLI_INTERNAL when out of memory. The user sees
   git's standard error. */
cli_exit cli_git_output(const char *const *words, char **text, size_t *bytes);

#endif
