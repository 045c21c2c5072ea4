/* Prints the help page of a command from the command's description. */
#ifndef AP_HELP_PAGE_H
#define AP_HELP_PAGE_H

#include <stdio.h>

#include "cli/options/command.h"

/* Prints the help page of a command to `stream`. Lines have at most 100 columns; on a terminal of 60 to 100
   columns they have the terminal's width. Line breaks in the command's texts are kept. Returns
   CLI_CLEAN, or CLI_INTERNAL after a message when out of memory. */
cli_exit cli_put_help_unless_no_memory(FILE *stream, const cli_command *command);

#endif
