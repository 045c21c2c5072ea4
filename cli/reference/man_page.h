/* Writes manual pages in roff from the tables of commands and rules. */
#ifndef AP_MAN_PAGE_H
#define AP_MAN_PAGE_H

#include <stdio.h>

#include "cli/options/command.h"

enum { CLI_MAN_NAME_BYTES = 64 };

/* Writes the name of a command's page: "animproof-corpus-build"; "animproof" for the program itself. */
void cli_man_page_name(const cli_command *command, char name[CLI_MAN_NAME_BYTES]);

/* Writes the page of a command for section 1. The program's page also lists commands, files and
   environment variables. Returns CLI_INTERNAL after printing a message when out of memory. The caller
   checks the stream for write errors. */
cli_exit cli_put_man_page(FILE *stream, const cli_command *command);

#endif
