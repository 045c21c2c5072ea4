/* Which rules are on, and how severe each is: what a user asked for, made into a policy. */
#include <string.h>

#include "cli/lint/lint_options.h"
#include "cli/shared/suggest.h"
#include "validators/registry.h"

typedef struct profile_rule {
    const char *profile;
    const char *pattern;
    ap_severity level;
} profile_rule;

/* doom3: what id's own reader refuses is an error. portable: so is what any known reader stumbles over. */
static const profile_rule profile_rules[] = {
    { "doom3", "md5*/several-roots", AP_ERROR },
    { "portable", "md5*/layout", AP_ERROR },
    { "portable", "md5*/line-length", AP_ERROR },
    { "portable", "md5*/blank", AP_ERROR },
    { "portable", "md5*/number-exponent", AP_ERROR },
    { "portable", "md5*/number-size", AP_ERROR },
    { "portable", "md5*/commandline-text", AP_ERROR },
    { "portable", "md5*/joint-name-long", AP_ERROR },
    { "portable", "md5*/several-roots", AP_ERROR },
};

static cli_exit unknown_rule(const char *option, const char *pattern)
{
    char suggestions[256];
    cli_suggestion_text(pattern, suggestions, sizeof suggestions);
    return cli_usage("lint", "--%s: no rule is named '%s'%s", option, pattern, suggestions);
}

static void apply_profile(ap_policy *policy, const char *profile)
{
    for (size_t i = 0; i < sizeof profile_rules / sizeof *profile_rules; i++) {
        if (strcmp(profile_rules[i].profile, profile) == 0)
            ap_policy_set(policy, profile_rules[i].pattern, profile_rules[i].level);
    }
}

static cli_exit apply_severity(ap_policy *policy, char *wish)
{
    static const cli_choice levels[] = { { "error", AP_ERROR }, { "warning", AP_WARNING },
        { "note", AP_NOTE }, { "off", AP_OFF }, { NULL, 0 } };
    int level;
    char *equals = strrchr(wish, '=');
    if (equals == NULL)
        return cli_usage("lint", "--severity: '%s' is not RULE=LEVEL", wish);
    *equals = '\0';
    if (!cli_read_choice("lint", "severity", equals + 1, levels, &level))
        return CLI_USAGE;
    if (ap_policy_set(policy, wish, (ap_severity)level) == 0)
        return unknown_rule("severity", wish);
    return CLI_CLEAN;
}

cli_exit cli_apply_wishes(const cli_rule_wishes *wishes, ap_policy *policy)
{
    const char *unknown = NULL;
    size_t table_count;
    const ap_rule_table *tables = ap_rule_tables(&table_count);
    ap_policy_init(policy, tables, table_count);
    if (wishes->profile != NULL)
        apply_profile(policy, wishes->profile);
    if (wishes->strict)
        ap_policy_strict(policy);
    for (size_t i = 0; i < wishes->severity.count; i++) {
        if (apply_severity(policy, wishes->severity.items[i]) != CLI_CLEAN)
            return CLI_USAGE;
    }
    if (wishes->select.count > 0
        && !ap_policy_select(
            policy, (const char *const *)wishes->select.items, wishes->select.count, &unknown))
        return unknown_rule("select", unknown);
    for (size_t i = 0; i < wishes->ignore.count; i++) {
        if (ap_policy_set(policy, wishes->ignore.items[i], AP_OFF) == 0)
            return unknown_rule("ignore", wishes->ignore.items[i]);
    }
    return CLI_CLEAN;
}
