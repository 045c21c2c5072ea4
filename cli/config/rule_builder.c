#include "cli/config/rule_builder.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/config/config_file.h"
#include "cli/config/field_paths.h"
#include "core/base/count_text.h"
#include "validators/registry.h"
#include "validators/services/own_rules/own_fields.h"
#include "validators/services/own_rules/own_joints.h"

enum {
    MEANING_BYTES = 2048,
    MOST_PATH_BYTES = 128 /* MOST_PATH_BYTES limits the time that matching a field's path takes */
};

/* Functions that choose formats */

static cli_exit refuse_unknown_figure(cli_rule_builder *m)
{
    const char *names[AP_MOST_FIGURE_NAMES];
    return cli_refuse_unknown_name(m->wrong, "figure", m->section->figure, names, ap_figure_names(names));
}

static cli_exit refuse_unknown_format(cli_rule_builder *m, const char *name)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    const char *names[AP_MOST_FORMATS];
    for (size_t i = 0; i < count; i++)
        names[i] = formats[i]->name;
    return cli_refuse_unknown_name(m->wrong, "format", name, names, count);
}

/* Adds a format to the rule. Returns false if the rule needs a figure or joints that the format does not have. */
static bool add_format_if_suitable(cli_rule_builder *m, const ap_format *format)
{
    ap_own_rule *rule = m->rule;
    const char *name = m->section->figure;
    const ap_figure *figure = name == NULL ? NULL : ap_find_figure(format, name);
    if ((name != NULL && figure == NULL)
        || (rule->subject == AP_OWN_JOINTS && !ap_own_format_names_joints(format)))
        return false;
    rule->formats[rule->format_count] = format;
    rule->figures[rule->format_count++] = figure;
    return true;
}

/* Chooses all formats that have the rule's figure, or joints if the rule needs joints. */
static cli_exit choose_all_formats(cli_rule_builder *m)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i < count; i++)
        (void)add_format_if_suitable(m, formats[i]);
    return m->rule->format_count > 0 ? CLI_CLEAN : refuse_unknown_figure(m);
}

static cli_exit choose_format(cli_rule_builder *m, const char *name)
{
    const ap_format *format = ap_find_format(name);
    *m->place = name;
    if (format == NULL)
        return refuse_unknown_format(m, name);
    if (ap_own_rule_checks_format(m->rule, format))
        return cli_config_error(m->wrong, "formats: %s is named twice", name);
    if (add_format_if_suitable(m, format))
        return CLI_CLEAN;
    return m->section->figure == NULL
               ? cli_config_error(m->wrong, "%s names no joints", format->name)
               : cli_config_error(m->wrong, "%s has no figure %s", format->name, m->section->figure);
}

static cli_exit choose_formats(cli_rule_builder *m)
{
    const cli_string_list *wanted = &m->section->formats;
    if (m->section->path != NULL && wanted->count == 0)
        return cli_config_error(
            m->wrong, "rule %s needs the key formats, since each format has its own paths", m->section->name);
    *m->place = m->section->figure;
    cli_exit result = m->section->path != NULL ? CLI_CLEAN : choose_all_formats(m);
    if (wanted->count > 0)
        m->rule->format_count = 0;
    for (size_t i = 0; i < wanted->count && result == CLI_CLEAN; i++)
        result = choose_format(m, wanted->items[i]);
    return result;
}

/* Functions that read limits */

/* Reads a number in the unit of the rule's figure. */
static bool parse_limit_number(const ap_own_rule *rule, const char *text, double *number)
{
    size_t bytes;
    char *end;
    if (rule->subject == AP_OWN_FIGURE && strcmp(rule->figures[0]->unit, "bytes") == 0
        && ap_parse_byte_count(text, &bytes)) {
        *number = (double)bytes;
        return true;
    }
    const bool is_plain = text[0] != '\0' && strspn(text, "+-.0123456789eE") == strlen(text);
    *number = is_plain ? strtod(text, &end) : (double)NAN;
    return is_plain && *end == '\0' && isfinite(*number);
}

