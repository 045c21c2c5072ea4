/* The user's settings of rules: which rules are on, and the severity of each. */
#ifndef AP_RULE_SETTINGS_H
#define AP_RULE_SETTINGS_H

#include <stdbool.h>

#include "core/finding/rule.h"

enum {
    AP_MOST_RULES = 512 /* maximum rules of all tables; a unit test of the registry checks the limit */
};

/* The rules that a configuration defines: in its own sections, and in the file with rules that it names. */
enum { AP_OWN_TABLES = 2 };
typedef struct ap_configured_rule_tables {
    ap_rule_table items[AP_OWN_TABLES];
} ap_configured_rule_tables;

typedef struct ap_rule_settings {
    const ap_rule_table *tables;
    size_t table_count;
    ap_configured_rule_tables
        own;               /* rules that the configuration of the file defines; empty without such rules */
    ap_rule_table run_own; /* rules that all configurations of the run define, including those in `own` */
    ap_severity
        levels[AP_MOST_RULES]; /* level of each rule, at the index that ap_rule_settings_index returns */
    bool only_reported[AP_MOST_RULES]; /* true for a rule that stays on because it may stop the check,
                                          though a user deselected or ignored it */
} ap_rule_settings;

/* Returns true if the pattern matches the rule. A pattern is a rule's id, a glob such as "mrtk/marker-*", or the name of a
   format. */
bool ap_rule_matches_glob_or_format(const ap_rule *rule, const char *pattern);

/* Turns on every rule with its own severity. The caller owns the tables, which must outlive the settings. */
void ap_rule_settings_init(ap_rule_settings *rule_settings, const ap_rule_table *tables, size_t table_count);

/* Sets the rules that the configuration of a file defines (`own`) and those that all configurations of the run define (`run_own`,
   which includes `own`). Turns on the rules of `own` with their own severity. `run_own` may end with unused entries with a
   NULL id. The caller owns the rules, which must outlive the settings and all findings. */
void ap_rule_settings_replace_own(
    ap_rule_settings *rule_settings, ap_configured_rule_tables own, ap_rule_table run_own);

/* Returns true if AP_OFF turns off a rule that the pattern matches. A rule that may stop the check (ap_rule_may_stop_checks) is
   turned off only by its exact id: its findings say why a file, or the rest of it, was not checked. */
bool ap_can_pattern_turn_off(const char *pattern, const ap_rule *rule);

/* Sets the level of every rule that the pattern matches (ap_rule_matches_glob_or_format). AP_OFF applies only to rules
   for which ap_can_pattern_turn_off is true. Returns the number of rules that the pattern matches. */
size_t ap_rule_settings_set_level(ap_rule_settings *rule_settings, const char *pattern, ap_severity level);

/* Select the rules that match patterns, in two steps. ap_rule_settings_turn_off_all_but_stopping turns off every rule, except
   rules that may stop the check. ap_rule_settings_copy_levels copies the levels of the rules that the pattern matches from
   `from`, settings of the same tables, and returns the number of these rules. */
void ap_rule_settings_turn_off_all_but_stopping(ap_rule_settings *rule_settings);
size_t ap_rule_settings_copy_levels(
    ap_rule_settings *rule_settings, const char *pattern, const ap_rule_settings *from);

/* Turns off every rule that matches no pattern, except rules that may stop the check. Returns false if a pattern matches no rule,
   and sets *unknown to the first such pattern. */
bool ap_rule_settings_select_plus_stopping(
    ap_rule_settings *rule_settings, const char *const *patterns, size_t count, const char **unknown);

/* Raises every rule of level warning to error. */
void ap_rule_settings_raise_warnings(ap_rule_settings *rule_settings);

/* Returns the level of a rule; if the settings are NULL, the rule's own severity. */
ap_severity ap_rule_settings_level(const ap_rule_settings *rule_settings, const ap_rule *rule);

/* Returns true if the rule is on and selected. A rule that is only_reported is on, but its findings are
   not fixed. Returns true if the settings are NULL. */
bool ap_rule_settings_is_on_and_selected(const ap_rule_settings *rule_settings, const ap_rule *rule);

/* Returns the index of a rule over all tables, less than AP_MOST_RULES. The rule must be in one of the
   tables. ap_rule_settings_rule is the inverse, and returns NULL after the last rule. */
size_t ap_rule_settings_index(const ap_rule_settings *rule_settings, const ap_rule *rule);
const ap_rule *ap_rule_settings_rule(const ap_rule_settings *rule_settings, size_t index);

/* The functions ap_rule_settings_index_common_to_run and ap_rule_settings_rule_at_run_index do the same for the rules of all
   configurations of the run: all settings of a run give a rule the same index. ap_rule_settings_rule_at_run_index returns NULL
   for an index without a rule. */
size_t ap_rule_settings_index_common_to_run(const ap_rule_settings *rule_settings, const ap_rule *rule);
const ap_rule *ap_rule_settings_rule_at_run_index(const ap_rule_settings *rule_settings, size_t index);

#endif
