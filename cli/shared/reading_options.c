#include "cli/shared/reading_options.h"

#include "cli/shared/option_values.h"
#include "validators/registry.h"

enum { MOST_FORMATS = 16 };

static bool set_format(cli_options *options, const char *command, const char *name)
{
    cli_choice choices[MOST_FORMATS] = { { NULL, 0 } };
    size_t count;
    int chosen;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count && i + 1 < MOST_FORMATS; i++)
        choices[i] = (cli_choice){ formats[i]->name, (int)i };
    if (!cli_read_choice(command, "input-format", name, choices, &chosen))
        return false;
    options->input_format = formats[chosen];
    return true;
}

static bool set_bytes(size_t *bytes, const char *command, const char *option, const char *text)
{
    if (cli_read_bytes(text, bytes))
        return true;
    cli_usage(command, "--%s: '%s' is not a number of bytes, which may end in K, M, G or T", option, text);
    return false;
}

bool cli_set_reading(cli_options *options, const char *command, int option, const char *text)
{
    static const cli_choice layouts[] = { { "auto", AP_MRTK_AUTO }, { "writer", AP_MRTK_WRITER },
        { "published", AP_MRTK_PUBLISHED }, { NULL, 0 } };
    static const cli_choice orders[] = { { "column", AP_MEMG_COLUMN }, { "row", AP_MEMG_ROW }, { NULL, 0 } };
    int value;
    switch (option) {
    case CLI_READING_FORMAT:
        return set_format(options, command, text);
    case CLI_READING_LAYOUT:
        return cli_read_choice(command, "mrtk-layout", text, layouts, &value)
               && (options->lint.mrtk_layout = (ap_mrtk_choice)value, true);
    case CLI_READING_ORDER:
        return cli_read_choice(command, "memg-order", text, orders, &value)
               && (options->lint.memg_order = (ap_memg_order)value, true);
    case CLI_READING_MEMORY:
        return set_bytes(&options->max_memory_bytes, command, "max-memory", text);
    default:
        return set_bytes(&options->max_input_bytes, command, "max-input", text);
    }
}
