#include "core/finding/rule_settings.h"

#include <assert.h>
#include <fnmatch.h>
#include <string.h>

void ap_rule_settings_init(ap_rule_settings *rule_settings, const ap_rule_table *tables, size_t table_count)
{
    size_t number = 0;
    rule_settings->tables = tables;
    rule_settings->table_count = table_count;
    rule_settings->own = (ap_configured_rule_tables){ .items = { { .rules = NULL } } };
    rule_settings->run_own = (ap_rule_table){ .rules = NULL };
    for (size_t t = 0; t < table_count; t++) {
        for (size_t r = 0; r < tables[t].count; r++) {
            assert(number < AP_MOST_RULES);
            rule_settings->levels[number] = tables[t].rules[r].severity;
            rule_settings->only_reported[number++] = false;
        }
    }
}

static size_t count_rules_of_tables(const ap_rule_settings *rule_settings)
{
    size_t count = 0;
    for (size_t t = 0; t < rule_settings->table_count; t++)
        count += rule_settings->tables[t].count;
    return count;
}

void ap_rule_settings_replace_own(
    ap_rule_settings *rule_settings, ap_configured_rule_tables own, ap_rule_table run_own)
{
    size_t number = count_rules_of_tables(rule_settings);
    assert(number + run_own.count <= AP_MOST_RULES);
    rule_settings->own = own;
    rule_settings->run_own = run_own;
    for (size_t t = 0; t < AP_OWN_TABLES; t++) {
        for (size_t r = 0; r < own.items[t].count; r++) {
            rule_settings->levels[number] = own.items[t].rules[r].severity;
            rule_settings->only_reported[number++] = false;
        }
    }
}

bool ap_rule_matches_glob_or_format(const ap_rule *rule, const char *pattern)
{
    const char *id = rule->id;
    size_t length = strlen(pattern);
    if (strncmp(pattern, id, length) == 0
        && id[length] == '/') /* the pattern is the name of the rule's format */
        return true;
    return fnmatch(pattern, id, 0) == 0;
}

bool ap_can_pattern_turn_off(const char *pattern, const ap_rule *rule)
{
    return !ap_rule_may_stop_checks(rule) || strcmp(pattern, rule->id) == 0;
}

/* Sets the level of a rule that the pattern matches. If `level` is AP_OFF and the pattern may not turn off the rule, the rule
   keeps its level and becomes only_reported. */
static void set_level(ap_rule_settings *rule_settings, size_t index, const ap_rule *rule, const char *pattern,
    ap_severity level)
{
    const bool stays = level == AP_OFF && !ap_can_pattern_turn_off(pattern, rule);
    if (!stays)
        rule_settings->levels[index] = level;
    rule_settings->only_reported[index] = stays;
}

size_t ap_rule_settings_set_level(ap_rule_settings *rule_settings, const char *pattern, ap_severity level)
{
    const ap_rule *rule;
    size_t matched = 0;
    for (size_t index = 0; (rule = ap_rule_settings_rule(rule_settings, index)) != NULL; index++) {
        if (!ap_rule_matches_glob_or_format(rule, pattern))
            continue;
        set_level(rule_settings, index, rule, pattern, level);
        matched++;
    }
    return matched;
}

void ap_rule_settings_turn_off_all_but_stopping(ap_rule_settings *rule_settings)
{
    const ap_rule *rule;
    for (size_t index = 0; (rule = ap_rule_settings_rule(rule_settings, index)) != NULL; index++) {
        rule_settings->only_reported[index] = ap_rule_may_stop_checks(rule);
        if (!ap_rule_may_stop_checks(rule))
            rule_settings->levels[index] = AP_OFF;
    }
}

size_t ap_rule_settings_copy_levels(
    ap_rule_settings *rule_settings, const char *pattern, const ap_rule_settings *from)
{
    const ap_rule *rule;
    size_t matched = 0;
    for (size_t index = 0; (rule = ap_rule_settings_rule(rule_settings, index)) != NULL; index++) {
        if (!ap_rule_matches_glob_or_format(rule, pattern))
            continue;
        rule_settings->levels[index] = from->levels[index];
        rule_settings->only_reported[index] = from->only_reported[index];
        matched++;
    }
    return matched;
}

