/* Describes the options of a command as a table. A row gives the spelling of an option, the member of a
   record that receives its value, the values that are allowed, and the help text. The command line is
   parsed by this table; help pages, shell completion and messages are generated from it.

       typedef struct greeting {
           bool loud;
           size_t times;
       } greeting;

       static const cli_option rows[] = {
           { .name = "loud", .letter = 'l', CLI_FLAG(greeting, loud), .help = "print capitals" },
           { .name = "times", .value = "N", CLI_COUNT(greeting, times), .least = 1, .most = 9,
               .help = "number of repetitions ({default})" },
           { .name = NULL },
       }; */
#ifndef AP_OPTION_TABLE_H
#define AP_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/options/cli.h"
#include "cli/options/option_values.h"
#include "core/base/enum_name.h"

typedef enum cli_option_kind {
    CLI_KIND_FLAG,   /* the option has no value; sets a bool to true */
    CLI_KIND_TEXT,   /* sets a const char * to the text of the value */
    CLI_KIND_COUNT,  /* sets a size_t to a number from `least` to `most` */
    CLI_KIND_BYTES,  /* sets a size_t to a number of bytes, which may have the suffix K, M, G or T */
    CLI_KIND_CHOICE, /* sets an int or an enum to the value of one of the choices */
    CLI_KIND_LIST,   /* adds each item of a comma-separated text to a cli_string_list */
    CLI_KIND_ITEM,   /* adds the text to a cli_string_list as one item */
    CLI_KIND_TAKEN,  /* calls the row's function `take`, which stores the value */
    CLI_KIND_HELP,   /* --help, an option of every command */
} cli_option_kind;

/* Kinds of values that a shell completes, for options without choices. */
typedef enum cli_completion_kind {
    CLI_COMPLETES_NOTHING,
    CLI_COMPLETES_FILES,
    CLI_COMPLETES_FOLDERS
} cli_completion_kind;

typedef struct cli_option cli_option;

/* An option found on the command line, with its value. */
typedef struct cli_option_value {
    const char *command; /* name of the command, for messages */
    const cli_option *option;
    /* address of the member of the group's record that gets the value; for CLI_TAKEN that of the group's record */
    void *place;
    char *text;  /* text of the value, which may be modified; NULL if the option has no value */
    char *wrong; /* buffer of CLI_WRONG_BYTES for the error message; NULL prints the message instead */
} cli_option_value;

struct cli_option {
    const char *name;  /* name of the option without hyphens: "max-memory"; NULL ends a table */
    char letter;       /* letter of the short option: 'o' for -o; 0: no short option */
    const char *value; /* name of the value in the help: "BYTES"; NULL if the option takes no value */
    const char *help;  /* help text, with placeholders of cli_expand_help such as {default} and {choices} */
    cli_option_kind kind;
    /* offset of the value's member in the group's record; the CLI_... macros below check the member's type */
    size_t at;

    /* 1 + offset of a bool in the record that becomes true if the option is given; 0: no such bool; set by CLI_GIVEN */
    size_t given;
    size_t least, most; /* range of a count; a `most` of 0 means no limit */
    /* the values that are allowed, for messages: "a number from 1 to 9"; NULL: the text of the kind */
    const char *must;
    /* table of choices; the last has a NULL name; NULL if `words` or `choice` give the choices */
    const cli_option_choice *choices;
    const ap_enum_name *words; /* names of enum values as choices; may be NULL */
    /* sets *choice to choice `index`; returns false after the last choice; may be NULL */
    bool (*choice)(size_t index, cli_option_choice *choice);
    /* a value consists of a choice, "=" and a second text */
    bool pairs;
    cli_completion_kind completes;
    /* stores the value; returns CLI_CLEAN, or another exit code after a message */
    cli_exit (*take)(const cli_option_value *given);
};

/* Macros for a row of a table: each gives the kind of the option and the member for its value. CLI_GIVEN instead gives the bool
   that becomes true if the option is given. CLI_TAKEN passes the complete record to `function`. */
#define CLI_AT(record, member, type) _Generic(((record *)0)->member, type : offsetof(record, member))
#define CLI_AT_INT(record, member)                                                                           \
    (offsetof(record, member) + 0 * sizeof(char[sizeof(((record *)0)->member) == sizeof(int) ? 1 : -1]))
#define CLI_FLAG(record, member)   .kind = CLI_KIND_FLAG, .at = CLI_AT(record, member, bool)
#define CLI_TEXT(record, member)   .kind = CLI_KIND_TEXT, .at = CLI_AT(record, member, const char *)
#define CLI_COUNT(record, member)  .kind = CLI_KIND_COUNT, .at = CLI_AT(record, member, size_t)
#define CLI_BYTES(record, member)  .kind = CLI_KIND_BYTES, .at = CLI_AT(record, member, size_t)
#define CLI_CHOICE(record, member) .kind = CLI_KIND_CHOICE, .at = CLI_AT_INT(record, member)
#define CLI_LIST(record, member)   .kind = CLI_KIND_LIST, .at = CLI_AT(record, member, cli_string_list)
#define CLI_ITEM(record, member)   .kind = CLI_KIND_ITEM, .at = CLI_AT(record, member, cli_string_list)
#define CLI_GIVEN(record, member)  .given = 1 + CLI_AT(record, member, bool)
#define CLI_TAKEN(function)        .kind = CLI_KIND_TAKEN, .take = function

