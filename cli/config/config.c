/* Implements `animproof config`: prints the settings for a file, and where each is set. */
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/config/configs.h"
#include "cli/options/commands.h"
#include "core/base/terminal_text.h"

typedef struct config_run {
    cli_settings_layer asked;
    cli_config_choice choice;
    cli_configs *configs;
    cli_settings_layer defaults; /* the default values, for keys that no other layer sets */
} config_run;

/* The layers of settings that apply to one file. */
typedef struct file_settings_layers {
    const config_run *run;
    const cli_config *config; /* NULL if the file has no configuration */
    const cli_settings_layer *layers[CLI_MOST_LAYERS];
    size_t count;
} file_settings_layers;

/* Prints where a setting comes from: "default" if `layer` is that of the defaults, "PATH:LINE" if `text` is part of the
   configuration, otherwise "command line". */
static void put_origin_of_setting(
    const file_settings_layers *s, const cli_settings_layer *layer, const char *text)
{
    const char *path = NULL;
    const size_t line = s->config == NULL || text == NULL ? 0 : cli_config_find_line(s->config, text, &path);
    if (layer == &s->run->defaults) {
        puts("default");
    } else if (line == 0) {
        puts("command line");
    } else {
        ap_put_file_name(stdout, path);
        printf(":%zu\n", line);
    }
}

/* Returns the layer that the value of the key comes from: the last layer that sets the key, or the layer of the defaults. */
static const cli_settings_layer *find_layer_of_value_or_defaults(
    const file_settings_layers *s, const cli_resolved_option *row)
{
    for (size_t i = s->count; i > 0; i--) {
        if (*(const bool *)((const char *)s->layers[i - 1] + row->given - 1))
            return s->layers[i - 1];
    }
    return &s->run->defaults;
}

static const char *name_of_option_value_or_empty(const cli_option *option, int value)
{
    cli_option_choice choice;
    for (size_t i = 0; cli_option_choice_at(option, i, &choice); i++) {
        if (choice.value == value)
            return choice.name;
    }
    return "";
}

static void put_key_and_value(const file_settings_layers *s, const cli_resolved_option *row)
{
    const cli_settings_layer *layer = find_layer_of_value_or_defaults(s, row);
    const char *place = (const char *)layer + row->at;
    printf("  %-13s ", row->option.name);
    if (row->option.kind == CLI_KIND_FLAG)
        printf("%-12s ", *(const bool *)place ? "yes" : "no");
    else if (row->option.kind == CLI_KIND_CHOICE)
        printf("%-12s ", name_of_option_value_or_empty(&row->option, *(const int *)place));
    else if (row->option.kind == CLI_KIND_TEXT)
        printf("%-12s ", *(const char *const *)place);
    else
        printf("%-12zu ", *(const size_t *)place);
    put_origin_of_setting(s, layer, cli_find_layer_key(layer, row->option.name));
}

/* Prints where a key such as `strict` or `profile`, which changes many rules, is set. */
static void put_key_origin(const file_settings_layers *s, const char *key)
{
    cli_resolved_option row;
    (void)cli_find_option(cli_config_groups, key, strlen(key), &row);
    const cli_settings_layer *layer = find_layer_of_value_or_defaults(s, &row);
    printf("%s, ", key);
    put_origin_of_setting(s, layer, cli_find_layer_key(layer, key));
}

/* Prints each rule with a level other than its severity in the table of rules, and where that level is set. */
static void put_changed_rule_levels(const file_settings_layers *s)
{
    cli_settings settings;
    const char *origins[AP_MOST_RULES] = { NULL };
    const ap_rule *rule;
    cli_merge_layers(s->layers, s->count,
        ap_own_table_rules_with_unused(cli_configs_own_rules(s->run->configs)), &settings, origins);
    const ap_rule_settings *rule_settings = &settings.reading.rule_settings;
    for (size_t i = 0; (rule = ap_rule_settings_rule(rule_settings, i)) != NULL; i++) {
        if (rule_settings->levels[i] == rule->severity)
            continue;
        printf("  %-32s %-8s ", rule->id, ap_severity_name(rule_settings->levels[i]));
        if (origins[i] != NULL)
            put_origin_of_setting(s, NULL, origins[i]);
        else
            put_key_origin(
                s, rule_settings->levels[i] == AP_ERROR && rule->severity == AP_WARNING && settings.strict
                       ? "strict"
                       : "profile");
    }
}

/* Prints the text and its origin, unless `text` is NULL. */
static void put_text_with_origin(const file_settings_layers *s, const char *key, const char *text)
{
    if (text == NULL)
        return;
    const size_t width = strlen(text);
    printf("  %-13s ", key);
    ap_put_file_name(stdout, text);
    printf("%*s ", width < 12 ? 12 - (int)width : 0, "");
    put_origin_of_setting(s, NULL, text);
}

static void put_texts_with_origins(
    const file_settings_layers *s, const char *key, const cli_string_list *texts)
{
    for (size_t i = 0; i < texts->count; i++)
        put_text_with_origin(s, key, texts->items[i]);
}

/* Prints the policy: the last value of each key. */
static void put_policy(const file_settings_layers *s)
{
    cli_resolved_option row;
    const cli_settings_layer *rates = NULL, *names = NULL;
    for (size_t i = 0; i < s->count; i++) {
        rates = s->layers[i]->policy.frame_rates.count > 0 ? s->layers[i] : rates;
        names = s->layers[i]->policy.joint_names.count > 0 ? s->layers[i] : names;
    }
    if (rates != NULL)
        put_texts_with_origins(s, "frame-rates", &rates->policy.frame_rates);
    if (names != NULL)
        put_texts_with_origins(s, "joint-names", &names->policy.joint_names);
    for (size_t i = 0; cli_option_row_at(cli_policy_groups, i, &row); i++) {
        if (row.given > 0 && find_layer_of_value_or_defaults(s, &row) != &s->run->defaults)
            put_key_and_value(s, &row);
    }
}

