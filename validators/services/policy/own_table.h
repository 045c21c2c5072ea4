/* The rules that configurations define, with ids own/NAME. Rules are added while configurations are read, by one thread, and are
   never changed or removed: findings and reports refer to them until the program ends. */
#ifndef AP_OWN_TABLE_H
#define AP_OWN_TABLE_H

#include "core/finding/rule.h"

enum { AP_OWN_RULES = 128 /* different rules in all configurations that a program reads */ };

#define AP_OWN_GROUP "own"

/* Rules that are not yet added have no id. Only ap_own_rule_add writes to the table. */
extern ap_rule ap_own_rules[AP_OWN_RULES];

/* Returns the number of rules added so far. Any thread may call it. */
size_t ap_own_rule_count(void);

/* Adds a rule with this name, severity, summary and meaning, and returns it; returns the same rule for the same texts. Copies the
   texts. Returns NULL if the table is full, or when out of memory. */
const ap_rule *ap_own_rule_add(
    const char *name, ap_severity severity, const char *summary, const char *meaning);

#endif
