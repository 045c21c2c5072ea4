#include "cli/shared/reading_options.h"

#include "validators/registry.h"

enum { DEFAULT_MAX_FINDINGS = 10000, DEFAULT_MAX_PER_RULE = 1000 };

static const size_t default_max_memory_bytes = (size_t)2 << 30;
static const size_t default_max_input_bytes = (size_t)1 << 30;

void cli_default_reading(cli_reading *reading)
{
    size_t table_count;
    const ap_rule_table *tables = ap_rule_tables(&table_count);
    *reading = (cli_reading){
        .max_findings = DEFAULT_MAX_FINDINGS,
        .max_per_rule = DEFAULT_MAX_PER_RULE,
        .max_memory_bytes = default_max_memory_bytes,
        .max_input_bytes = default_max_input_bytes,
    };
    ap_policy_init(&reading->policy, tables, table_count);
}

bool cli_format_choice(size_t index, cli_choice *choice)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    if (index < count)
        *choice = (cli_choice){ .name = formats[index]->name, .value = (int)index };
    return index < count;
}

cli_exit cli_take_format(const cli_given *given)
{
    cli_choice chosen;
    const cli_exit result = cli_choose(given, given->text, &chosen);
    if (result == CLI_CLEAN)
        *(const ap_format **)given->place = ap_find_format(chosen.name);
    return result;
}

static const cli_choice layouts[] = { { "auto", AP_MRTK_AUTO, NULL }, { "writer", AP_MRTK_WRITER, NULL },
    { "published", AP_MRTK_PUBLISHED, NULL }, { NULL, 0, NULL } };

static const cli_choice orders[] = { { "column", AP_MEMG_COLUMN, NULL }, { "row", AP_MEMG_ROW, NULL },
    { NULL, 0, NULL } };

const cli_option cli_input_format_rows[] = {
    { .name = "input-format",
        CLI_FORMAT(cli_reading, input_format),
        .help = "{choices}: instead of finding the format by name and content" },
    { .name = NULL },
};

const cli_option cli_format_rows[] = {
    { .name = "mrtk-layout",
        .value = "NAME",
        CLI_CHOICE(cli_reading, lint.mrtk_layout),
        .choices = layouts,
        .help = "layout of the input: {choices}" },
    { .name = "memg-order",
        .value = "NAME",
        CLI_CHOICE(cli_reading, lint.memg_order),
        .choices = orders,
        .help = "order of the elements of U and Q in the input: {choices}" },
    { .name = NULL },
};

const cli_option cli_companion_rows[] = {
    { .name = "obj",
        .value = "FILE",
        CLI_TEXT(cli_reading, obj_path),
        .completes = CLI_COMPLETES_FILES,
        .help = "the .obj scene that the memg files belong to" },
    { .name = "mesh",
        .value = "FILE",
        CLI_TEXT(cli_reading, mesh_path),
        .completes = CLI_COMPLETES_FILES,
        .help = "the .md5mesh that the md5anim files belong to" },
    { .name = NULL },
};

const cli_option cli_limit_rows[] = {
    { .name = "max-memory",
        .value = "BYTES",
        CLI_BYTES(cli_reading, max_memory_bytes),
        .help = "for what is known of one file ({default}; 0: no limit; may end in K, M, G, T); a file that "
                "needs more ends with exit 4" },
    { .name = "max-input",
        .value = "BYTES",
        CLI_BYTES(cli_reading, max_input_bytes),
        .help = "taken from standard input or a pipe ({default})" },
    { .name = NULL },
};
