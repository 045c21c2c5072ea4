/* What git prints. */
#ifndef AP_GIT_OUTPUT_H
#define AP_GIT_OUTPUT_H

#include <stddef.h>

#include "cli/shared/cli.h"

/* Runs git with the words (the first is "git", after the last is NULL) without a shell, and reads what it
   prints to its end. CLI_CLEAN with *text, which the caller frees and which has a NUL after its *bytes bytes.
   CLI_UNREADABLE after a message where git cannot be run or fails, CLI_INTERNAL where memory has run out. What git says on standard
   error is seen by the user. */
cli_exit cli_git_output(const char *const *words, char **text, size_t *bytes);

#endif
