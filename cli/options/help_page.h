/* Help pages, made of the table of a command. */
#ifndef AP_HELP_PAGE_H
#define AP_HELP_PAGE_H

#include <stdio.h>

#include "cli/options/command.h"

/* Prints the page of a command, in lines of at most 100 columns, and no more than the terminal has that `stream` is, if that
   has 60. Texts are those of help_text.h; a newline stays a newline. CLI_CLEAN; CLI_INTERNAL after a message where there is no
   memory. */
cli_exit cli_put_help(FILE *stream, const cli_command *command);

#endif
