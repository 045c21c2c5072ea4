/* The options of a command as a table. A row says how an option is spelled, where its value goes, what the
   value may be, and what the option is for. The command line is read by it; help pages, completion and
   messages are made of it. An option without a row does not exist.

       typedef struct greeting {
           bool loud;
           size_t times;
       } greeting;

       static const cli_option rows[] = {
           { .name = "loud", .letter = 'l', CLI_FLAG(greeting, loud), .help = "in capitals" },
           { .name = "times", .value = "N", CLI_COUNT(greeting, times), .least = 1, .most = 9,
               .help = "how often ({default})" },
           { .name = NULL },
       };
*/
#ifndef AP_OPTION_TABLE_H
#define AP_OPTION_TABLE_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/options/cli.h"
#include "cli/options/option_values.h"
#include "core/base/enum_name.h"

typedef enum cli_option_kind {
    CLI_KIND_FLAG,   /* no value: a bool becomes true */
    CLI_KIND_TEXT,   /* const char *, the text as it is given */
    CLI_KIND_COUNT,  /* size_t, from `least` to `most` */
    CLI_KIND_BYTES,  /* size_t, with K, M, G or T */
    CLI_KIND_CHOICE, /* an int or an enum, the value of one of the choices */
    CLI_KIND_LIST,   /* cli_list: adds each part between commas */
    CLI_KIND_ITEM,   /* cli_list: adds the text */
    CLI_KIND_TAKEN,  /* the row's function takes it */
    CLI_KIND_HELP,   /* --help, which every command has */
} cli_option_kind;

/* What a shell may complete besides choices. */
typedef enum cli_completes {
    CLI_COMPLETES_NOTHING,
    CLI_COMPLETES_FILES,
    CLI_COMPLETES_FOLDERS
} cli_completes;

typedef struct cli_option cli_option;

/* An option as it was given. */
typedef struct cli_given {
    const char *command; /* for messages */
    const cli_option *option;
    void *place; /* where the row says that its value goes */
    char *text;  /* the value, which may be cut up; NULL: the option takes none, and was given */
    char *wrong; /* CLI_WRONG_BYTES: where a message goes instead of to the user; NULL: to the user */
} cli_given;

struct cli_option {
    const char *name;  /* "max-memory"; NULL ends a table */
    char letter;       /* 0: none */
    const char *value; /* what its value is called in the help: "BYTES"; NULL: it takes none */
    const char *help;  /* may hold {default}, {choices} and what cli_expand_help knows besides */
    cli_option_kind kind;
    size_t at; /* in the record of the row's group; the CLI_... macros below check the type */

    size_t given;              /* 1 + where a bool goes that says it was given; 0: nowhere; CLI_GIVEN */
    size_t least, most;        /* of a count; a `most` of 0: no limit */
    const char *must;          /* what a value must be, for the message; NULL: what the kind says */
    const cli_choice *choices; /* ends with a NULL name; NULL: `words` or `choice` make them */
    const ap_enum_name *words; /* the same without notes */
    bool (*choice)(size_t index, cli_choice *choice); /* false: there are no more; NULL: no choices */
    bool pairs;                                       /* a choice is followed by "=" and more */
    cli_completes completes;
    cli_exit (*take)(const cli_given *given); /* CLI_CLEAN, or another after a message */
};

/* What a row says of its kind and its place. CLI_TAKEN hands `function` the whole record. */
#define CLI_AT(record, member, type) _Generic(((record *)0)->member, type : offsetof(record, member))
#define CLI_AT_INT(record, member)                                                                           \
    (offsetof(record, member) + 0 * sizeof(char[sizeof(((record *)0)->member) == sizeof(int) ? 1 : -1]))
#define CLI_FLAG(record, member)   .kind = CLI_KIND_FLAG, .at = CLI_AT(record, member, bool)
#define CLI_TEXT(record, member)   .kind = CLI_KIND_TEXT, .at = CLI_AT(record, member, const char *)
#define CLI_COUNT(record, member)  .kind = CLI_KIND_COUNT, .at = CLI_AT(record, member, size_t)
#define CLI_BYTES(record, member)  .kind = CLI_KIND_BYTES, .at = CLI_AT(record, member, size_t)
#define CLI_CHOICE(record, member) .kind = CLI_KIND_CHOICE, .at = CLI_AT_INT(record, member)
#define CLI_LIST(record, member)   .kind = CLI_KIND_LIST, .at = CLI_AT(record, member, cli_list)
#define CLI_ITEM(record, member)   .kind = CLI_KIND_ITEM, .at = CLI_AT(record, member, cli_list)
#define CLI_GIVEN(record, member)  .given = 1 + CLI_AT(record, member, bool)
#define CLI_TAKEN(function)        .kind = CLI_KIND_TAKEN, .take = function

/* Rows that are about one record. */
typedef struct cli_option_group {
    const char *title;      /* over their lines in the help; NULL: they go on with the group before */
    const cli_option *rows; /* NULL: `row` makes them */
    bool (*row)(size_t index, cli_option *row); /* false: there are no more */
    size_t at;                                  /* of their record, in the command's */
} cli_option_group;

/* A row, with its places in the command's record. */
typedef struct cli_placed {
    cli_option option;
    size_t at;
    size_t given; /* 0: nowhere */
} cli_placed;

/* The row of the group with that number; false where there is none. */
bool cli_option_row(const cli_option_group *group, size_t index, cli_placed *row);

/* The group after which there is none. Every command also has --help. */
bool cli_is_last_group(const cli_option_group *group);
extern const cli_option cli_help_option;

/* The row of the option with that name, or with that letter; false where there is none. `groups` may be
   NULL. */
bool cli_find_option(const cli_option_group *groups, const char *name, size_t length, cli_placed *found);
bool cli_find_letter(const cli_option_group *groups, char letter, cli_placed *found);

/* The choice of an option with that number; false where there is none. */
bool cli_option_choice(const cli_option *option, size_t index, cli_choice *choice);

/* Which of the option's choices the text is. CLI_CLEAN, or CLI_USAGE after a message that names all. */
cli_exit cli_choose(const cli_given *given, const char *text, cli_choice *chosen);

/* Wrong usage: "--NAME: 'TEXT' is not MUST". CLI_USAGE. */
cli_exit cli_refuse(const cli_given *given, const char *must);

/* Wrong usage: "--NAME: " and the message, or without the hyphens where the message goes to given->wrong. CLI_USAGE. */
enum { CLI_WRONG_BYTES = 640 };
__attribute__((format(printf, 2, 3))) cli_exit cli_wrong(const cli_given *given, const char *format, ...);

/* Takes a value that was not given on a command line: as cli_read_options does, and a flag's may be yes or no. */
cli_exit cli_take_value(const cli_placed *row, void *record, char *text, char wrong[CLI_WRONG_BYTES]);

/* Words of a command line that belong to no option, in their order. */
typedef struct cli_words {
    char **items;
    size_t count;
} cli_words;

/* Reads the command line of a command: values go into the record, words to the front of argv. Options may
   stand between words; "--" ends them; names are not guessed from their beginnings. *help: --help was among
   them. CLI_CLEAN, or after a message CLI_USAGE, CLI_INTERNAL, or what a row's function has returned. */
cli_exit cli_read_options(const char *command, const cli_option_group *groups, void *record, int argc,
    char **argv, cli_words *words, bool *help);

#endif
