/* A command of the program, said once: its options, its words, its help, and the function that does the work.
   The list of commands, `help`, and completion are made of it. */
#ifndef AP_COMMAND_H
#define AP_COMMAND_H

#include "cli/options/option_table.h"

typedef struct cli_command cli_command;

/* A call of a command as it is typed, and a sentence on what it does. */
typedef struct cli_example {
    const char *call; /* "animproof lint assets/" */
    const char *text;
} cli_example;

struct cli_command {
    const char *name;            /* "lint", "corpus build"; NULL: the program itself */
    const char *words;           /* what follows the options: "PATH..."; NULL: nothing */
    const char *usage;           /* what follows the name, a line each; NULL: "[OPTION]... " and the words */
    const char *summary;         /* of it, for the list of commands */
    const char *about;           /* what it does. Texts may hold what cli_expand_help knows; NULL: nothing */
    const char *notes;           /* what comes after the options; NULL: nothing */
    const cli_example *examples; /* ended by a call that is NULL; NULL: none */
    const char *exits;           /* what each exit code means; NULL: nothing */

    const cli_option_group *options; /* NULL: only --help */
    size_t record_bytes;             /* of the record that its options fill; 0: it has none */
    void (*prepare)(void *record);   /* what holds where nothing is given; the record is zero; NULL: zero */
    cli_exit (*run)(void *record, cli_words words); /* judges the words, and works */
    void (*release)(void *record);                  /* gives back what the record holds; NULL: nothing */

    const cli_command *const *parts; /* the commands that it consists of, ended by NULL; NULL: none */
    /* Instead of the options and run: takes all words unread, argv[0] the command's name; --help alone is
       answered from this table. */
    cli_exit (*hand_over)(int argc, char **argv);

    /* What its words may be, for completion. */
    bool (*word)(size_t index, cli_choice *choice); /* false: there are no more; NULL: nothing is known */
    cli_completes completes;
};

/* Runs the command, or the part of it that argv[1] names. argv[0] is the command's name. */
cli_exit cli_run_command(const cli_command *command, int argc, char **argv);

/* The part of that name; NULL where there is none. */
const cli_command *cli_find_shard(const cli_command *command, const char *name);

/* The last word of the command's name. */
const char *cli_shard_report_name(const cli_command *command);

/* `help COMMAND...`: the page of the command that the words lead to. */
cli_exit cli_help_on(const cli_command *command, cli_words words);

#endif
