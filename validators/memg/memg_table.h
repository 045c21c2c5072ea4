/* The table of rules of mesh-ensemble motion (binary), in the order of memg_table.inc. */
#ifndef AP_MEMG_TABLE_H
#define AP_MEMG_TABLE_H

#include "core/finding/rule.h"

#define RULE(name, ...) MEMG_##name,
enum ap_memg_rule {
#include "validators/memg/memg_table.inc"
#include "validators/memg/memg_table_content.inc"
    MEMG_RULES, /* number of rules */
};
#undef RULE

extern const ap_rule ap_memg_rules[MEMG_RULES];

#define AP_MEMG_RULE(name) (&ap_memg_rules[MEMG_##name])

#endif
