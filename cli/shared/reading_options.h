/* Options about how a file is read, which the commands share that work on files without errors. */
#ifndef AP_READING_OPTIONS_H
#define AP_READING_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>

#include "cli/lint/lint_options.h"

enum {
    CLI_READING_FORMAT = 0x200, /* above all letters, and above what commands number themselves */
    CLI_READING_LAYOUT,
    CLI_READING_ORDER,
    CLI_READING_MEMORY,
    CLI_READING_INPUT,
};

/* Their entries in a table of long options, and their lines of help. */
#define CLI_READING_OPTIONS                                                                                  \
    { "input-format", required_argument, NULL, CLI_READING_FORMAT },                                         \
        { "mrtk-layout", required_argument, NULL, CLI_READING_LAYOUT },                                      \
        { "memg-order", required_argument, NULL, CLI_READING_ORDER },                                        \
        { "max-memory", required_argument, NULL, CLI_READING_MEMORY },                                       \
    {                                                                                                        \
        "max-input", required_argument, NULL, CLI_READING_INPUT                                              \
    }

#define CLI_READING_HELP_OF(memory)                                                                          \
    "  --input-format NAME    mrtk, memg or md5anim, instead of finding it by name and content\n"            \
    "  --mrtk-layout NAME     layout of the input: auto (default), writer, published\n"                      \
    "  --memg-order NAME      order of the elements of U and Q in the input: column (default), row\n"        \
    "  --max-memory BYTES     for what is known of one file (" memory "; may end in K, M, G, T)\n"           \
    "  --max-input BYTES      taken from standard input or a pipe (1G)\n"
#define CLI_READING_HELP CLI_READING_HELP_OF("2G")

/* Takes one of these options. False after a message when its value is wrong. */
bool cli_set_reading(cli_options *options, const char *command, int option, const char *text);

#endif
