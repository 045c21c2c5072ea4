#include "cli/config/rule_choice.h"

#include <string.h>

#include "cli/options/reading_options.h"
#include "validators/readers/profile.h"
#include "validators/registry.h"
#include "validators/services/policy/own_table.h"
#include "validators/services/rule_names/nearest.h"

/* Sets *choice to the profile with this index; the value of the choice is the index. Returns false after the last
   profile. */
static bool profile_option_choice(size_t index, cli_option_choice *choice)
{
    size_t count;
    const ap_profile *profiles = ap_profiles(&count);
    if (index >= count)
        return false;
    *choice = (cli_option_choice){ profiles[index].name, (int)index, profiles[index].summary };
    return true;
}

static const cli_option_choice levels[] = { { "error", AP_ERROR, NULL }, { "warning", AP_WARNING, NULL },
    { "note", AP_NOTE, NULL }, { "off", AP_OFF, NULL }, { NULL, 0, NULL } };

const cli_option cli_rule_choice_rows[] = {
    { .name = "select",
        .value = "RULE,...",
        CLI_LIST(cli_rule_choice, select),
        .choice = cli_rule_id_choice,
        .help = "check only these rules; rules that report an incomplete check stay on" },
    { .name = "ignore",
        .value = "RULE,...",
        CLI_LIST(cli_rule_choice, ignore),
        .choice = cli_rule_id_choice,
        .help = "turn off these rules; a rule that reports an incomplete check is turned off only by its "
                "full id" },
    { .name = "severity",
        .value = "RULE=LEVEL",
        CLI_LIST(cli_rule_choice, severity),
        .choice = cli_rule_id_choice,
        .pairs = true,
        .help = "set the severity of a rule: error, warning, note or off; repeatable" },
    { .name = "profile",
        .value = "NAME",
        CLI_CHOICE(cli_rule_choice, profile),
        CLI_GIVEN(cli_rule_choice, profile_given),
        .choice = profile_option_choice,
        .help = "report as errors what the readers of this profile refuse or misread; with the name of a "
                "reader, as errors what it refuses or crashes on, as warnings what it misreads, and as notes "
                "what it loads: {choices}" },
    { .name = "strict",
        CLI_FLAG(cli_rule_choice, strict),
        CLI_GIVEN(cli_rule_choice, strict_given),
        .help = "report warnings as errors" },
    { .name = NULL },
};

/* Returns true if the pattern names rules that a configuration defines: "own", or "own/" and a name. The existence of
   these rules is checked after the configuration has been read (cli_find_unknown_own_rule). */
static bool is_pattern_of_own_rules(const char *pattern)
{
    const size_t length = strlen(AP_OWN_GROUP);
    return strncmp(pattern, AP_OWN_GROUP, length) == 0 && strchr("/=", pattern[length]) != NULL;
}

static cli_exit refuse_unknown_rule(const cli_option_value *given, const char *pattern)
{
    char suggestions[256];
    ap_put_nearest_rules_text(NULL, pattern, suggestions, sizeof suggestions);
    return cli_option_error(given, "no rule is named '%s'%s", cli_shorten(pattern).text, suggestions);
}

/* Sets the level of all rules that match the pattern, the text from `pattern` to `end`. Returns their number. */
static size_t set_level_of_matches(
    ap_rule_settings *rule_settings, char *pattern, char *end, ap_severity level)
{
    const char cut = *end;
    *end = '\0';
    const size_t matched = ap_rule_settings_set_level(rule_settings, pattern, level);
    *end = cut;
    return matched;
}

/* Applies a text "RULE=LEVEL". cli_check_rules has checked that the level exists. Returns the number of rules that
   match. */
static size_t apply_severity_option(ap_rule_settings *rule_settings, char *wish)
{
    char *equals = strrchr(wish, '=');
    ap_severity level = AP_OFF;
    (void)ap_find_severity(equals + 1, &level);
    return set_level_of_matches(rule_settings, wish, equals, level);
}

static cli_exit check_severity(cli_option_value *given, ap_rule_settings *scratch)
{
    cli_option_choice level;
    char *equals = strrchr(given->text, '=');
    if (equals == NULL)
        return cli_refuse_value(given, "RULE=LEVEL");
    const cli_exit chosen = cli_find_choice_or_refuse(given, equals + 1, &level);
    if (chosen != CLI_CLEAN || is_pattern_of_own_rules(given->text)
        || apply_severity_option(scratch, given->text) > 0)
        return chosen;
    *equals = '\0'; /* cuts off the level, so that the message has only the pattern of the rules */
    return refuse_unknown_rule(given, given->text);
}

static cli_exit check_rule_patterns(
    const cli_option *option, const cli_string_list *list, size_t *checked, const char *command, char *wrong)
{
    ap_rule_settings scratch;
    ap_rule_settings_init_all(&scratch);
    for (; *checked < list->count; ++*checked) {
        cli_option_value given = {
            .command = command, .option = option, .text = list->items[*checked], .wrong = wrong
        };
        cli_exit result = CLI_CLEAN;
        if (option->choices != NULL)
            result = check_severity(&given, &scratch);
        else if (!is_pattern_of_own_rules(given.text)
                 && ap_rule_settings_set_level(&scratch, given.text, AP_OFF) == 0)
            result = refuse_unknown_rule(&given, given.text);
        if (result != CLI_CLEAN)
            return result;
    }
    return CLI_CLEAN;
}

