/* Which files are read, and how: the options that the commands that read files have in common. */
#ifndef AP_READING_OPTIONS_H
#define AP_READING_OPTIONS_H

#include "cli/options/option_table.h"
#include "core/finding/rule_settings.h"
#include "validators/format.h"

enum { CLI_COMPANIONS = AP_MOST_COMPANIONS };

typedef struct cli_reading {
    char **paths;
    size_t path_count;
    const ap_format *input_format;               /* NULL: found by name and content */
    ap_lint_options lint;                        /* without companions */
    const char *companion_paths[CLI_COMPANIONS]; /* in the order of the formats; NULL: none was given */
    ap_rule_settings rule_settings;
    size_t max_findings, max_per_rule;
    size_t max_memory_bytes, max_input_bytes;
    bool max_findings_given, max_per_rule_given, max_memory_given, max_input_given;
} cli_reading;

/* What holds where a user says nothing: every rule as it is, usual limits. */
void cli_default_reading(cli_reading *reading);

/* How many companions were given. */
size_t cli_companions_given(const cli_reading *reading);

/* Their rows, for groups whose record is a cli_reading. */
extern const cli_option cli_input_format_rows[], cli_limit_rows[];

/* The same, made out of the registry: the options of the formats, and those that name their companions. */
bool cli_format_row(size_t index, cli_option *row);
bool cli_companion_row(size_t index, cli_option *row);

/* The groups of a command that reads files, with a cli_reading as a member of its record. */
// clang-format off
#define CLI_READING_GROUPS(record, member)                                                      \
    { .title = "Reading", .rows = cli_input_format_rows, .at = offsetof(record, member) },      \
    { .row = cli_format_row, .at = offsetof(record, member) },                                  \
    { .rows = cli_limit_rows, .at = offsetof(record, member) }
// clang-format on

/* The formats' names, or those of text formats: "mrtk, memg or md5anim"; cut where they are too long. */
enum { CLI_FORMAT_NAMES_BYTES = 128 };
void cli_format_names(char text[CLI_FORMAT_NAMES_BYTES], bool only_text);

/* What the row of an option says whose value is the name of a format. */
#define CLI_FORMAT(record, member)                                                                           \
    .value = "NAME", .kind = CLI_KIND_TAKEN, .take = cli_take_format, .choice = cli_format_choice,           \
    .at = CLI_AT(record, member, const ap_format *)
cli_exit cli_take_format(const cli_given *given);
bool cli_format_choice(size_t index, cli_choice *choice);

/* The ids of all rules, as choices of an option. */
bool cli_rule_word(size_t index, cli_choice *choice);

#endif
