/* The texts of a command's table, with what stands for something put in place. Help pages and manual pages are made of them. */
#ifndef AP_HELP_TEXT_H
#define AP_HELP_TEXT_H

#include "cli/options/command.h"

enum { CLI_HELP_TEXT_BYTES = 4096 };

/* A command whose page is made, and its record as it is where nothing is given. */
typedef struct cli_helped {
    const cli_command *command;
    void *record;
} cli_helped;

/* Prepares the record; it is given back by cli_helped_end. False, after a message, where there is no memory. */
bool cli_helped_begin(cli_helped *helped, const cli_command *command);
void cli_helped_end(cli_helped *helped);

/* A text that grows in a buffer; what does not fit is cut. It ends with a NUL. */
typedef struct cli_help_text {
    char bytes[CLI_HELP_TEXT_BYTES];
    size_t size;
} cli_help_text;

/* The text with words in braces replaced:
     {default}       of an option: what holds where it is not given
     {choices}       of an option: its choices, the default marked, each with its note
     {formats}       stands for "mrtk, memg or md5anim", out of the registry
     {text formats}  for those of them that are text
     {memory}        for what making a file of each format takes memory for, out of the makers
     {companions}    for "memg: .obj, md5anim: .md5mesh" */
void cli_expand_help(cli_help_text *out, const cli_helped *helped, const char *text);

/* What the help says of an option: its text, and its choices where it has words. */
void cli_expand_option(cli_help_text *out, const cli_helped *helped, const cli_placed *row);

/* How a command is called: "animproof lint [OPTION]... PATH...", a line for each way. NULL where there are no more. */
const char *cli_usage_line(const cli_command *command, size_t index, cli_help_text *line);

#endif
