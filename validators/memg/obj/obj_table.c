/* Rules about the .obj scene of a motion file; rule.h describes the members. */
#include "validators/memg/obj/obj_table.h"

#define RULE(name, id, ...) AP_RULE_ENTRY("obj/" id, __VA_ARGS__),

const ap_rule ap_obj_rules[OBJ_RULES] = {
#include "validators/memg/obj/obj_table.inc"
};