/* Prints the file with rules that the configuration names, and the names of the rules that it defines. */
static void put_own_rules(const file_settings_layers *s)
{
    if (s->config == NULL)
        return;
    put_text_with_origin(s, "rules", s->config->whole.rule_file);
    for (size_t i = 0; i < s->config->rules.count; i++)
        put_text_with_origin(s, "rule", s->config->rules.items[i].name);
}

/* Prints the companions that the configuration names. */
static void put_configured_companions(const file_settings_layers *s)
{
    cli_option row;
    for (size_t kind = 0; cli_companion_option_row(kind, &row); kind++) {
        const char *file = NULL;
        for (size_t i = 0; i < s->count; i++) {
            const char *named = s->layers[i]->reading.companion_paths[kind];
            file = named == NULL ? file : named;
        }
        put_text_with_origin(s, row.name, file);
    }
}

static void put_settings_of_file(const file_settings_layers *s, const char *path)
{
    cli_resolved_option row;
    ap_put_file_name(stdout, path);
    fputs(": ", stdout);
    if (s->config == NULL)
        fputs("no configuration", stdout);
    else
        ap_put_file_name(stdout, s->config->path);
    putchar('\n');
    for (const cli_option_group *group = cli_config_groups; !cli_is_end_of_groups(group); group++) {
        for (size_t i = 0; cli_option_row_at(group, i, &row); i++) {
            if (row.given > 0)
                put_key_and_value(s, &row);
        }
    }
    if (s->config != NULL) {
        put_texts_with_origins(s, "exclude", &s->config->whole.exclude);
        put_texts_with_origins(s, "include", &s->config->whole.include);
    }
    put_configured_companions(s);
    put_policy(s);
    put_own_rules(s);
    put_changed_rule_levels(s);
}

/* Returns the path; of a folder, the path of an imagined file in it, because settings are those of a file. The caller frees the
   result. Returns NULL when out of memory. */
static char *path_or_file_in_folder(const char *path)
{
    struct stat about;
    char *made = NULL;
    if (stat(path, &about) != 0 || !S_ISDIR(about.st_mode))
        return strdup(path);
    return asprintf(&made, "%s/.", path) < 0 ? NULL : made;
}

static cli_exit print_settings(config_run *run, const char *path)
{
    file_settings_layers s = { .run = run };
    char *file = path_or_file_in_folder(path);
    if (file == NULL)
        return cli_fail_no_memory();
    const cli_settings_result here = cli_configs_settings_of_file(run->configs, file);
    cli_exit result = here.result;
    if (result == CLI_CLEAN) {
        s.config = here.config;
        s.count = cli_configs_list_layers(run->configs, here.config, file, s.layers);
        result = s.count > 0 ? CLI_CLEAN : CLI_INTERNAL;
    }
    free(file);
    if (result == CLI_CLEAN)
        put_settings_of_file(&s, path);
    else
        cli_error("%s", here.result == CLI_CLEAN ? "no memory" : here.wrong);
    return result;
}

static cli_exit run_config(void *record, cli_operands words)
{
    config_run *run = record;
    if (words.count == 0)
        return cli_usage_error("config", "no files given");
    cli_exit result = cli_check_rules(&run->asked.rules, "config", NULL);
    if (result == CLI_CLEAN)
        result = cli_configs_open(&run->configs, "config", &run->choice, &run->asked);
    if (result != CLI_CLEAN)
        return result;
    for (size_t i = 0; i < words.count; i++)
        result = cli_worse_exit_by_rank(result, print_settings(run, words.items[i]));
    return result;
}

static void set_defaults(void *record)
{
    config_run *run = record;
    cli_layer_set_defaults(&run->asked);
    cli_layer_set_defaults(&run->defaults);
}

static void release_record(void *record)
{
    config_run *run = record;
    cli_layer_free(&run->asked);
    cli_configs_free(run->configs);
}

static const cli_option_group groups[] = {
    { .title = "Configuration", .rows = cli_config_rows, .at = offsetof(config_run, choice) },
    { .title = "Settings that override the configuration, as in `animproof lint`",
        .rows = cli_rule_choice_rows,
        .at = offsetof(config_run, asked.rules) },
    { .rows = cli_failing_rows, .at = offsetof(config_run, asked) },
    { .rows = cli_count_rows, .at = offsetof(config_run, asked.reading) },
    { .rows = cli_limit_rows, .at = offsetof(config_run, asked.reading) },
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof config assets/walk.md5anim", "Prints the settings for a file, and where each is set." },
    { NULL, NULL },
};

const cli_command cli_config_command = {
    .name = "config",
    .words = "PATH...",
    .summary = "prints the settings for a file, and where they are set",
    .about = "Prints the settings that `animproof lint` would use with the same options: each key "
             "of " CLI_CONFIG_NAME
             " with its value, each rule with a changed severity, and the line where each is set.",
    .examples = examples,
    .exits = "0 success, 2 wrong usage or configuration, 3 a configuration could not be read, 4 "
             "out of memory.",
    .options = groups,
    .record_bytes = sizeof(config_run),
    .prepare = set_defaults,
    .run = run_config,
    .release = release_record,
    .completes = CLI_COMPLETES_FILES,
};
