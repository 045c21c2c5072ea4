/* Describes a command of the program: its options, arguments and help texts, and the function that runs the command.
   The list of commands, the help pages and the shell completion are generated from the descriptions of all commands. */
#ifndef AP_COMMAND_H
#define AP_COMMAND_H

#include "cli/options/option_table.h"

typedef struct cli_command cli_command;

/* An example call for a help page, with a sentence on what the call does. */
typedef struct cli_example {
    const char *call; /* the call as the user types it: "animproof lint assets/" */
    const char *text;
} cli_example;

struct cli_command {
    const char *name; /* "lint", "corpus build"; NULL for the program itself */
    /* arguments after the options, as in the help: "PATH..."; NULL if the command takes none */
    const char *words;
    /* forms of the call without the command's name, one per line; NULL for "[OPTION]... " and `words` */
    const char *usage;
    const char *summary; /* description of the command in the list of commands, one line */
    /* first paragraph of the help page, with placeholders of cli_expand_help; may be NULL */
    const char *about;
    const char *notes; /* paragraph after the options on the help page; may be NULL */
    /* examples for the help page; the last example has a NULL call; may be NULL */
    const cli_example *examples;
    const char *exits; /* meaning of each exit code; may be NULL */

    const cli_option_group *options; /* NULL if --help is the only option */
    size_t record_bytes;             /* size of the record that the options fill; 0 for no record */
    void (*prepare)(void *record);   /* sets defaults in the zeroed record; may be NULL */
    cli_exit (*run)(void *record, cli_operands words); /* checks the arguments, and runs the command */
    void (*release)(void *record);                     /* frees what the record owns; may be NULL */

    /* array of subcommands, ended by NULL; NULL if the command has no subcommands */
    const cli_command *const *subcommands;
    /* called in place of `run`, with all arguments unparsed and the command's name as argv[0], unless the first argument is
       --help, -h or help. NULL: the command has no such function. */
    cli_exit (*hand_over)(int argc, char **argv);

    /* Members for completing the command's arguments in a shell */
    /* sets *choice to value `index`; returns false after the last value; may be NULL */
    bool (*word)(size_t index, cli_option_choice *choice);
    cli_completion_kind completes;
};

/* Runs the command, or the subcommand that argv[1] names. argv[0] is the name of the command. Returns the
   exit code. */
cli_exit cli_run_command(const cli_command *command, int argc, char **argv);

/* Returns the subcommand with this name, or NULL. */
const cli_command *cli_find_subcommand(const cli_command *command, const char *name);

/* Returns the last word of the command's name: "build" of "corpus build". */
const char *cli_subcommand_name(const cli_command *command);

#endif