bool cli_test_value_by_rule(const ap_own_rule *rule, const char *value, bool *allowed)
{
    double number;
    if (rule->subject == AP_OWN_FIELDS && rule->name_count > 0) {
        *allowed = ap_own_rule_matches(rule, (ap_view){ (const uint8_t *)value, strlen(value) });
        return true;
    }
    if (!parse_limit_number(rule, value, &number))
        return false;
    *allowed = ap_own_rule_allows(rule, number, false);
    return true;
}

static cli_exit parse_limit(cli_rule_builder *m, const char *key, const char *text, double *limit)
{
    *m->place = text;
    return parse_limit_number(m->rule, text, limit)
               ? CLI_CLEAN
               : cli_config_error(m->wrong, "%s: '%s' is not a number", key, cli_shorten(text).text);
}

static cli_exit refuse_list_of_too_many(const cli_rule_builder *m, const char *key)
{
    return cli_config_error(m->wrong, "%s: more than %d values", key, AP_POLICY_ITEMS);
}

static cli_exit parse_allowed_values(cli_rule_builder *m)
{
    const cli_string_list *list = &m->section->one_of;
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < list->count && result == CLI_CLEAN; i++) {
        *m->place = list->items[i];
        if (i == AP_POLICY_ITEMS)
            return refuse_list_of_too_many(m, "one-of");
        result = parse_limit(m, "one-of", list->items[i], &m->rule->one_of[i]);
        m->rule->one_of_count = i + 1;
    }
    return result;
}

/* Checks that the section has limits, unless the rule requires joints, and no two kinds of limits that exclude each other. */
static cli_exit check_limit_keys(const cli_rule_builder *m)
{
    const cli_rule_section *section = m->section;
    const bool has_range = section->least != NULL || section->most != NULL;
    const bool has_names = section->matches.count > 0 && m->rule->subject == AP_OWN_FIELDS;
    *m->place = section->name;
    if (m->rule->subject == AP_OWN_JOINTS)
        return has_range || section->one_of.count > 0
                   ? cli_config_error(m->wrong, "rule %s has both required-joints and limits", section->name)
                   : CLI_CLEAN;
    if (has_range && section->one_of.count > 0)
        return cli_config_error(
            m->wrong, "rule %s has both one-of and a limit; it needs one of them", section->name);
    if (has_names && (has_range || section->one_of.count > 0))
        return cli_config_error(
            m->wrong, "rule %s has both matches and limits; it needs one of them, or count", section->name);
    return has_range || has_names || section->one_of.count > 0
               ? CLI_CLEAN
               : cli_config_error(m->wrong, "rule %s needs least, most%s", section->name,
                   m->rule->subject == AP_OWN_FIELDS ? ", one-of or matches" : " or one-of");
}

static cli_exit parse_limits(cli_rule_builder *m)
{
    const cli_rule_section *section = m->section;
    ap_own_rule *rule = m->rule;
    rule->least = -(double)INFINITY;
    rule->most = (double)INFINITY;
    cli_exit result = check_limit_keys(m);
    if (result == CLI_CLEAN)
        result = parse_allowed_values(m);
    if (result == CLI_CLEAN && section->least != NULL)
        result = parse_limit(m, "least", section->least, &rule->least);
    if (result == CLI_CLEAN && section->most != NULL)
        result = parse_limit(m, "most", section->most, &rule->most);
    return result != CLI_CLEAN || rule->least <= rule->most
               ? result
               : cli_config_error(m->wrong, "least is greater than most");
}

/* Checks the values of the key `passes` or `fails`: they must be numbers, unless the rule has patterns. Refuses the key in a rule
   with required-joints. */
