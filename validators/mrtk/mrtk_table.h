/* The table of rules of MRTK input animation (.bin), in the order of mrtk_table.inc. */
#ifndef AP_MRTK_TABLE_H
#define AP_MRTK_TABLE_H

#include "core/finding/rule.h"

#define RULE(name, ...) MRTK_##name,
enum ap_mrtk_rule {
#include "validators/mrtk/mrtk_table.inc"
    MRTK_RULES, /* number of rules */
};
#undef RULE

extern const ap_rule ap_mrtk_rules[MRTK_RULES];

#define AP_MRTK_RULE(name) (&ap_mrtk_rules[MRTK_##name])

#endif
