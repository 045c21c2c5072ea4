#include "cli/shared/reading_options.h"

#include "cli/shared/cli.h"
#include "cli/shared/option_values.h"
#include "validators/registry.h"

enum { MOST_FORMATS = 16, DEFAULT_MAX_FINDINGS = 10000, DEFAULT_MAX_PER_RULE = 1000 };

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

static bool set_format(cli_reading *reading, const char *command, const char *name)
{
    cli_choice choices[MOST_FORMATS] = { { NULL, 0 } };
    size_t count;
    int chosen;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count && i + 1 < MOST_FORMATS; i++)
        choices[i] = (cli_choice){ formats[i]->name, (int)i };
    if (!cli_read_choice(command, "input-format", name, choices, &chosen))
        return false;
    reading->input_format = formats[chosen];
    return true;
}

static bool set_bytes(size_t *bytes, const char *command, const char *option, const char *text)
{
    if (cli_read_bytes(text, bytes))
        return true;
    cli_usage(command, "--%s: '%s' is not a number of bytes, which may end in K, M, G or T", option, text);
    return false;
}

bool cli_set_reading(cli_reading *reading, const char *command, int option, const char *text)
{
    static const cli_choice layouts[] = { { "auto", AP_MRTK_AUTO }, { "writer", AP_MRTK_WRITER },
        { "published", AP_MRTK_PUBLISHED }, { NULL, 0 } };
    static const cli_choice orders[] = { { "column", AP_MEMG_COLUMN }, { "row", AP_MEMG_ROW }, { NULL, 0 } };
    int value;
    switch (option) {
    case CLI_READING_FORMAT:
        return set_format(reading, command, text);
    case CLI_READING_LAYOUT:
        return cli_read_choice(command, "mrtk-layout", text, layouts, &value)
               && (reading->lint.mrtk_layout = (ap_mrtk_choice)value, true);
    case CLI_READING_ORDER:
        return cli_read_choice(command, "memg-order", text, orders, &value)
               && (reading->lint.memg_order = (ap_memg_order)value, true);
    case CLI_READING_MEMORY:
        return set_bytes(&reading->max_memory_bytes, command, "max-memory", text);
    default:
        return set_bytes(&reading->max_input_bytes, command, "max-input", text);
    }
}
