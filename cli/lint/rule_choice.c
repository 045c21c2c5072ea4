#include "cli/lint/rule_choice.h"

#include <string.h>

#include "cli/shared/suggest.h"
#include "validators/profile.h"
#include "validators/registry.h"

/* The value of each is its number among the profiles. */
static bool profile_choice(size_t index, cli_choice *choice)
{
    size_t count;
    const ap_profile *profiles = ap_profiles(&count);
    if (index >= count)
        return false;
    *choice = (cli_choice){ profiles[index].name, (int)index, profiles[index].summary };
    return true;
}

static const cli_choice levels[] = { { "error", AP_ERROR, NULL }, { "warning", AP_WARNING, NULL },
    { "note", AP_NOTE, NULL }, { "off", AP_OFF, NULL }, { NULL, 0, NULL } };

const cli_option cli_rule_choice_rows[] = {
    { .name = "select",
        .value = "RULE,...",
        CLI_LIST(cli_rule_choice, select),
        .choice = cli_rule_word,
        .help = "only these rules" },
    { .name = "ignore",
        .value = "RULE,...",
        CLI_LIST(cli_rule_choice, ignore),
        .choice = cli_rule_word,
        .help = "not these rules" },
    { .name = "severity",
        .value = "RULE=LEVEL",
        CLI_LIST(cli_rule_choice, severity),
        .choice = cli_rule_word,
        .pairs = true,
        .help = "error, warning, note or off; may be given again" },
    { .name = "profile",
        .value = "NAME",
        CLI_CHOICE(cli_rule_choice, profile),
        .choice = profile_choice,
        .help = "{choices}" },
    { .name = "strict", CLI_FLAG(cli_rule_choice, strict), .help = "warnings are errors" },
    { .name = NULL },
};

static cli_exit unknown_rule(const char *option, const char *pattern)
{
    char suggestions[256];
    cli_suggestion_text(pattern, suggestions, sizeof suggestions);
    return cli_usage("lint", "--%s: no rule is named '%s'%s", option, pattern, suggestions);
}

static cli_exit apply_severity(ap_policy *policy, char *wish)
{
    static const cli_option option = { .name = "severity", .choices = levels };
    const cli_given given = { .command = "lint", .option = &option, .text = wish };
    cli_choice level;
    char *equals = strrchr(wish, '=');
    if (equals == NULL)
        return cli_refuse(&given, "RULE=LEVEL");
    *equals = '\0';
    if (cli_choose(&given, equals + 1, &level) != CLI_CLEAN)
        return CLI_USAGE;
    if (ap_policy_set(policy, wish, (ap_severity)level.value) == 0)
        return unknown_rule("severity", wish);
    return CLI_CLEAN;
}

cli_exit cli_apply_rule_choice(const cli_rule_choice *wanted, ap_policy *policy)
{
    const char *unknown = NULL;
    size_t table_count, profile_count;
    const ap_rule_table *tables = ap_rule_tables(&table_count);
    ap_policy_init(policy, tables, table_count);
    (void)ap_apply_profile(policy, ap_profiles(&profile_count)[wanted->profile].name);
    if (wanted->strict)
        ap_policy_strict(policy);
    for (size_t i = 0; i < wanted->severity.count; i++) {
        if (apply_severity(policy, wanted->severity.items[i]) != CLI_CLEAN)
            return CLI_USAGE;
    }
    if (wanted->select.count > 0
        && !ap_policy_select(
            policy, (const char *const *)wanted->select.items, wanted->select.count, &unknown))
        return unknown_rule("select", unknown);
    for (size_t i = 0; i < wanted->ignore.count; i++) {
        if (ap_policy_set(policy, wanted->ignore.items[i], AP_OFF) == 0)
            return unknown_rule("ignore", wanted->ignore.items[i]);
    }
    return CLI_CLEAN;
}

void cli_rule_choice_free(cli_rule_choice *wanted)
{
    cli_list_free(&wanted->severity);
    cli_list_free(&wanted->select);
    cli_list_free(&wanted->ignore);
}
