#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/dump/dump.h"
#include "core/base/count_text.h"

enum { NUMBER_BYTES = 24 };

/* Parses an offset: "1024" or "0x400". */
static bool parse_offset(const char *text, size_t *offset)
{
    char *end;
    const bool hex = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    errno = 0;
    const unsigned long long number = strtoull(text, &end, hex ? 16 : 10);
    *offset = (size_t)number;
    return isdigit((unsigned char)text[0]) && *end == '\0' && errno == 0 && *offset == number;
}

/* Parses a line and column, counted from 1: "12:15". */
static bool parse_line_and_column(const char *text, cli_dumper *dump)
{
    char line[NUMBER_BYTES];
    const char *colon = strchr(text, ':');
    const size_t length = colon == NULL ? 0 : (size_t)(colon - text);
    if (length == 0 || length >= sizeof line)
        return false;
    memcpy(line, text, length);
    line[length] = '\0';
    return ap_parse_count(line, &dump->line) && ap_parse_count(colon + 1, &dump->column) && dump->line > 0
           && dump->column > 0;
}

static cli_exit choose_output_form(const cli_option_value *given)
{
    cli_dumper *dump = given->place;
    const cli_dump_output_form *form =
        strcmp(given->option->name, "flat") == 0 ? &cli_dump_flat : &cli_dump_json;
    if (dump->form != NULL && dump->form != form)
        return cli_usage_error("dump", "--flat and --json cannot be used together");
    dump->form = form;
    return CLI_CLEAN;
}

static cli_exit parse_position_option(const cli_option_value *given)
{
    cli_dumper *dump = given->place;
    dump->line = 0;
    return parse_offset(given->text, &dump->position) || parse_line_and_column(given->text, dump)
               ? CLI_CLEAN
               : cli_refuse_value(given, "an offset (decimal, or 0x...), or LINE:COLUMN");
}

static const cli_option rows[] = {
    { .name = "flat",
        CLI_TAKEN(choose_output_form),
        .help = "print one line per field with its full path, instead of a tree" },
    { .name = "json",
        CLI_TAKEN(choose_output_form),
        .help = "print one JSON object, with the roles of fields (count, enum, index ...) and all bytes" },
    { .name = "path",
        .value = "PATTERN",
        CLI_TEXT(cli_dumper, pattern),
        .help = "print only fields and records with this path; * matches any text, [*] any index: "
                "'camera.*.key_count', 'groups[*].basis', version; a joint by index, name, or both: "
                "'hand_joints_left[Palm]'" },
    { .name = "at",
        .value = "PLACE",
        CLI_TAKEN(parse_position_option),
        CLI_GIVEN(cli_dumper, has_position),
        .help =
            "print only the field at PLACE: an offset (decimal or 0x...), or LINE:COLUMN as lint prints it" },
    { .name = NULL },
};

const cli_option_group cli_dump_options[] = {
    { .rows = rows },
    CLI_READING_GROUPS(cli_dumper, options),
    { .rows = NULL },
};
