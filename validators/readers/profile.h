/* Profiles raise the severity of rules for files that certain readers must load. They are derived from the table of
   readers. */
#ifndef AP_PROFILE_H
#define AP_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/finding/rule_settings.h"

enum { AP_PROFILE_TEXT = 128 /* bytes: more than a line that names all profiles */ };

typedef struct ap_profile {
    const char *name;      /* as a user chooses it */
    const char *summary;   /* after a list of names; NULL for the one without readers */
    unsigned long readers; /* bit i: the reader of index i must load the files */
} ap_profile;

/* A level that a rule does not exceed in a profile, whatever readers do, and why. */
typedef struct ap_profile_exception {
    const ap_rule *rule;
    const char *profile; /* name; NULL: all */
    ap_severity level;   /* the most severe, not below the rule's own severity */
    const char *reason;
} ap_profile_exception;

/* All profiles, the default first; *count is how many. */
const ap_profile *ap_profiles(size_t *count);

/* All exceptions; *count is how many. */
const ap_profile_exception *ap_profile_exceptions(size_t *count);

/* How severe the rule is in the profile, at least as severe as the rule by itself: an error where one of the profile's
   readers refuses files with such a finding, loads other values, crashes or hangs. An importer's refusal makes a warning. No
   more severe than an exception says. */
ap_severity ap_profile_level(const ap_profile *profile, const ap_rule *rule);

/* "error with --profile portable or rerelease; warning with --profile NAME": the profiles in which the rule is more severe,
   as text; empty when there are none. Cut at size, as snprintf does. */
void ap_profile_text(const ap_rule *rule, char *out, size_t size);

/* Sets the levels of the rules; false when there is no profile of that name. */
bool ap_apply_profile(ap_rule_settings *rule_settings, const char *name);

#endif
