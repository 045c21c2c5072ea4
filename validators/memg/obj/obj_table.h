/* The table of rules of the .obj scene of a mesh-ensemble motion file. */
#ifndef AP_OBJ_TABLE_H
#define AP_OBJ_TABLE_H

#include "core/finding/rule.h"

#define RULE(name, ...) OBJ_##name,
enum ap_obj_rule {
#include "validators/memg/obj/obj_table.inc"
    OBJ_RULES, /* number of rules */
};
#undef RULE

extern const ap_rule ap_obj_rules[OBJ_RULES];

#define AP_OBJ_RULE(name) (&ap_obj_rules[OBJ_##name])

#endif
