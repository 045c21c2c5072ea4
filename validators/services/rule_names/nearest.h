/* Suggests rules and names that a user may have meant. */
#ifndef AP_NEAREST_H
#define AP_NEAREST_H

#include <stdbool.h>
#include <stddef.h>

#include "core/finding/rule_settings.h"

enum {
    AP_NEAREST_RULES = 5,
    /* more than the longest id; a longer name is cut */
    AP_RULE_NAME_BYTES = 96,
};

/* Finds the rules of the settings with the ids nearest to the text, the nearest first, without those that differ too much. If the
   settings are NULL, finds rules of the program. Returns their number. */
size_t ap_nearest_rules(
    const ap_rule_settings *rule_settings, const char *text, const ap_rule *suggestions[AP_NEAREST_RULES]);

/* Writes the current name of a rule, or set of rules, if `old` is its name in an earlier release:
   "house/duration" becomes "policy/duration". Returns false without writing if `old` is not such a name. */
bool ap_find_current_rule_name(const char *old, char *name, size_t size);

/* Writes the end of a message about an unknown rule: "; did you mean mrtk/magic, …?" or, for a name of an
   earlier release, "; it was renamed to policy/duration". Writes an empty text without suggestions. */
void ap_put_nearest_rules_text(
    const ap_rule_settings *rule_settings, const char *text, char *out, size_t size);

/* Returns the name nearest to the text; NULL if all differ too much. */
const char *ap_nearest_name(const char *text, const char *const *names, size_t count);

#endif
