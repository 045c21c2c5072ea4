#include "cli/options/reading_options.h"

#include <stdio.h>

#include "validators/registry.h"

static const size_t default_max_memory_bytes = (size_t)2 << 30;
static const size_t default_max_input_bytes = (size_t)1 << 30;

void cli_reading_set_defaults(cli_reading_options *reading)
{
    *reading = (cli_reading_options){
        .max_findings = AP_DEFAULT_MAX_FINDINGS,
        .max_per_rule = AP_DEFAULT_MAX_PER_RULE,
        .max_memory_bytes = default_max_memory_bytes,
        .max_input_bytes = default_max_input_bytes,
    };
    ap_rule_settings_init_all(&reading->rule_settings);
}

size_t cli_count_given_companions(const cli_reading_options *reading)
{
    size_t given = 0;
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        given += reading->companion_paths[i] != NULL;
    return given;
}

void cli_write_format_names(char text[CLI_FORMAT_NAMES_BYTES], bool only_text)
{
    size_t count, left = 0, used = 0;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++)
        left += formats[i]->text || !only_text;
    text[0] = '\0';
    for (size_t i = 0; i < count && used < CLI_FORMAT_NAMES_BYTES; i++) {
        if (only_text && !formats[i]->text)
            continue;
        left--;
        used += (size_t)snprintf(text + used, CLI_FORMAT_NAMES_BYTES - used, "%s%s", formats[i]->name,
            left > 1    ? ", "
            : left == 1 ? " or "
                        : "");
    }
}

bool cli_rule_id_choice(size_t index, cli_option_choice *choice)
{
    const ap_rule *rule = ap_rule_at(index);
    if (rule != NULL)
        *choice = (cli_option_choice){ .name = rule->id };
    return rule != NULL;
}

bool cli_format_choice(size_t index, cli_option_choice *choice)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    if (index < count)
        *choice = (cli_option_choice){ .name = formats[index]->name, .value = (int)index };
    return index < count;
}

cli_exit cli_store_input_format(const cli_option_value *given)
{
    cli_option_choice chosen;
    const cli_exit result = cli_find_choice_or_refuse(given, given->text, &chosen);
    if (result == CLI_CLEAN)
        *(const ap_format **)given->place = ap_find_format(chosen.name);
    return result;
}

const cli_option cli_input_format_rows[] = {
    { .name = "input-format",
        CLI_FORMAT(cli_reading_options, input_format),
        .help = "read all files as this format, instead of recognising each by name and content: {choices}" },
    { .name = NULL },
};

bool cli_format_option_row(size_t index, cli_option *row)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        if (index >= formats[i]->option_count) {
            index -= formats[i]->option_count;
            continue;
        }
        const ap_format_option *option = &formats[i]->options[index];
        *row = (cli_option){ .name = option->name,
            .value = "NAME",
            .help = option->help,
            .kind = CLI_KIND_CHOICE,
            .at = CLI_AT_INT(cli_reading_options, lint.choices[0]) + option->index * sizeof(unsigned),
            .words = option->words };
        return true;
    }
    return false;
}

bool cli_companion_option_row(size_t index, cli_option *row)
{
    const ap_companion *companion = ap_companion_at(index);
    if (companion == NULL || companion->option == NULL)
        return false;
    *row = (cli_option){ .name = companion->option,
        .value = "FILE",
        .help = companion->help,
        .kind = CLI_KIND_TEXT,
        .at = CLI_AT(cli_reading_options, companion_paths[0], const char *) + index * sizeof(const char *),
        .completes = CLI_COMPLETES_FILES };
    return true;
}

const cli_option cli_limit_rows[] = {
    { .name = "max-memory",
        .value = "BYTES",
        CLI_BYTES(cli_reading_options, max_memory_bytes),
        CLI_GIVEN(cli_reading_options, max_memory_given),
        .help = "memory limit per file ({default}; 0 for no limit; suffixes K, M, G, T); exit 4 if a file "
                "needs more" },
    { .name = "max-input",
        .value = "BYTES",
        CLI_BYTES(cli_reading_options, max_input_bytes),
        CLI_GIVEN(cli_reading_options, max_input_given),
        .help = "size limit of standard input, a pipe, or a file in an archive ({default})" },
    { .name = NULL },
};
