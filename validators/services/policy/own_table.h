/* The rules that the configurations of a run define, with ids own/NAME. */
#ifndef AP_OWN_TABLE_H
#define AP_OWN_TABLE_H

#include "core/finding/rule.h"

enum { AP_OWN_RULES = 128 /* limit of different rules in all configurations of a run */ };

#define AP_OWN_GROUP "own"

/* A table of rules. Rules of one configuration are consecutive. Rules in the table are never changed or moved, since findings
   and reports refer to them until the table is freed. Unused elements have no id. A table of zeros is empty. */
typedef struct ap_own_table {
    ap_rule rules[AP_OWN_RULES];
    size_t count;
} ap_own_table;

/* Sets a rule with this name, severity, summary and meaning. Copies these texts. Returns false when out of memory. The caller
   frees the rule with ap_own_rule_free, or adds it to a table. rule->points is "offset 0", which the caller may replace by
   another literal. */
bool ap_own_rule_init(
    ap_rule *rule, const char *name, ap_severity severity, const char *summary, const char *meaning);
void ap_own_rule_free(ap_rule *rule);

/* Moves the rules to the table, which then owns their texts, and returns the first of them. If the table has equal rules in this
   order, returns these instead and frees the others. Returns NULL if the table has no room; the caller then keeps the rules. */
const ap_rule *ap_own_table_add_if_room(ap_own_table *table, ap_rule *rules, size_t count);

/* Returns the whole table, with its unused rules. */
ap_rule_table ap_own_table_rules_with_unused(const ap_own_table *table);

void ap_own_table_free(ap_own_table *table);

#endif
