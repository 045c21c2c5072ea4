/* What a user wants of the rules: which are on, and how severe each is. */
#ifndef AP_RULE_SETTINGS_H
#define AP_RULE_SETTINGS_H

#include <stdbool.h>

#include "core/finding/rule.h"

enum { AP_MOST_RULES = 512 /* in all tables together; the registry's test holds it */ };

typedef struct ap_rule_settings {
    const ap_rule_table *tables;
    size_t table_count;
    ap_severity levels[AP_MOST_RULES]; /* of each rule, the tables one after the other */
    bool only_reported[AP_MOST_RULES]; /* on since it stops, though not selected, or ignored by a pattern */
} ap_rule_settings;

/* Whether the pattern names the rule: by its id, by a glob such as "mrtk/marker-*", or by its format. */
bool ap_rule_is_named(const ap_rule *rule, const char *pattern);

/* Every rule on, with its own severity. The tables stay the caller's and must outlive the policy. */
void ap_rule_settings_init(ap_rule_settings *rule_settings, const ap_rule_table *tables, size_t table_count);

/* Returns true if a rule that the pattern matches is turned off by the level AP_OFF: one that stops (ap_rule_stops)
   is only if the pattern is its id, since its finding says why a file, or the rest of it, was not checked. */
bool ap_pattern_turns_off(const char *pattern, const ap_rule *rule);

/* Sets the level of every rule that the pattern matches: an id, or a glob such as "mrtk/marker-*" or a
   format's name for all its rules. AP_OFF holds for those that ap_pattern_turns_off says. Returns how many rules the pattern
   matches; 0 means that it names no rule. */
size_t ap_rule_settings_set(ap_rule_settings *rule_settings, const char *pattern, ap_severity level);

/* The two steps of a selection: turns off every rule except those that stop; and gives the rules that the pattern
   matches the levels that they have in another policy of the same tables. Returns how many rules the pattern matches. */
void ap_rule_settings_deselect(ap_rule_settings *rule_settings);
size_t ap_rule_settings_restore(
    ap_rule_settings *rule_settings, const char *pattern, const ap_rule_settings *from);

/* Turns off every rule that none of the patterns matches, except rules that stop. Returns false, with the pattern at fault in
 *unknown, when a pattern names no rule. */
bool ap_rule_settings_select(
    ap_rule_settings *rule_settings, const char *const *patterns, size_t count, const char **unknown);

/* Makes every warning that is on an error. */
void ap_rule_settings_strict(ap_rule_settings *rule_settings);

/* The level of a rule of the tables; with a NULL policy, the rule's own severity. */
ap_severity ap_rule_settings_level(const ap_rule_settings *rule_settings, const ap_rule *rule);

/* Returns true if the rule is on and a user has not deselected it: findings of other rules that are on are reported, and not
   fixed. With a NULL policy: true. */
bool ap_rule_settings_is_chosen(const ap_rule_settings *rule_settings, const ap_rule *rule);

/* A rule's place among those of the tables, the tables one after the other: less than AP_MOST_RULES. The rule
   must be in one of them. ap_rule_settings_rule is the inverse; NULL after the last. */
size_t ap_rule_settings_place(const ap_rule_settings *rule_settings, const ap_rule *rule);
const ap_rule *ap_rule_settings_rule(const ap_rule_settings *rule_settings, size_t place);

#endif
