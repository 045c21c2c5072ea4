/* Profiles raise the severity of rules for files that certain readers must load. The profiles are derived
   from the table of readers. */
#ifndef AP_PROFILE_H
#define AP_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/finding/rule_settings.h"

enum { AP_PROFILE_TEXT = 128 /* bytes, enough for a line with the names of all profiles */ };

typedef struct ap_profile {
    const char *name;      /* name on the command line */
    const char *summary;   /* description, printed after a list of names; NULL for the profile without
                              readers */
    unsigned long readers; /* bit i: the files must load in reader i */
} ap_profile;

/* An upper limit for the severity of a rule in a profile. */
typedef struct ap_profile_exception {
    const ap_rule *rule;
    const char *profile; /* name of the profile; NULL: all profiles */
    ap_severity level;   /* highest severity, not below the rule's default severity */
    const char *reason;
} ap_profile_exception;

/* Returns all profiles, the default first; *count is their number. */
const ap_profile *ap_profiles(size_t *count);

/* Returns all exceptions; *count is their number. */
const ap_profile_exception *ap_profile_exceptions(size_t *count);

/* Returns the severity of the rule in the profile, at least the rule's default: an error if a reader of the
   profile refuses files with such a finding, loads other values, crashes or hangs. If only an importer
   refuses them, a warning. An exception limits the result. */
ap_severity ap_profile_level(const ap_profile *profile, const ap_rule *rule);

/* Writes the profiles in which the rule is more severe: "error with --profile portable or rerelease; warning
   with --profile NAME"; an empty text if it is more severe in no profile. Truncates at size, as snprintf
   does. */
void ap_profile_text(const ap_rule *rule, char *out, size_t size);

/* Sets the severities of the rules; returns false for an unknown profile name. */
bool ap_apply_profile(ap_rule_settings *rule_settings, const char *name);

#endif
