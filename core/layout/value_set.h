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

/* A fixed set of numbers: a range, or the combinations of certain bits. */
typedef struct ap_value_set {
    const char *members;     /* the set in words, for messages */
    uint32_t bits;           /* if not 0: the members are all combinations of these bits */
    int32_t least, greatest; /* if `bits` is 0: the members are the numbers from `least` to `greatest` */
    const ap_rule *outside;  /* rule that a number breaks if the set does not contain it */
    const ap_rule *combined; /* rule that a number with several bits breaks; NULL: several bits are allowed */
    const ap_value_name *names; /* NULL if the numbers need no names */
} ap_value_set;

#endif
