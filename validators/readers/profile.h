/* Profiles set the severity of rules by the purpose of the files. Most profiles raise severities for files that certain readers
   must load, and are derived from the table of readers. A profile with the name of a reader sets severities that say what this
   reader does. The profile `published` lowers severities for files that are written from MRTK's published page. */
#ifndef AP_PROFILE_H
#define AP_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/finding/rule_settings.h"

enum { AP_PROFILE_TEXT_BYTES = 128 /* bytes, enough for what ap_put_rule_profiles writes about any rule */ };

typedef struct ap_profile {
    const char *name; /* name on the command line */
    /* description, printed after a list of names; NULL for the default profile and for exact ones */
    const char *summary;
    unsigned long readers; /* bit i: the files must load in reader i */
    bool exact;            /* the severities are what the readers do, and may be lower than the defaults */
} ap_profile;

/* An upper limit for the severity of a rule in a profile. */
typedef struct ap_profile_exception {
    const ap_rule *rule;
    const char *profile; /* name of the profile; NULL: all profiles */
    ap_severity level;   /* highest severity */
    const char *reason;
} ap_profile_exception;

/* Returns all profiles, the default first; *count is their number. */
const ap_profile *ap_profiles(size_t *count);

/* Returns all exceptions; *count is their number. */
const ap_profile_exception *ap_profile_exceptions(size_t *count);

/* Returns the severity of the rule in the profile. An error stays an error. A warning or note is an error if a reader of the
   profile refuses files with such a finding, loads other values, crashes or hangs. For a reader with most_severity AP_WARNING,
   it is at least a warning if the reader refuses them, crashes or hangs. An exception limits the result. In an exact profile,
   a finding is an error if a reader of the profile refuses such files, crashes or hangs, a warning if it loads other values,
   and a note if it loads them; a rule that the readers were not tried on keeps its severity. */
ap_severity ap_severity_in_profile(const ap_profile *profile, const ap_rule *rule);

/* Writes the profiles that change the severity of the rule: "error with --profile portable or rerelease; note with --profile
   NAME"; an empty text if no profile changes it. Exact profiles are left out. Truncates at size, as snprintf does. */
void ap_put_rule_profiles(const ap_rule *rule, char *out, size_t size);

/* Sets the severities of all rules to those of the profile with this name. Returns false, without a change, for an unknown
   name. */
bool ap_apply_profile(ap_rule_settings *rule_settings, const char *name);

#endif
