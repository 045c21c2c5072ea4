/* Options that choose which rules are on, and their severity. */
#ifndef AP_RULE_CHOICE_H
#define AP_RULE_CHOICE_H

#include "cli/options/option_table.h"
#include "core/finding/rule_settings.h"

/* The user's choices about rules, applied in the order of the members. */
typedef struct cli_rule_choice {
    int profile; /* index of the profile in the table of profiles */
    bool profile_given;
    bool strict, strict_given;
    cli_string_list severity; /* texts "RULE=LEVEL" */
    cli_string_list select;
    cli_string_list ignore;
    size_t checked[3]; /* numbers of items in severity, select and ignore that cli_check_rules has checked */
} cli_rule_choice;

/* Rows for a group with a record of type cli_rule_choice. */
extern const cli_option cli_rule_choice_rows[];

/* Checks the items added to the lists since the last call. Returns CLI_CLEAN, or CLI_USAGE after a message. `command`
   is the name of the command for the message; `wrong` is a buffer for the message, or NULL to print it. */
cli_exit cli_check_rules(cli_rule_choice *wanted, const char *command, char *wrong);

/* Returns the first item that names a rule own/NAME which is not in the table `own`; NULL if every such rule is known.
   The name of the group, "own", is always known. cli_check_rules accepts all names own/NAME, since a configuration may
   name a rule before it defines the rule. */
char *cli_find_unknown_own_rule(const cli_rule_choice *wanted, ap_configured_rule_tables own);

/* Merges layers of choices into rule settings, which have the rules of the program and those of a configuration (see
   ap_rule_settings_replace_own); later layers take precedence. Applies the last profile and the
   last `strict`, then from each layer its severities, its select (which replaces all earlier selects and
   ignores) and its ignores. All layers must have passed cli_check_rules. Sets origins[i] to the item that last changed
   rule i, and leaves origins[i] as it is if no item did; `origins` may be NULL. */
void cli_merge_rule_choices(const cli_rule_choice *const *layers, size_t count, ap_configured_rule_tables own,
    ap_rule_table run_own, ap_rule_settings *rule_settings, const char *origins[AP_MOST_RULES]);

void cli_rule_choice_free(cli_rule_choice *wanted);

#endif
