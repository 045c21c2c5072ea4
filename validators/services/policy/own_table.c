#include "validators/services/policy/own_table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool ap_own_rule_init(
    ap_rule *rule, const char *name, ap_severity severity, const char *summary, const char *meaning)
{
    const size_t id_bytes = sizeof AP_OWN_GROUP "/" + strlen(name), summary_bytes = strlen(summary) + 1;
    const size_t meaning_bytes = strlen(meaning) + 1;
    char *texts = malloc(id_bytes + summary_bytes + meaning_bytes);
    *rule = (ap_rule)AP_RULE_ENTRY(NULL, severity, AP_INVALID, AP_CHOICE, .points = "offset 0",
        .source = "the project's configuration",
        .breaks = "none known: the project's own programs depend on it",
        .fix = "Change the file, or change the rule in the configuration.");
    if (texts == NULL)
        return false;
    snprintf(texts, id_bytes, AP_OWN_GROUP "/%s", name);
    rule->id = texts;
    rule->summary = memcpy(texts + id_bytes, summary, summary_bytes);
    rule->meaning = memcpy(texts + id_bytes + summary_bytes, meaning, meaning_bytes);
    return true;
}

void ap_own_rule_free(ap_rule *rule)
{
    free((char *)rule->id);
    rule->id = NULL;
}

static bool are_rules_equal(const ap_rule *rule, const ap_rule *other)
{
    return strcmp(rule->id, other->id) == 0 && rule->severity == other->severity
           && strcmp(rule->summary, other->summary) == 0 && strcmp(rule->meaning, other->meaning) == 0;
}

/* Returns the first of `count` consecutive rules of the table that are equal to these rules, in this order;
   NULL if the table has no such rules. */
static const ap_rule *find_equal_rules(const ap_own_table *table, const ap_rule *rules, size_t count)
{
    for (size_t first = 0; first + count <= table->count; first++) {
        size_t same = 0;
        while (same < count && are_rules_equal(&table->rules[first + same], &rules[same]))
            same++;
        if (same == count)
            return &table->rules[first];
    }
    return NULL;
}

const ap_rule *ap_own_table_add_if_room(ap_own_table *table, ap_rule *rules, size_t count)
{
    const ap_rule *equal = find_equal_rules(table, rules, count);
    if (equal != NULL) {
        for (size_t i = 0; i < count; i++)
            ap_own_rule_free(&rules[i]);
        return equal;
    }
    if (count > AP_OWN_RULES - table->count)
        return NULL;
    ap_rule *first = memcpy(&table->rules[table->count], rules, count * sizeof *rules);
    table->count += count;
    return first;
}

ap_rule_table ap_own_table_rules_with_unused(const ap_own_table *table)
{
    return (ap_rule_table){ table->rules, AP_OWN_RULES };
}

void ap_own_table_free(ap_own_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        ap_own_rule_free(&table->rules[i]);
    table->count = 0;
}
