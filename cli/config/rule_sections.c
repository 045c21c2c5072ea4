#include "cli/config/rule_sections.h"

#include <stdlib.h>
#include <string.h>

#include "cli/config/config_file.h"
#include "cli/config/rule_builder.h"

enum { MOST_SECTIONS = 64, MOST_NAME_BYTES = 48 };

static const cli_option_choice severities[] = { { "error", AP_ERROR, NULL }, { "warning", AP_WARNING, NULL },
    { "note", AP_NOTE, NULL }, { NULL, 0, NULL } };

static const cli_option rows[] = {
    { .name = "formats",
        .value = "FORMAT,...",
        CLI_LIST(cli_rule_section, formats),
        .help = "formats that the rule checks; without it, all that have the figure" },
    { .name = "figure",
        .value = "FIGURE",
        CLI_TEXT(cli_rule_section, figure),
        .help = "figure of `animproof stats`" },
    { .name = "path",
        .value = "PATTERN",
        CLI_TEXT(cli_rule_section, path),
        .help = "paths of fields, as `animproof dump --path` takes them" },
    { .name = "count",
        CLI_FLAG(cli_rule_section, count),
        .help = "apply least, most and one-of to the number of fields, not to their values" },
    { .name = "least", .value = "N", CLI_TEXT(cli_rule_section, least), .help = "smallest allowed number" },
    { .name = "most", .value = "N", CLI_TEXT(cli_rule_section, most), .help = "largest allowed number" },
    { .name = "one-of", .value = "N,...", CLI_LIST(cli_rule_section, one_of), .help = "allowed numbers" },
    { .name = "matches",
        .value = "PATTERN,...",
        CLI_LIST(cli_rule_section, matches),
        .help = "allowed values of fields, or with count those that are counted; * is any text, ? any byte" },
    { .name = "required-joints",
        .value = "NAME,...",
        CLI_LIST(cli_rule_section, required_joints),
        .help = "names of joints that a file must have" },
    { .name = "severity",
        .value = "LEVEL",
        CLI_CHOICE(cli_rule_section, severity),
        .choices = severities,
        .help = "{choices}" },
    { .name = "message", .value = "TEXT", CLI_TEXT(cli_rule_section, message), .help = "what the rule says" },
    { .name = "passes",
        .value = "VALUE,...",
        CLI_LIST(cli_rule_section, passes),
        .help = "examples of allowed values, for `animproof rules --test`" },
    { .name = "fails",
        .value = "VALUE,...",
        CLI_LIST(cli_rule_section, fails),
        .help = "examples of values that are not allowed, for `animproof rules --test`" },
    { .name = "pass",
        .value = "FILE,...",
        CLI_LIST(cli_rule_section, pass),
        .help = "examples without a finding, for `animproof rules --test`" },
    { .name = "fail",
        .value = "FILE,...",
        CLI_LIST(cli_rule_section, fail),
        .help = "examples with a finding, for `animproof rules --test`" },
    { .name = NULL },
};

const cli_option_group cli_rule_section_groups[] = { { .rows = rows }, { .rows = NULL } };

cli_exit cli_add_rule_section(cli_rule_sections *sections, const char *name, char wrong[CLI_WRONG_BYTES])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const size_t length = strlen(name);
    if (length == 0 || length > MOST_NAME_BYTES || strspn(name, letters) != length)
        return cli_config_error(wrong,
            "'%s' cannot name a rule: a name has 1 to %d lower-case letters, digits and hyphens",
            cli_shorten(name).text, MOST_NAME_BYTES);
    for (size_t i = 0; i < sections->count; i++) {
        if (strcmp(sections->items[i].name, name) == 0)
            return cli_config_error(wrong, "the configuration has two sections [rule %s]", name);
    }
    if (sections->count == MOST_SECTIONS)
        return cli_config_error(wrong, "more than %d sections [rule NAME]", MOST_SECTIONS);
    cli_rule_section *items = reallocarray(sections->items, sections->count + 1, sizeof *items);
    if (items == NULL)
        return CLI_INTERNAL;
    sections->items = items;
    items[sections->count++] = (cli_rule_section){ .name = name, .severity = AP_ERROR };
    return CLI_CLEAN;
}

/* Moves the rules of the sections first to first + count - 1 to the table of the run. Returns false if the table has no
   room. */
