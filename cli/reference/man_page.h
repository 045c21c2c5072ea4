/* Manual pages in roff, made of the tables of commands and rules. */
#ifndef AP_MAN_PAGE_H
#define AP_MAN_PAGE_H

#include <stdio.h>

#include "cli/options/command.h"

enum { CLI_MAN_NAME_BYTES = 64 };

/* "animproof-corpus-build" of a command; "animproof" of the program. */
void cli_man_name(const cli_command *command, char name[CLI_MAN_NAME_BYTES]);

/* Writes the page of a command, section 1; that of the program lists its commands, files and variables. CLI_CLEAN;
   CLI_INTERNAL after a message where there is no memory. What the stream fails at stays with it. */
cli_exit cli_put_man_page(FILE *stream, const cli_command *command);

/* animproof-rules(7): every rule with all that is known of it. */
void cli_put_man_rules(FILE *stream);

#endif
