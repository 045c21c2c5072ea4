/* The table of rules for the .obj scene that goes with a mesh-ensemble motion file. */
#ifndef AP_OBJ_TABLE_H
#define AP_OBJ_TABLE_H

#include "core/finding/rule.h"

enum ap_obj_rule {
    OBJ_NUL,
    OBJ_STATEMENT,
    OBJ_NUMBER,
    OBJ_INDEX_RANGE,
    OBJ_BYTE_ORDER_MARK,
    OBJ_FORWARD_REFERENCE,
    OBJ_LINE_ENDING,
    OBJ_RULES, /* how many there are */
};

extern const ap_rule ap_obj_rules[OBJ_RULES];

#define AP_OBJ_RULE(name) (&ap_obj_rules[OBJ_##name])

#endif