static cli_exit check_form_of_example_values(
    cli_rule_builder *m, const char *key, const cli_string_list *values)
{
    bool allowed;
    for (size_t i = 0; i < values->count; i++) {
        *m->place = values->items[i];
        if (m->rule->subject == AP_OWN_JOINTS)
            return cli_config_error(m->wrong, "rule %s has %s with required-joints; its examples are files",
                m->section->name, key);
        if (!cli_test_value_by_rule(m->rule, values->items[i], &allowed))
            return cli_config_error(
                m->wrong, "%s: '%s' is not a number", key, cli_shorten(values->items[i]).text);
    }
    return CLI_CLEAN;
}

/* Functions that choose the subject of the rule */

static cli_exit set_field_path(cli_rule_builder *m)
{
    const char *path = m->section->path;
    *m->place = path;
    if (strlen(path) > MOST_PATH_BYTES)
        return cli_config_error(m->wrong, "path: longer than %d bytes", MOST_PATH_BYTES);
    if (!ap_own_is_field_path_pattern(path, &m->rule->names_joints))
        return cli_config_error(m->wrong,
            "path: '%s' is not a pattern of field paths, such as frames[*].values[*]",
            cli_shorten(path).text);
    m->rule->path = path;
    return CLI_CLEAN;
}

static cli_exit set_joints_or_patterns(cli_rule_builder *m)
{
    const bool are_joints = m->rule->subject == AP_OWN_JOINTS;
    const cli_string_list *names = are_joints ? &m->section->required_joints : &m->section->matches;
    if (names->count > AP_POLICY_ITEMS) {
        *m->place = names->items[AP_POLICY_ITEMS];
        return refuse_list_of_too_many(m, are_joints ? "required-joints" : "matches");
    }
    for (size_t i = 1; are_joints && i < names->count; i++) {
        *m->place = names->items[i];
        if (cli_string_list_find(names, names->items[i]) != names->items[i])
            return cli_config_error(
                m->wrong, "required-joints: '%s' is named twice", cli_shorten(names->items[i]).text);
    }
    m->rule->names = (const char *const *)names->items;
    m->rule->name_count = names->count;
    return CLI_CLEAN;
}

/* Checks that the section has a message, exactly one of the keys that choose a subject, and `count` and `matches` only with
   `path`. */
static cli_exit check_subject_keys(const cli_rule_builder *m)
{
    const cli_rule_section *section = m->section;
    const char *keys[3];
    size_t count = 0;
    *m->place = section->name;
    if (section->figure != NULL)
        keys[count++] = "figure";
    if (section->path != NULL)
        keys[count++] = "path";
    if (section->required_joints.count > 0)
        keys[count++] = "required-joints";
    if (count == 0)
        return cli_config_error(
            m->wrong, "rule %s needs the key figure, path or required-joints", section->name);
    if (count > 1)
        return cli_config_error(
            m->wrong, "rule %s has both %s and %s; it needs one of them", section->name, keys[0], keys[1]);
    if (section->message == NULL)
        return cli_config_error(m->wrong, "rule %s needs the key message", section->name);
    if (section->path == NULL && (section->count || section->matches.count > 0))
        return cli_config_error(
            m->wrong, "rule %s has %s without path", section->name, section->count ? "count" : "matches");
    return CLI_CLEAN;
}

static cli_exit set_rule_subject(cli_rule_builder *m)
{
    const cli_rule_section *section = m->section;
    cli_exit result = check_subject_keys(m);
    if (result != CLI_CLEAN)
        return result;
    m->rule->subject = section->figure != NULL ? AP_OWN_FIGURE
                       : section->path == NULL ? AP_OWN_JOINTS
                       : section->count        ? AP_OWN_COUNT
                                               : AP_OWN_FIELDS;
    result = section->path == NULL ? CLI_CLEAN : set_field_path(m);
    return result == CLI_CLEAN ? set_joints_or_patterns(m) : result;
}

