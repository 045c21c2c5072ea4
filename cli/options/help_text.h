/* Expands placeholders such as {default} in the texts of a command. Help pages and manual pages are made from
   the expanded texts. */
#ifndef AP_HELP_TEXT_H
#define AP_HELP_TEXT_H

#include "cli/options/command.h"

enum { CLI_HELP_TEXT_BYTES = 4096 };

/* A command, with a record in which its options have their defaults. */
typedef struct cli_help_source {
    const cli_command *command;
    void *record;
} cli_help_source;

/* Allocates the record and sets its defaults; the caller frees it by cli_help_source_end. Returns false, after a
   message, when out of memory. */
bool cli_help_source_begin(cli_help_source *helped, const cli_command *command);
void cli_help_source_end(cli_help_source *helped);

/* A growing text in a buffer of fixed size. Text that does not fit is cut off. Always ends with a NUL. */
typedef struct cli_help_text {
    char bytes[CLI_HELP_TEXT_BYTES];
    size_t size;
} cli_help_text;

/* Writes `text` to `out` and replaces these words in braces:
     {formats}       "mrtk, memg or md5anim", from the registry
     {text formats}  the formats that are text
     {memory}        what the generator of each format needs memory for
     {companions}    "memg: .obj, md5anim: .md5mesh"
   In the text of an option also:
     {default}       the default
     {choices}       the choices, the default marked, each with its note */
void cli_expand_help(cli_help_text *out, const cli_help_source *helped, const char *text);

/* Writes the help text of an option to `out`, and its choices if the option has `words`. */
void cli_expand_option_help(
    cli_help_text *out, const cli_help_source *helped, const cli_resolved_option *row);

/* Prints the help page of a command to `stream`. Lines have at most 100 columns; on a terminal of 60 to 100
   columns they have the terminal's width. Line breaks in the command's texts are kept. Returns
   CLI_CLEAN, or CLI_INTERNAL after a message when out of memory. Implemented in help_page.c. */
cli_exit cli_put_help_unless_no_memory(FILE *stream, const cli_command *command);

/* Writes usage line `index` of a command to `line`: "animproof lint [OPTION]... PATH...". Returns the text,
   or NULL after the last line. */
const char *cli_write_usage_line(const cli_command *command, size_t index, cli_help_text *line);

#endif
