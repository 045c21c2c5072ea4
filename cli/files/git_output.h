/* Runs git and reads its complete output. */
#ifndef AP_GIT_OUTPUT_H
#define AP_GIT_OUTPUT_H

#include <stddef.h>

#include "cli/files/git_process.h"

/* Runs git without a shell and reads its standard output to the end. `words` begins with CLI_GIT_WORDS and
   ends with NULL. A partial clone fetches nothing. Returns CLI_CLEAN with the output in *text, which the
   caller frees and which has a NUL after its *bytes bytes. After a message, returns CLI_UNREADABLE if git
   cannot be started, fails or exceeds the time limit, and CLI_INTERNAL when out of memory. The user sees
   git's standard error. */
cli_exit cli_git_read_output(const char *const *words, char **text, size_t *bytes);

/* Does what cli_git_read_output does, for a question that git may answer by failing: if git exits with a status other than
   0, returns CLI_UNREADABLE without a message. */
cli_exit cli_git_read_output_or_refusal(const char *const *words, char **text, size_t *bytes);

#endif
