#include "core/finding/policy.h"

#include <assert.h>
#include <fnmatch.h>
#include <string.h>

void ap_policy_init(ap_policy *policy, const ap_rule_table *tables, size_t table_count)
{
    size_t number = 0;
    policy->tables = tables;
    policy->table_count = table_count;
    for (size_t t = 0; t < table_count; t++) {
        for (size_t r = 0; r < tables[t].count; r++) {
            assert(number < AP_POLICY_RULES);
            policy->levels[number] = tables[t].rules[r].severity;
            policy->only_reported[number++] = false;
        }
    }
}

bool ap_rule_is_named(const ap_rule *rule, const char *pattern)
{
    const char *id = rule->id;
    size_t length = strlen(pattern);
    if (strncmp(pattern, id, length) == 0 && id[length] == '/') /* a format's name */
        return true;
    return fnmatch(pattern, id, 0) == 0;
}

bool ap_pattern_turns_off(const char *pattern, const ap_rule *rule)
{
    return !ap_rule_stops(rule) || strcmp(pattern, rule->id) == 0;
}

/* Sets the level of a rule that the pattern matches. */
static void set_level(
    ap_policy *policy, size_t place, const ap_rule *rule, const char *pattern, ap_severity level)
{
    const bool stays = level == AP_OFF && !ap_pattern_turns_off(pattern, rule);
    if (!stays)
        policy->levels[place] = level;
    policy->only_reported[place] = stays;
}

size_t ap_policy_set(ap_policy *policy, const char *pattern, ap_severity level)
{
    const ap_rule *rule;
    size_t matched = 0;
    for (size_t place = 0; (rule = ap_policy_rule(policy, place)) != NULL; place++) {
        if (!ap_rule_is_named(rule, pattern))
            continue;
        set_level(policy, place, rule, pattern, level);
        matched++;
    }
    return matched;
}

void ap_policy_deselect(ap_policy *policy)
{
    const ap_rule *rule;
    for (size_t place = 0; (rule = ap_policy_rule(policy, place)) != NULL; place++) {
        policy->only_reported[place] = ap_rule_stops(rule);
        if (!ap_rule_stops(rule))
            policy->levels[place] = AP_OFF;
    }
}

size_t ap_policy_restore(ap_policy *policy, const char *pattern, const ap_policy *from)
{
    const ap_rule *rule;
    size_t matched = 0;
    for (size_t place = 0; (rule = ap_policy_rule(policy, place)) != NULL; place++) {
        if (!ap_rule_is_named(rule, pattern))
            continue;
        policy->levels[place] = from->levels[place];
        policy->only_reported[place] = from->only_reported[place];
        matched++;
    }
    return matched;
}

bool ap_policy_select(ap_policy *policy, const char *const *patterns, size_t count, const char **unknown)
{
    ap_policy chosen = *policy;
    ap_policy_deselect(&chosen);
    for (size_t p = 0; p < count; p++) {
        if (ap_policy_restore(&chosen, patterns[p], policy) == 0) {
            *unknown = patterns[p];
            return false;
        }
    }
    *policy = chosen;
    return true;
}

void ap_policy_strict(ap_policy *policy)
{
    for (size_t number = 0; number < AP_POLICY_RULES; number++) {
        if (policy->levels[number] == AP_WARNING)
            policy->levels[number] = AP_ERROR;
    }
}

size_t ap_policy_place(const ap_policy *policy, const ap_rule *rule)
{
    size_t place = 0;
    for (size_t t = 0; t < policy->table_count; t++) {
        const ap_rule_table *table = &policy->tables[t];
        if (rule >= table->rules && rule < table->rules + table->count)
            return place + (size_t)(rule - table->rules);
        place += table->count;
    }
    assert(false && "a rule that no table lists");
    return 0;
}

const ap_rule *ap_policy_rule(const ap_policy *policy, size_t place)
{
    for (size_t t = 0; t < policy->table_count; t++) {
        const ap_rule_table *table = &policy->tables[t];
        if (place < table->count)
            return &table->rules[place];
        place -= table->count;
    }
    return NULL;
}

ap_severity ap_policy_level(const ap_policy *policy, const ap_rule *rule)
{
    return policy == NULL ? rule->severity : policy->levels[ap_policy_place(policy, rule)];
}

bool ap_policy_is_chosen(const ap_policy *policy, const ap_rule *rule)
{
    const size_t place = policy == NULL ? 0 : ap_policy_place(policy, rule);
    return policy == NULL || (policy->levels[place] != AP_OFF && !policy->only_reported[place]);
}
