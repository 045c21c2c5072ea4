/* Sets of values for enum fields, in which only some numbers have a meaning. */
#ifndef AP_VALUE_SET_H
#define AP_VALUE_SET_H

#include <stdint.h>

#include "core/finding/rule.h"

/* The meaning of one value of a set, or of one of its bits. A list ends with a NULL name. */
typedef struct ap_value_name {
    int32_t value;
    const char *name;
} ap_value_name;

/* A fixed set of numbers: single values, or bits that may be combined. */
typedef struct ap_value_set {
    const char *members;        /* the set in words, for messages */
    uint32_t bits;              /* if > 0: every combination of these bits is a member */
    int32_t least, greatest;    /* if bits is 0: the range of members */
    const ap_rule *outside;     /* reported for a number that is not a member */
    const ap_rule *combined;    /* reported for several bits at once; NULL: combinations are allowed */
    const ap_value_name *names; /* NULL if the numbers need no names */
} ap_value_set;

#endif
