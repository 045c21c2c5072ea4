/* Which files are read, and how: the options that the commands that read files have in common. */
#ifndef AP_READING_OPTIONS_H
#define AP_READING_OPTIONS_H

#include <getopt.h>
#include <stdbool.h>

#include "core/finding/policy.h"
#include "validators/format.h"

typedef struct cli_reading {
    bool help;
    char **paths;
    size_t path_count;
    const ap_format *input_format; /* NULL: found by name and content */
    ap_lint_options lint;          /* without scene and mesh */
    const char *obj_path, *mesh_path;
    ap_policy policy;
    size_t max_findings, max_per_rule;
    size_t max_memory_bytes, max_input_bytes;
} cli_reading;

/* What holds where a user says nothing: every rule as it is, usual limits. */
void cli_default_reading(cli_reading *reading);

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
bool cli_set_reading(cli_reading *reading, const char *command, int option, const char *text);

#endif
