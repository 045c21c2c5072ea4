/* Rules about the project policy; rule.h describes the members. */
#include "validators/services/policy/policy_table.h"

#define RULE(name, id, ...) AP_RULE_ENTRY("policy/" id, __VA_ARGS__),

const ap_rule ap_policy_rules[POLICY_RULES] = {
#include "validators/services/policy/policy_table.inc"
};
