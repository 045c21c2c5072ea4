#include "cli/config/rule_sections.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config/config_file.h"
#include "core/base/count_text.h"
#include "validators/registry.h"

enum { MOST_SECTIONS = 64, MOST_NAME_BYTES = 48, MEANING_BYTES = 2048 };

static const cli_choice severities[] = { { "error", AP_ERROR, NULL }, { "warning", AP_WARNING, NULL },
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
    { .name = "least", .value = "N", CLI_TEXT(cli_rule_section, least), .help = "minimum of the figure" },
    { .name = "most", .value = "N", CLI_TEXT(cli_rule_section, most), .help = "maximum of the figure" },
    { .name = "one-of",
        .value = "N,...",
        CLI_LIST(cli_rule_section, one_of),
        .help = "allowed values of the figure" },
    { .name = "severity",
        .value = "LEVEL",
        CLI_CHOICE(cli_rule_section, severity),
        .choices = severities,
        .help = "{choices}" },
    { .name = "message", .value = "TEXT", CLI_TEXT(cli_rule_section, message), .help = "what the rule says" },
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

cli_exit cli_rule_section_begin(cli_rule_sections *sections, const char *name, char wrong[CLI_WRONG_BYTES])
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789-";
    const size_t length = strlen(name);
    if (length == 0 || length > MOST_NAME_BYTES || strspn(name, letters) != length)
        return cli_config_error(wrong,
            "'%s' cannot name a rule: a name has 1 to %d lower-case letters, digits and hyphens",
            cli_quote(name).text, MOST_NAME_BYTES);
    for (size_t i = 0; i < sections->count; i++) {
        if (strcmp(sections->items[i].name, name) == 0)
            return cli_config_error(wrong, "the file has two sections [rule %s]", name);
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

/* A section that becomes a rule. */
typedef struct making {
    const cli_rule_section *section;
    ap_own_rule *rule;
    ap_rule *made;
    const char **place; /* the text that is checked */
    char *wrong;
} making;

static cli_exit refuse_figure(making *m)
{
    const char *names[AP_MOST_FIGURE_NAMES];
    return cli_refuse_unknown_name(m->wrong, "figure", m->section->figure, names, ap_figure_names(names));
}

static void add_format(making *m, const ap_format *format, const ap_figure *figure)
{
    m->rule->formats[m->rule->format_count] = format;
    m->rule->figures[m->rule->format_count++] = figure;
}

static cli_exit refuse_format(making *m, const char *name)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    const char *names[AP_MOST_FORMATS];
    for (size_t i = 0; i < count; i++)
        names[i] = formats[i]->name;
    return cli_refuse_unknown_name(m->wrong, "format", name, names, count);
}

/* Chooses the formats that have the figure. */
static cli_exit choose_all_formats(making *m)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++) {
        const ap_figure *figure = ap_find_figure(formats[i], m->section->figure);
        if (figure != NULL)
            add_format(m, formats[i], figure);
    }
    return m->rule->format_count > 0 ? CLI_CLEAN : refuse_figure(m);
}

static cli_exit choose_formats(making *m)
{
    const cli_string_list *wanted = &m->section->formats;
    *m->place = m->section->figure;
    const cli_exit result = choose_all_formats(m);
    if (result != CLI_CLEAN || wanted->count == 0)
        return result;
    m->rule->format_count = 0;
    for (size_t i = 0; i < wanted->count; i++) {
        *m->place = wanted->items[i];
        const ap_format *format = ap_find_format(wanted->items[i]);
        if (format == NULL)
            return refuse_format(m, wanted->items[i]);
        const ap_figure *figure = ap_find_figure(format, m->section->figure);
        if (figure == NULL)
            return cli_config_error(m->wrong, "%s has no figure %s", format->name, m->section->figure);
        if (i >= AP_MOST_FORMATS)
            return cli_config_error(m->wrong, "formats: more than %d values", AP_MOST_FORMATS);
        add_format(m, format, figure);
    }
    return CLI_CLEAN;
}

static cli_exit read_limit(making *m, const char *key, const char *text, double *limit)
{
    size_t bytes;
    char *end;
    *m->place = text;
    if (strcmp(m->rule->figures[0]->unit, "bytes") == 0 && ap_read_bytes(text, &bytes)) {
        *limit = (double)bytes;
        return CLI_CLEAN;
    }
    const bool is_plain = text[0] != '\0' && strspn(text, "+-.0123456789eE") == strlen(text);
    *limit = is_plain ? strtod(text, &end) : (double)NAN;
    return is_plain && *end == '\0' && isfinite(*limit)
               ? CLI_CLEAN
               : cli_config_error(m->wrong, "%s: '%s' is not a number", key, cli_quote(text).text);
}

static cli_exit read_list(making *m)
{
    const cli_string_list *list = &m->section->one_of;
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < list->count && result == CLI_CLEAN; i++) {
        if (i == AP_POLICY_ITEMS)
            return cli_config_error(m->wrong, "one-of: more than %d values", AP_POLICY_ITEMS);
        result = read_limit(m, "one-of", list->items[i], &m->rule->one_of[i]);
        m->rule->one_of_count = i + 1;
    }
    return result;
}

