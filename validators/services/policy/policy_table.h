/* The table of rules about the project policy. */
#ifndef AP_POLICY_TABLE_H
#define AP_POLICY_TABLE_H

#include "core/finding/rule.h"

#define RULE(name, ...) POLICY_##name,
enum ap_policy_rule {
#include "validators/services/policy/policy_table.inc"
    POLICY_RULES, /* number of rules */
};
#undef RULE

extern const ap_rule ap_policy_rules[POLICY_RULES];

#define AP_POLICY_RULE(name) (&ap_policy_rules[POLICY_##name])

#endif
