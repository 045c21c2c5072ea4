/* What somebody may have meant. */
#ifndef AP_NEAREST_H
#define AP_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/finding/rule.h"

enum {
    AP_NEAREST_RULES = 5,
    AP_RULE_NAME_BYTES = 96, /* "policy/quaternion-tolerance" with room to spare; a longer name is cut */
};

/* The rules whose ids are nearest to the text, the nearest first; those too far away are left out. Returns
   how many there are. */
size_t ap_nearest_rules(const char *text, const ap_rule *suggestions[AP_NEAREST_RULES]);

/* Writes the name that a rule, or a set of rules, has today if `old` is the one that it had in an earlier release:
   "house/duration" becomes "policy/duration". Returns false, and writes nothing, if it had none. */
bool ap_renamed_rule(const char *old, char *name, size_t size);

/* The suggestions as text: "; did you mean mrtk/magic, …?", "; it is policy/duration now", or nothing. */
void ap_nearest_rules_text(const char *text, char *out, size_t size);

/* The name that is nearest to the text; NULL where all are too far away. */
const char *ap_nearest_name(const char *text, const char *const *names, size_t count);

#endif
