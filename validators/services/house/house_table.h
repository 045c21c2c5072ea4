/* The table of rules that a house makes. */
#ifndef AP_HOUSE_TABLE_H
#define AP_HOUSE_TABLE_H

#include "core/finding/rule.h"

#define RULE(name, ...) HOUSE_##name,
enum ap_house_rule {
#include "validators/services/house/house_table.inc"
    HOUSE_RULES, /* how many there are */
};
#undef RULE

extern const ap_rule ap_house_rules[HOUSE_RULES];

#define AP_HOUSE_RULE(name) (&ap_house_rules[HOUSE_##name])

#endif
