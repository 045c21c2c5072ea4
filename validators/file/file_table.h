/* The table of rules about a file as a whole, whatever its format. */
#ifndef AP_FILE_TABLE_H
#define AP_FILE_TABLE_H

#include "core/finding/rule.h"

enum {
    FILE_UNRECOGNIZED,
    FILE_UNUSED_IGNORE,
    FILE_RULES, /* number of rules */
};

extern const ap_rule ap_file_rules[FILE_RULES];

#endif