/* Checks that a format of the rule has fields with its path: a rule with a misspelled path would never fire. */
static cli_exit check_rule_path_exists(const cli_rule_builder *m)
{
    const ap_own_rule *rule = m->rule;
    bool known;
    if (rule->path == NULL)
        return CLI_CLEAN;
    *m->place = rule->path;
    if (!cli_check_field_path_exists(m->field_paths, rule, &known))
        return CLI_INTERNAL;
    return known ? CLI_CLEAN
                 : cli_config_error(m->wrong,
                     "path: no field of %s has a path like '%s' (`animproof dump FILE` prints the paths of a "
                     "file)",
                     rule->format_count == 1 ? rule->formats[0]->name : "these formats",
                     cli_shorten(rule->path).text);
}

/* Functions that make the texts */

/* Appends the subject of the rule to `text`: "the figure joints of ...". Returns the length. */
static int append_subject_text(const cli_rule_builder *m, char *text, size_t size)
{
    const ap_own_rule *rule = m->rule;
    char names[AP_OWN_ALLOWED_BYTES];
    if (rule->subject == AP_OWN_FIGURE)
        return snprintf(text, size, "the figure %s of `animproof stats` (%s)", m->section->figure,
            rule->figures[0]->text);
    if (rule->subject == AP_OWN_JOINTS)
        return snprintf(text, size, "the names of the joints");
    if (rule->subject == AP_OWN_FIELDS)
        return snprintf(text, size, "the fields with the path %s", rule->path);
    ap_own_rule_list_names(rule, " or ", names, sizeof names);
    return snprintf(text, size, "the number of fields with the path %s%s%s", rule->path,
        names[0] == '\0' ? "" : " and a value like ", names);
}

static cli_exit set_rule_texts(cli_rule_builder *m)
{
    char meaning[MEANING_BYTES];
    const ap_own_rule *rule = m->rule;
    int used = snprintf(meaning, sizeof meaning,
        "The section [rule %s] of the project's configuration defines this rule. It checks ",
        m->section->name);
    used += append_subject_text(m, meaning + used, sizeof meaning - (size_t)used);
    used += snprintf(meaning + used, sizeof meaning - (size_t)used, " in files of the %s",
        rule->format_count == 1 ? "format" : "formats");
    for (size_t i = 0; i < rule->format_count; i++)
        used += snprintf(meaning + used, sizeof meaning - (size_t)used, "%s %s", i == 0 ? "" : ",",
            rule->formats[i]->name);
    snprintf(meaning + used, sizeof meaning - (size_t)used, ", and allows %s.", rule->allowed);
    const cli_rule_section *section = m->section;
    if (!ap_own_rule_init(m->made, section->name, (ap_severity)section->severity, section->message, meaning))
        return CLI_INTERNAL;
    if (rule->subject == AP_OWN_FIELDS)
        m->made->points = "the value of the field";
    else if (rule->subject == AP_OWN_JOINTS)
        m->made->points = "the name of a joint that has nearly the missing name, or offset 0";
    else if (rule->subject == AP_OWN_COUNT)
        m->made->points = "the value of the first field above the limit, or offset 0";
    return CLI_CLEAN;
}

cli_exit cli_build_rule(cli_rule_builder *m)
{
    cli_exit result = set_rule_subject(m);
    if (result == CLI_CLEAN)
        result = choose_formats(m);
    if (result == CLI_CLEAN)
        result = check_rule_path_exists(m);
    if (result == CLI_CLEAN)
        result = parse_limits(m);
    if (result == CLI_CLEAN)
        result = check_form_of_example_values(m, "passes", &m->section->passes);
    if (result == CLI_CLEAN)
        result = check_form_of_example_values(m, "fails", &m->section->fails);
    if (result != CLI_CLEAN)
        return result;
    ap_own_rule_set_allowed_text(m->rule);
    return set_rule_texts(m);
}