bool ap_rule_settings_select_plus_stopping(
    ap_rule_settings *rule_settings, const char *const *patterns, size_t count, const char **unknown)
{
    ap_rule_settings chosen = *rule_settings;
    ap_rule_settings_turn_off_all_but_stopping(&chosen);
    bool known = true;
    for (size_t p = 0; p < count; p++) {
        const bool matches = ap_rule_settings_copy_levels(&chosen, patterns[p], rule_settings) > 0;
        if (!matches && known)
            *unknown = patterns[p];
        known &= matches;
    }
    *rule_settings = chosen;
    return known;
}

void ap_rule_settings_raise_warnings(ap_rule_settings *rule_settings)
{
    for (size_t number = 0; number < AP_MOST_RULES; number++) {
        if (rule_settings->levels[number] == AP_WARNING)
            rule_settings->levels[number] = AP_ERROR;
    }
}

/* Returns table `t` of the settings, or after the last one a table of `own`. */
static const ap_rule_table *table_at(
    const ap_rule_settings *rule_settings, const ap_rule_table *own, size_t t)
{
    return t < rule_settings->table_count ? &rule_settings->tables[t] : &own[t - rule_settings->table_count];
}

/* Returns the index of a rule in the tables, then in the `own_count` tables at `own`. */
static size_t index_of_listed_rule(
    const ap_rule_settings *rule_settings, const ap_rule_table *own, size_t own_count, const ap_rule *rule)
{
    size_t index = 0;
    for (size_t t = 0; t < rule_settings->table_count + own_count; t++) {
        const ap_rule_table *table = table_at(rule_settings, own, t);
        if (table->count > 0 && rule >= table->rules && rule < table->rules + table->count)
            return index + (size_t)(rule - table->rules);
        index += table->count;
    }
    assert(false && "a rule that no table lists");
    return 0;
}

static const ap_rule *rule_at(
    const ap_rule_settings *rule_settings, const ap_rule_table *own, size_t own_count, size_t index)
{
    for (size_t t = 0; t < rule_settings->table_count + own_count; t++) {
        const ap_rule_table *table = table_at(rule_settings, own, t);
        if (index < table->count)
            return table->rules[index].id == NULL ? NULL : &table->rules[index];
        index -= table->count;
    }
    return NULL;
}

size_t ap_rule_settings_index(const ap_rule_settings *rule_settings, const ap_rule *rule)
{
    return index_of_listed_rule(rule_settings, rule_settings->own.items, AP_OWN_TABLES, rule);
}

const ap_rule *ap_rule_settings_rule(const ap_rule_settings *rule_settings, size_t index)
{
    return rule_at(rule_settings, rule_settings->own.items, AP_OWN_TABLES, index);
}

size_t ap_rule_settings_index_common_to_run(const ap_rule_settings *rule_settings, const ap_rule *rule)
{
    return index_of_listed_rule(rule_settings, &rule_settings->run_own, 1, rule);
}

const ap_rule *ap_rule_settings_rule_at_run_index(const ap_rule_settings *rule_settings, size_t index)
{
    return rule_at(rule_settings, &rule_settings->run_own, 1, index);
}

ap_severity ap_rule_settings_level(const ap_rule_settings *rule_settings, const ap_rule *rule)
{
    return rule_settings == NULL ? rule->severity
                                 : rule_settings->levels[ap_rule_settings_index(rule_settings, rule)];
}

bool ap_rule_settings_is_on_and_selected(const ap_rule_settings *rule_settings, const ap_rule *rule)
{
    const size_t index = rule_settings == NULL ? 0 : ap_rule_settings_index(rule_settings, rule);
    return rule_settings == NULL
           || (rule_settings->levels[index] != AP_OFF && !rule_settings->only_reported[index]);
}
