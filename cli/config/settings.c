#include "cli/config/settings.h"

#include <stddef.h>
#include <string.h>

#include "validators/services/own_rules/own_rules.h"

void cli_layer_set_defaults(cli_settings_layer *layer)
{
    *layer = (cli_settings_layer){ .fail_on = AP_ERROR };
    cli_reading_set_defaults(&layer->reading);
}

const char *cli_find_layer_key(const cli_settings_layer *layer, const char *key)
{
    return cli_string_list_find(&layer->keys, key);
}

void cli_layer_free(cli_settings_layer *layer)
{
    cli_rule_choice_free(&layer->rules);
    cli_string_list_free(&layer->exclude);
    cli_string_list_free(&layer->include);
    cli_string_list_free(&layer->keys);
    cli_policy_free(&layer->policy);
}

static const cli_option_choice fail_levels[] = { { "error", AP_ERROR, NULL }, { "warning", AP_WARNING, NULL },
    { "note", AP_NOTE, NULL }, { "never", AP_OFF, NULL }, { NULL, 0, NULL } };

const cli_option cli_failing_rows[] = {
    { .name = "fail-on",
        .value = "LEVEL",
        CLI_CHOICE(cli_settings_layer, fail_on),
        CLI_GIVEN(cli_settings_layer, fail_on_given),
        .choices = fail_levels,
        .help = "exit 1 if a finding has this severity or a higher one: {choices}" },
    { .name = NULL },
};

const cli_option cli_count_rows[] = {
    { .name = "max-findings",
        .value = "N",
        CLI_COUNT(cli_reading_options, max_findings),
        CLI_GIVEN(cli_reading_options, max_findings_given),
        .must = "a number (0 for no limit)",
        .help = "findings to report per file ({default}; 0 for no limit); the others are only counted" },
    { .name = "max-per-rule",
        .value = "N",
        CLI_COUNT(cli_reading_options, max_per_rule),
        CLI_GIVEN(cli_reading_options, max_per_rule_given),
        .must = "a number (0 for no limit)",
        .help = "findings to report per rule and file ({default}; 0 for no limit); the others are only "
                "counted. The human report shows 3 unless this option is given" },
    { .name = NULL },
};

const cli_option cli_choosing_rows[] = {
    { .name = "exclude",
        .value = "PATTERN",
        CLI_LIST(cli_settings_layer, exclude),
        .completes = CLI_COMPLETES_FILES,
        .help = "skip files and folders that match PATTERN (.gitignore syntax)" },
    { .name = "force-exclude",
        CLI_FLAG(cli_settings_layer, force_exclude),
        CLI_GIVEN(cli_settings_layer, force_exclude_given),
        .help = "apply --exclude also to paths given on the command line" },
    { .name = "include",
        .value = "PATTERN",
        CLI_LIST(cli_settings_layer, include),
        .completes = CLI_COMPLETES_FILES,
        .help = "check files that match PATTERN even if their content is not recognised" },
    { .name = "no-ignore",
        CLI_FLAG(cli_settings_layer, no_ignore),
        CLI_GIVEN(cli_settings_layer, no_ignore_given),
        .help = "check files that git ignores, too" },
    { .name = NULL },
};

const cli_option_group cli_config_groups[] = {
    { .rows = cli_rule_choice_rows, .at = offsetof(cli_settings_layer, rules) },
    { .rows = cli_failing_rows, .at = 0 },
    { .rows = cli_count_rows, .at = offsetof(cli_settings_layer, reading) },
    { .rows = cli_limit_rows, .at = offsetof(cli_settings_layer, reading) },
    { .row = cli_companion_option_row, .at = offsetof(cli_settings_layer, reading) },
    { .rows = cli_choosing_rows, .at = 0 },
    { .rows = cli_rule_file_rows, .at = 0 },
    { .rows = NULL },
};

const cli_option_group cli_policy_groups[] = {
    { .rows = cli_policy_rows, .at = offsetof(cli_settings_layer, policy) },
    { .rows = NULL },
};

void cli_copy_settings(cli_settings *to, const cli_settings *from)
{
    *to = *from;
    to->reading.lint.policy = from->reading.lint.policy == NULL ? NULL : &to->policy;
}

static void merge_reading_limits(cli_reading_options *to, const cli_reading_options *from)
{
    if (from->max_findings_given)
        to->max_findings = from->max_findings;
    if (from->max_per_rule_given)
        to->max_per_rule = from->max_per_rule;
    if (from->max_memory_given)
        to->max_memory_bytes = from->max_memory_bytes;
    if (from->max_input_given)
        to->max_input_bytes = from->max_input_bytes;
}

/* Sets the companions that a section of a configuration names; later sections replace those of earlier ones. */
static void merge_companions(cli_settings *to, const cli_settings_layer *section)
{
    for (size_t i = 0; i < CLI_COMPANIONS; i++) {
        if (section->reading.companion_paths[i] != NULL)
            to->companions[i] = section->reading.companion_paths[i];
    }
}

void cli_merge_layers(const cli_settings_layer *const *layers, size_t count, ap_rule_table run_own,
    cli_settings *settings, const char *origins[AP_MOST_RULES])
{
    const cli_settings_layer *asked = layers[count - 1];
    const cli_rule_choice *choices[CLI_MOST_LAYERS];
    settings->reading = asked->reading;
    settings->fail_on = asked->fail_on;
    settings->strict = false;
    settings->policy = (ap_policy){ .rate_count = 0 };
    memset(settings->companions, 0, sizeof settings->companions);
    settings->config = NULL;
    bool has_policy = false;
    for (size_t i = 0; i < count; i++) {
        choices[i] = &layers[i]->rules;
        if (layers[i] != asked)
            merge_companions(settings, layers[i]);
        merge_reading_limits(&settings->reading, &layers[i]->reading);
        if (layers[i]->reading.lint.own != NULL)
            settings->reading.lint.own = layers[i]->reading.lint.own;
        has_policy |= cli_copy_set_policy_keys(&settings->policy, &layers[i]->policy);
        if (layers[i]->fail_on_given)
            settings->fail_on = layers[i]->fail_on;
        if (layers[i]->rules.strict_given)
            settings->strict = layers[i]->rules.strict;
    }
    settings->reading.lint.policy = has_policy ? &settings->policy : NULL;
    const ap_configured_rule_tables none = { .items = { { .rules = NULL } } };
    const ap_own_rule_list *own = settings->reading.lint.own;
    cli_merge_rule_choices(
        choices, count, own == NULL ? none : own->tables, run_own, &settings->reading.rule_settings, origins);
}
