#include "validators/naming/profile.h"

#include <string.h>

static const ap_profile profiles[] = {
    { "default", NULL },
    { "doom3", "what id's reader refuses is an error" },
    { "rerelease", "what vkQuake, ironwail and Q2PRO refuse, as the Quake II re-release plays such files" },
    { "portable", "so is what any known reader stumbles over" },
};

typedef struct profile_rule {
    const char *profile;
    const char *pattern;
    ap_severity level;
} profile_rule;

/* doom3: what id's own reader refuses is an error. rerelease: so is what the readers of the Quake engines refuse,
   but for several roots, which they take; what they only cut (weights of a vertex, names of shaders) is none. portable: so is what any known reader stumbles over. */
static const profile_rule profile_rules[] = {
    { "doom3", "md5*/several-roots", AP_ERROR },
    { "rerelease", "md5*/commandline-long", AP_ERROR },
    { "rerelease", "md5*/joint-name-long", AP_ERROR },
    { "rerelease", "md5*/joint-name-duplicate", AP_ERROR },
    { "rerelease", "md5*/start-index-order", AP_ERROR },
    { "rerelease", "md5anim/frame-limit", AP_ERROR },
    { "rerelease", "md5mesh/mesh-name", AP_ERROR },
    { "rerelease", "md5mesh/mesh-limit", AP_ERROR },
    { "portable", "md5*/layout", AP_ERROR },
    { "portable", "md5*/line-length", AP_ERROR },
    { "portable", "md5*/blank", AP_ERROR },
    { "portable", "md5*/number-exponent", AP_ERROR },
    { "portable", "md5*/number-size", AP_ERROR },
    { "portable", "md5*/commandline-text", AP_ERROR },
    { "portable", "md5*/joint-name-long", AP_ERROR },
    { "portable", "md5*/several-roots", AP_ERROR },
    { "portable", "md5mesh/mesh-name", AP_ERROR },
    { "portable", "md5mesh/vert-unused", AP_ERROR },
};

const ap_profile *ap_profiles(size_t *count)
{
    *count = sizeof profiles / sizeof *profiles;
    return profiles;
}

bool ap_apply_profile(ap_policy *policy, const char *name)
{
    bool known = false;
    for (size_t i = 0; i < sizeof profiles / sizeof *profiles; i++)
        known = known || strcmp(profiles[i].name, name) == 0;
    for (size_t i = 0; i < sizeof profile_rules / sizeof *profile_rules; i++) {
        if (strcmp(profile_rules[i].profile, name) == 0)
            ap_policy_set(policy, profile_rules[i].pattern, profile_rules[i].level);
    }
    return known;
}