static bool move_some_rules_if_table_has_room(
    cli_rule_sections *sections, size_t first, size_t count, ap_own_table *table, ap_rule_table *moved)
{
    ap_rule *made = &sections->made[first];
    const ap_rule *rules = count == 0 ? NULL : ap_own_table_add_if_room(table, made, count);
    if (count > 0 && rules == NULL)
        return false;
    memset(made, 0, count * sizeof *made);
    for (size_t i = 0; i < count; i++)
        sections->rules.items[first + i].rule = &rules[i];
    *moved = (ap_rule_table){ rules, count };
    return true;
}

/* Moves the rules of the sections to the table of the run. Rules of a file that several configurations name are equal, so
   that the table has them once. */
static cli_exit move_rules_to_table(
    cli_rule_sections *sections, ap_own_table *table, const char **place, char *wrong)
{
    const size_t own = sections->own_count, count = sections->count;
    ap_rule_table *moved = sections->rules.tables.items;
    if (!move_some_rules_if_table_has_room(sections, 0, own, table, &moved[0])
        || !move_some_rules_if_table_has_room(sections, own, count - own, table, &moved[1])) {
        *place = sections->items[0].name;
        return cli_config_error(
            wrong, "the configurations have more than %d different sections [rule NAME]", AP_OWN_RULES);
    }
    sections->rules.count = count;
    return CLI_CLEAN;
}

static cli_exit build_rules(cli_config *config, cli_config_shared *shared, const char **place, char *wrong)
{
    cli_rule_sections *sections = &config->rules;
    sections->rules.items = calloc(sections->count, sizeof *sections->rules.items);
    sections->made = calloc(sections->count, sizeof *sections->made);
    cli_exit result = sections->rules.items == NULL || sections->made == NULL ? CLI_INTERNAL : CLI_CLEAN;
    for (size_t i = 0; i < sections->count && result == CLI_CLEAN; i++) {
        cli_rule_builder m = { .section = &sections->items[i],
            .rule = &sections->rules.items[i],
            .made = &sections->made[i],
            .field_paths = &shared->field_paths,
            .place = place,
            .wrong = wrong };
        result = cli_build_rule(&m);
        cli_config_write_policy_origin(config, sections->items[i].name, &m.rule->origin);
    }
    if (result == CLI_CLEAN)
        result = move_rules_to_table(sections, &shared->own_rules, place, wrong);
    config->whole.reading.lint.own = result == CLI_CLEAN ? &sections->rules : NULL;
    return result;
}

/* Checks that each rule own/NAME which the keys of a layer name is in `own`. */
static cli_exit check_own_rule_names(
    const cli_settings_layer *layer, ap_configured_rule_tables own, const char **place, char *wrong)
{
    char *unknown = cli_find_unknown_own_rule(&layer->rules, own);
    *place = unknown;
    if (unknown == NULL)
        return CLI_CLEAN;
    unknown[strcspn(unknown, "=")] = '\0'; /* cuts off the level, so that the message has only the name */
    return cli_config_error(wrong, "no section defines the rule %s", cli_shorten(unknown).text);
}

cli_exit cli_make_rules_of_sections(
    cli_config *config, cli_config_shared *shared, const char **place, char wrong[CLI_WRONG_BYTES])
{
    const ap_configured_rule_tables *own = &config->rules.rules.tables;
    cli_exit result = config->rules.count == 0 ? CLI_CLEAN : build_rules(config, shared, place, wrong);
    if (result == CLI_CLEAN)
        result = check_own_rule_names(&config->whole, *own, place, wrong);
    for (size_t i = 0; i < config->part_count && result == CLI_CLEAN; i++)
        result = check_own_rule_names(&config->parts[i].layer, *own, place, wrong);
    return result;
}

void cli_rule_sections_free(cli_rule_sections *sections)
{
    for (size_t i = 0; i < sections->count; i++) {
        cli_rule_section *section = &sections->items[i];
        if (sections->made != NULL)
            ap_own_rule_free(&sections->made[i]);
        cli_string_list_free(&section->formats);
        cli_string_list_free(&section->one_of);
        cli_string_list_free(&section->matches);
        cli_string_list_free(&section->required_joints);
        cli_string_list_free(&section->passes);
        cli_string_list_free(&section->fails);
        cli_string_list_free(&section->pass);
        cli_string_list_free(&section->fail);
        cli_string_list_free(&section->keys);
    }
    free(sections->items);
    free(sections->made);
    free(sections->rules.items);
}

void cli_config_shared_free(cli_config_shared *shared)
{
    ap_own_table_free(&shared->own_rules);
    cli_rule_files_free(&shared->rule_files);
    cli_field_paths_free(&shared->field_paths);
}
