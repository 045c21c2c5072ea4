/* Checks the project's own rules about fields and joints, by reading a file once more with a listener. */
#ifndef AP_OWN_FIELDS_H
#define AP_OWN_FIELDS_H

#include "validators/services/own_rules/own_rules.h"

/* Returns true if the pattern can match a field path: parts with points between them, each a name with `*` for any text, and
   indexes in brackets. Sets *names_joints to true if the pattern may match the name of a joint. */
bool ap_own_is_field_path_pattern(const char *pattern, bool *names_joints);

/* Adds a finding for each rule over fields or joints that the file breaks: at the worst field, or the first of several that are
   equally bad. A rule about the number of fields points at the first field above the limit or, if there are too few, at the
   start of the file. Reads the file once for all rules, and not at all if no rule checks its format. Numbers that are not
   finite and, for limits, values that are not numbers are not compared. When out of memory, findings->arena->failed is set. */
void ap_own_check_field_rules(ap_own_check *check, ap_findings *findings);

/* Returns the number of fields in the file with a path that the rule's pattern matches; 0 also when out of
   memory. */
size_t ap_own_count_matching_fields(
    const ap_own_rule *rule, const ap_format *format, ap_view input, ap_arena *arena);

#endif
