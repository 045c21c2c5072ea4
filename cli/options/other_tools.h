/* Maps names of options and commands of other programs to the names of this program, for messages about
   unknown names. */
#ifndef AP_OTHER_TOOLS_H
#define AP_OTHER_TOOLS_H

#include "cli/options/option_table.h"

/* Returns the command of this program for a name that other programs use: "lint" for "validate". Returns NULL
   for other names. */
const char *cli_suggest_command(const char *name);

enum { CLI_MEANT_BYTES = 512 };

/* Writes a suggestion for an unknown option of a command: "did you mean 'animproof fix walk.md5anim'?" for
   --fix of lint, "did you mean '--stdin-filename'?" for --assume-filename, "it was removed: ..." for --shard
   of conform. `file` is the first file of the command line, or NULL. Returns false if the option is not in the table, or if the
   command does not have the option that the table suggests. */
bool cli_write_option_suggestion(const char *command, const cli_option_group *groups, const char *name,
    const char *file, char meant[CLI_MEANT_BYTES]);

#endif
