#include "validators/services/policy/own_table.h"

#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ID_BYTES = 128 };

ap_rule ap_own_rules[AP_OWN_RULES];
static atomic_size_t own_count;

size_t ap_own_rule_count(void)
{
    return atomic_load_explicit(&own_count, memory_order_acquire);
}

static bool is_same(const ap_rule *rule, const ap_rule *wanted)
{
    return strcmp(rule->id, wanted->id) == 0 && rule->severity == wanted->severity
           && strcmp(rule->summary, wanted->summary) == 0 && strcmp(rule->meaning, wanted->meaning) == 0;
}

/* Replaces the texts by copies. Returns false when out of memory. */
static bool copy_texts(ap_rule *rule)
{
    const size_t id = strlen(rule->id) + 1, summary = strlen(rule->summary) + 1;
    const size_t meaning = strlen(rule->meaning) + 1;
    char *texts = malloc(id + summary + meaning);
    if (texts == NULL)
        return false;
    rule->id = memcpy(texts, rule->id, id);
    rule->summary = memcpy(texts + id, rule->summary, summary);
    rule->meaning = memcpy(texts + id + summary, rule->meaning, meaning);
    return true;
}

const ap_rule *ap_own_rule_add(
    const char *name, ap_severity severity, const char *summary, const char *meaning)
{
    char id[ID_BYTES];
    const size_t count = ap_own_rule_count();
    snprintf(id, sizeof id, AP_OWN_GROUP "/%s", name);
    ap_rule rule = AP_RULE_ENTRY(id, severity, AP_INVALID, AP_CHOICE, .summary = summary, .meaning = meaning,
        .points = "offset 0", .source = "the project's configuration",
        .breaks = "none known: the project's own programs depend on it",
        .fix = "Change the file, or change the rule in the configuration.");
    for (size_t i = 0; i < count; i++) {
        if (is_same(&ap_own_rules[i], &rule))
            return &ap_own_rules[i];
    }
    if (count == AP_OWN_RULES || !copy_texts(&rule))
        return NULL;
    ap_own_rules[count] = rule;
    atomic_store_explicit(&own_count, count + 1, memory_order_release);
    return &ap_own_rules[count];
}