/* A group of options with one record for their values, which is a member of the command's record. */
typedef struct cli_option_group {
    /* heading of the group in the help; NULL: the options continue the group before */
    const char *title;
    /* table of the options; NULL if the function `row` makes them */
    const cli_option *rows;
    /* sets *row to option `index`; returns false after the last option */
    bool (*row)(size_t index, cli_option *row);
    size_t at; /* offset of the group's record in the command's record */
} cli_option_group;

/* A row of a table, with offsets in the command's record instead of the group's. */
typedef struct cli_resolved_option {
    cli_option option;
    size_t at;
    size_t given; /* 1 + offset of the bool that becomes true if the option is given; 0: no such bool */
} cli_resolved_option;

/* Sets *row to the group's row with this index. Returns false after the last row. */
bool cli_option_row_at(const cli_option_group *group, size_t index, cli_resolved_option *row);

/* Returns true for the entry after the last group of a list. */
bool cli_is_end_of_groups(const cli_option_group *group);
extern const cli_option cli_help_option;

/* Find an option by its name, or by its letter. `groups` may be NULL: every command has --help. Return false
   if the option is unknown. */
bool cli_find_option(
    const cli_option_group *groups, const char *name, size_t length, cli_resolved_option *found);
bool cli_find_option_by_letter(const cli_option_group *groups, char letter, cli_resolved_option *found);

/* Sets *choice to the option's choice with this index. Returns false after the last choice. */
bool cli_option_choice_at(const cli_option *option, size_t index, cli_option_choice *choice);

/* Finds the choice with the name `text`. Returns CLI_CLEAN, or CLI_USAGE after a message that lists the
   choices. */
cli_exit cli_find_choice_or_refuse(
    const cli_option_value *given, const char *text, cli_option_choice *chosen);

/* Parses a number of seconds from 0.001 to a million, with at most three decimals: "5", "0.5", "2.25". Sets *milliseconds.
   Returns CLI_CLEAN, or CLI_USAGE after a message. Implemented in option_values.c. */
cli_exit cli_parse_seconds(const cli_option_value *given, int64_t *milliseconds);

/* Prints "--NAME: 'TEXT' is not MUST", with the option's name and the given value. Returns CLI_USAGE. */
cli_exit cli_refuse_value(const cli_option_value *given, const char *must);

/* Prints "--NAME: " and the message. If given->wrong is not NULL, writes the text there instead, without the hyphens.
   Returns CLI_USAGE. */
enum { CLI_WRONG_BYTES = 640 };
__attribute__((format(printf, 2, 3))) cli_exit cli_option_error(
    const cli_option_value *given, const char *format, ...);

/* Stores the value of a key of a configuration file, as cli_parse_options stores that of an option; a flag has the
   value yes or no. Returns CLI_CLEAN, or CLI_USAGE with the message in `wrong`. */
cli_exit cli_store_config_value(
    const cli_resolved_option *row, void *record, char *text, char wrong[CLI_WRONG_BYTES]);

/* Returns the command of this program for a name that other programs use: "lint" for "validate". Returns NULL
   for other names. Implemented in other_tools.c, as is the next function. */
const char *cli_suggest_command(const char *name);

enum { CLI_MEANT_BYTES = 512 };

/* Writes a suggestion for an unknown option of a command: "did you mean 'animproof fix walk.md5anim'?" for
   --fix of lint, "did you mean '--stdin-filename'?" for --assume-filename, "it was removed: ..." for --shard
   of conform. `file` is the first file of the command line, or NULL. Returns false if the option is not in the table, or if the
   command does not have the option that the table suggests. */
bool cli_write_option_suggestion(const char *command, const cli_option_group *groups, const char *name,
    const char *file, char meant[CLI_MEANT_BYTES]);

/* Arguments of a command line that are not options, in their order. */
typedef struct cli_operands {
    char **items;
    size_t count;
} cli_operands;

/* Parses the arguments of a command: stores the values of options in the record, and moves the other
   arguments to the front of argv. Options may follow arguments; "--" ends the options; abbreviated names are
   refused. Sets *help if --help was given. Returns CLI_CLEAN, or after a message CLI_USAGE, CLI_INTERNAL, or
   the result of a row's function. */
cli_exit cli_parse_options(const char *command, const cli_option_group *groups, void *record, int argc,
    char **argv, cli_operands *words, bool *help);

#endif
