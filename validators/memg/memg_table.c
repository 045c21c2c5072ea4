/* Rules about mesh-ensemble motion files; rule.h describes the members. */
#include "validators/memg/memg_table.h"
#include "core/finding/unfixed.h"

#define RULE(name, id, ...) AP_RULE_ENTRY("memg/" id, __VA_ARGS__),

const ap_rule ap_memg_rules[MEMG_RULES] = {
#include "validators/memg/memg_table.inc"
#include "validators/memg/memg_table_content.inc"
};
