/* Profiles: which rules somebody who writes for certain readers wants to be more severe. */
#ifndef AP_PROFILE_H
#define AP_PROFILE_H

#include <stdbool.h>
#include <stddef.h>

#include "core/finding/policy.h"

typedef struct ap_profile {
    const char *name;    /* as a user chooses it */
    const char *summary; /* after a list of names; NULL for the one without rules */
} ap_profile;

/* All profiles, the default first; *count is how many. */
const ap_profile *ap_profiles(size_t *count);

/* Sets the levels of the profile's rules; false when there is no profile of that name. */
bool ap_apply_profile(ap_policy *policy, const char *name);

#endif
