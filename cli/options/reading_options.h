/* Options of all commands that read files: the format, the companions and limits. */
#ifndef AP_READING_OPTIONS_H
#define AP_READING_OPTIONS_H

#include "cli/options/option_table.h"
#include "core/finding/rule_settings.h"
#include "validators/format.h"

enum { CLI_COMPANIONS = AP_MOST_COMPANIONS };

/* Values of the options of commands that read files. */
typedef struct cli_reading_options {
    char **paths;
    size_t path_count;
    /* the format that the user has selected; NULL: each file's format is recognised by name and content */
    const ap_format *input_format;
    ap_lint_options lint; /* options of linting; the members for companions are not set */
    /* path of each companion that an option names, in the order of the formats; NULL if not given */
    const char *companion_paths[CLI_COMPANIONS];
    ap_rule_settings rule_settings;
    size_t max_findings, max_per_rule;
    size_t max_memory_bytes, max_input_bytes;
    bool max_findings_given, max_per_rule_given, max_memory_given, max_input_given;
} cli_reading_options;

/* Sets the defaults: every rule with its own severity, and the default limits. */
void cli_reading_set_defaults(cli_reading_options *reading);

/* Returns the number of companions that options name. */
size_t cli_count_given_companions(const cli_reading_options *reading);

/* Rows of the options for the input format and for limits, for groups with a record of type cli_reading_options. */
extern const cli_option cli_input_format_rows[], cli_limit_rows[];

/* Make the rows of options that follow from the registry: cli_format_option_row those of the formats,
   cli_companion_option_row those that name companion files. Return false after the last row. */
bool cli_format_option_row(size_t index, cli_option *row);
bool cli_companion_option_row(size_t index, cli_option *row);

/* Option groups of a command that reads files; `member` is the cli_reading_options in its record. */
// clang-format off
#define CLI_READING_GROUPS(record, member)                                                      \
    { .title = "Reading", .rows = cli_input_format_rows, .at = offsetof(record, member) },      \
    { .row = cli_format_option_row, .at = offsetof(record, member) },                                  \
    { .rows = cli_limit_rows, .at = offsetof(record, member) }
// clang-format on

/* Writes the names of the formats, or of the text formats only: "mrtk, memg or md5anim". A text that is too
   long is cut off. */
enum { CLI_FORMAT_NAMES_BYTES = 128 };
void cli_write_format_names(char text[CLI_FORMAT_NAMES_BYTES], bool only_text);

/* Initialises the row of an option with the name of a format as its value. */
#define CLI_FORMAT(record, member)                                                                           \
    .value = "NAME", .kind = CLI_KIND_TAKEN, .take = cli_store_input_format, .choice = cli_format_choice,    \
    .at = CLI_AT(record, member, const ap_format *)
cli_exit cli_store_input_format(const cli_option_value *given);
bool cli_format_choice(size_t index, cli_option_choice *choice);

/* Sets *choice to the id of the rule with this index. Returns false after the last rule. */
bool cli_rule_id_choice(size_t index, cli_option_choice *choice);

#endif
