/* What a house may not allow; see rule.h for the fields. */
#include "validators/services/house/house_table.h"

#define RULE(name, id, ...) AP_RULE_ENTRY("house/" id, __VA_ARGS__),

const ap_rule ap_house_rules[HOUSE_RULES] = {
#include "validators/services/house/house_table.inc"
};
