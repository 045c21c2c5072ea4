/* Names that users of other programs type, and their names here: for messages about unknown options and commands. */
#ifndef AP_OTHER_TOOLS_H
#define AP_OTHER_TOOLS_H

#include "cli/options/option_table.h"

/* The command of the program that is meant: "lint" for "validate"; NULL if none is known. */
const char *cli_meant_command(const char *name);

enum { CLI_MEANT_BYTES = 512 };

/* Writes what replaces an unknown option of a command: "did you mean 'animproof fix walk.md5anim'?" for --fix of
   lint, "did you mean '--stdin-filename'?" for --assume-filename, "it was removed: ..." for --shard of conform.
   `file`: the first file of the command line, or NULL. False if nothing is known. */
bool cli_meant_option(const char *command, const cli_option_group *groups, const char *name, const char *file,
    char meant[CLI_MEANT_BYTES]);

#endif
