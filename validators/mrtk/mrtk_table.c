/* Rules about MRTK input animations; rule.h describes the members. */
#include "validators/mrtk/mrtk_table.h"
#include "core/finding/unfixed.h"
#include "validators/mrtk/mrtk.h"

#define RULE(name, id, ...) AP_RULE_ENTRY("mrtk/" id, __VA_ARGS__),

const ap_rule ap_mrtk_rules[MRTK_RULES] = {
#include "validators/mrtk/mrtk_table.inc"
};