cli_exit cli_check_rules(cli_rule_choice *wanted, const char *command, char *wrong)
{
    static const cli_option severity = { .name = "severity", .choices = levels };
    static const cli_option select = { .name = "select" }, ignore = { .name = "ignore" };
    cli_exit result = check_rule_patterns(&severity, &wanted->severity, &wanted->checked[0], command, wrong);
    if (result == CLI_CLEAN)
        result = check_rule_patterns(&select, &wanted->select, &wanted->checked[1], command, wrong);
    if (result == CLI_CLEAN)
        result = check_rule_patterns(&ignore, &wanted->ignore, &wanted->checked[2], command, wrong);
    return result;
}

/* Returns true if the pattern, which may end with "=LEVEL", matches a rule of the tables. */
static bool does_pattern_match_own_rule(ap_configured_rule_tables own, const char *pattern)
{
    char name[AP_RULE_NAME_BYTES];
    const size_t length = strcspn(pattern, "=");
    if (length >= sizeof name)
        return false;
    memcpy(name, pattern, length);
    name[length] = '\0';
    for (size_t t = 0; t < AP_OWN_TABLES; t++) {
        for (size_t i = 0; i < own.items[t].count; i++) {
            if (ap_rule_matches_glob_or_format(&own.items[t].rules[i], name))
                return true;
        }
    }
    return false;
}

char *cli_find_unknown_own_rule(const cli_rule_choice *wanted, ap_configured_rule_tables own)
{
    const cli_string_list *const lists[] = { &wanted->severity, &wanted->select, &wanted->ignore };
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++) {
        for (size_t k = 0; k < lists[i]->count; k++) {
            char *item = lists[i]->items[k];
            if (is_pattern_of_own_rules(item) && strcspn(item, "=") != strlen(AP_OWN_GROUP)
                && !does_pattern_match_own_rule(own, item))
                return item;
        }
    }
    return NULL;
}

/* Functions that merge layers of rule choices */

typedef struct rule_settings_being_made {
    /* rule_settings: the settings that are being made; all: these settings without any select or ignore */
    ap_rule_settings *rule_settings, *all;
    const char **origins;
} rule_settings_being_made;

/* Sets `origin` as the origin of each rule with settings that differ from `before`. */
static void record_origin_of_changes(
    const rule_settings_being_made *a, const ap_rule_settings *before, const char *origin)
{
    for (size_t i = 0; a->origins != NULL && i < AP_MOST_RULES; i++) {
        if (before->levels[i] != a->rule_settings->levels[i])
            a->origins[i] = origin;
    }
}

static void apply_select_option(const rule_settings_being_made *a, const cli_string_list *select)
{
    const char *unknown; /* a rule that is defined only in the configuration of another file */
    const ap_rule_settings before = *a->rule_settings;
    *a->rule_settings = *a->all;
    (void)ap_rule_settings_select_plus_stopping(
        a->rule_settings, (const char *const *)select->items, select->count, &unknown);
    record_origin_of_changes(a, &before, select->items[0]);
}

static void apply_severity_select_and_ignore(const rule_settings_being_made *a, const cli_rule_choice *wanted)
{
    for (size_t i = 0; i < wanted->severity.count; i++) {
        const ap_rule_settings before = *a->rule_settings;
        (void)apply_severity_option(a->all, wanted->severity.items[i]);
        (void)apply_severity_option(a->rule_settings, wanted->severity.items[i]);
        record_origin_of_changes(a, &before, wanted->severity.items[i]);
    }
    if (wanted->select.count > 0)
        apply_select_option(a, &wanted->select);
    for (size_t i = 0; i < wanted->ignore.count; i++) {
        const ap_rule_settings before = *a->rule_settings;
        (void)ap_rule_settings_set_level(a->rule_settings, wanted->ignore.items[i], AP_OFF);
        record_origin_of_changes(a, &before, wanted->ignore.items[i]);
    }
}

void cli_merge_rule_choices(const cli_rule_choice *const *layers, size_t count, ap_configured_rule_tables own,
    ap_rule_table run_own, ap_rule_settings *rule_settings, const char *origins[AP_MOST_RULES])
{
    size_t profile_count;
    const ap_profile *profiles = ap_profiles(&profile_count);
    int profile = 0;
    bool strict = false;
    for (size_t i = 0; i < count; i++) {
        profile = layers[i]->profile_given ? layers[i]->profile : profile;
        strict = layers[i]->strict_given ? layers[i]->strict : strict;
    }
    ap_rule_settings_init_all(rule_settings);
    ap_rule_settings_replace_own(rule_settings, own, run_own);
    (void)ap_apply_profile(rule_settings, profiles[profile].name);
    if (strict)
        ap_rule_settings_raise_warnings(rule_settings);
    ap_rule_settings all = *rule_settings;
    const rule_settings_being_made a = { rule_settings, &all, origins };
    for (size_t i = 0; i < count; i++)
        apply_severity_select_and_ignore(&a, layers[i]);
}

void cli_rule_choice_free(cli_rule_choice *wanted)
{
    cli_string_list_free(&wanted->severity);
    cli_string_list_free(&wanted->select);
    cli_string_list_free(&wanted->ignore);
}