static cli_exit read_limits(making *m)
{
    const cli_rule_section *section = m->section;
    ap_own_rule *rule = m->rule;
    rule->least = -(double)INFINITY;
    rule->most = (double)INFINITY;
    cli_exit result = read_list(m);
    if (result == CLI_CLEAN && section->least != NULL)
        result = read_limit(m, "least", section->least, &rule->least);
    if (result == CLI_CLEAN && section->most != NULL)
        result = read_limit(m, "most", section->most, &rule->most);
    if (result != CLI_CLEAN)
        return result;
    if (rule->least > rule->most)
        return cli_config_error(m->wrong, "least is greater than most");
    const bool has_range = section->least != NULL || section->most != NULL;
    *m->place = section->name;
    if (has_range && rule->one_of_count > 0)
        return cli_config_error(
            m->wrong, "rule %s has both one-of and a limit; it needs one of them", section->name);
    return has_range || rule->one_of_count > 0
               ? CLI_CLEAN
               : cli_config_error(m->wrong, "rule %s needs least, most or one-of", section->name);
}

/* Makes the rule with its texts. */
static cli_exit set_texts(making *m)
{
    char meaning[MEANING_BYTES];
    const ap_own_rule *rule = m->rule;
    int used = snprintf(meaning, sizeof meaning,
        "The section [rule %s] of the project's configuration defines this rule. It checks the figure %s of "
        "`animproof stats` (%s) in files of the %s",
        m->section->name, m->section->figure, rule->figures[0]->text,
        rule->format_count == 1 ? "format" : "formats");
    for (size_t i = 0; i < rule->format_count; i++)
        used += snprintf(meaning + used, sizeof meaning - (size_t)used, "%s %s", i == 0 ? "" : ",",
            rule->formats[i]->name);
    snprintf(meaning + used, sizeof meaning - (size_t)used, ", and allows %s.", rule->allowed);
    return ap_own_rule_init(
               m->made, m->section->name, (ap_severity)m->section->severity, m->section->message, meaning)
               ? CLI_CLEAN
               : CLI_INTERNAL;
}

static cli_exit make_rule(making *m)
{
    const cli_rule_section *section = m->section;
    *m->place = section->name;
    if (section->figure == NULL || section->message == NULL)
        return cli_config_error(m->wrong, "rule %s needs the key %s", section->name,
            section->figure == NULL ? "figure" : "message");
    cli_exit result = choose_formats(m);
    if (result == CLI_CLEAN)
        result = read_limits(m);
    if (result != CLI_CLEAN)
        return result;
    ap_own_rule_describe(m->rule);
    return set_texts(m);
}

/* Moves the rules to the table of the run. */
static cli_exit add_rules(cli_rule_sections *sections, ap_own_table *table, const char **place, char *wrong)
{
    const ap_rule *first = ap_own_table_add(table, sections->made, sections->count);
    if (first == NULL) {
        *place = sections->items[0].name;
        return cli_config_error(
            wrong, "the configurations have more than %d different sections [rule NAME]", AP_OWN_RULES);
    }
    memset(sections->made, 0, sections->count * sizeof *sections->made);
    for (size_t i = 0; i < sections->count; i++)
        sections->rules.items[i].rule = &first[i];
    sections->rules.table = (ap_rule_table){ first, sections->count };
    sections->rules.count = sections->count;
    return CLI_CLEAN;
}

static cli_exit make_rules(cli_config *config, ap_own_table *table, const char **place, char *wrong)
{
    cli_rule_sections *sections = &config->rules;
    sections->rules.items = calloc(sections->count, sizeof *sections->rules.items);
    sections->made = calloc(sections->count, sizeof *sections->made);
    cli_exit result = sections->rules.items == NULL || sections->made == NULL ? CLI_INTERNAL : CLI_CLEAN;
    for (size_t i = 0; i < sections->count && result == CLI_CLEAN; i++) {
        making m = { &sections->items[i], &sections->rules.items[i], &sections->made[i], place, wrong };
        result = make_rule(&m);
        cli_config_origin(config, cli_config_line_number(config, sections->items[i].name), &m.rule->origin);
    }
    if (result == CLI_CLEAN)
        result = add_rules(sections, table, place, wrong);
    config->whole.reading.lint.own = result == CLI_CLEAN ? &sections->rules : NULL;
    return result;
}

/* Checks the names of the sections' rules in the keys of a layer. */
static cli_exit check_names(const cli_layer *layer, ap_rule_table own, const char **place, char *wrong)
{
    char *unknown = cli_find_unknown_own_rule(&layer->rules, own);
    *place = unknown;
    if (unknown == NULL)
        return CLI_CLEAN;
    unknown[strcspn(unknown, "=")] = '\0'; /* cuts off the level */
    return cli_config_error(wrong, "no section defines the rule %s", cli_quote(unknown).text);
}

cli_exit cli_rule_sections_finish(
    cli_config *config, ap_own_table *table, const char **place, char wrong[CLI_WRONG_BYTES])
{
    const ap_rule_table *own = &config->rules.rules.table;
    cli_exit result = config->rules.count == 0 ? CLI_CLEAN : make_rules(config, table, place, wrong);
    if (result == CLI_CLEAN)
        result = check_names(&config->whole, *own, place, wrong);
    for (size_t i = 0; i < config->part_count && result == CLI_CLEAN; i++)
        result = check_names(&config->parts[i].layer, *own, place, wrong);
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
        cli_string_list_free(&section->pass);
        cli_string_list_free(&section->fail);
        cli_string_list_free(&section->keys);
    }
    free(sections->items);
    free(sections->made);
    free(sections->rules.items);
}
