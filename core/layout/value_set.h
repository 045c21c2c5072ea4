/* Numbers for enum fields: only some have a meaning. */
#ifndef AP_VALUE_SET_H
#define AP_VALUE_SET_H

#include <stdint.h>

#include "core/finding/rule.h"

/* What a number of a set, or one of its bits, means. A list of them ends with a NULL name. */
typedef struct ap_value_name {
    int32_t value;
    const char *name;
} ap_value_name;

/* A number out of a fixed set: single values, or bits that may be combined. */
typedef struct ap_value_set {
    const char *members;        /* the set in words, for messages */
    uint32_t bits;              /* where > 0: every combination of these bits is a member */
    int32_t least, greatest;    /* otherwise: the range of members */
    const ap_rule *outside;     /* reported for a number that is not a member */
    const ap_rule *combined;    /* reported for several bits at once; NULL: fine */
    const ap_value_name *names; /* NULL: the numbers say enough */
} ap_value_set;

#endif
