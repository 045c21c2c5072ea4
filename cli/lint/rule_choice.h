/* Which rules are on, and how severe each is: what a user asks for. */
#ifndef AP_RULE_CHOICE_H
#define AP_RULE_CHOICE_H

#include "cli/shared/option_table.h"
#include "core/finding/policy.h"

/* What a user said about rules, in the order in which it takes effect. */
typedef struct cli_rule_choice {
    int profile; /* its number in the table of profiles */
    bool strict;
    cli_list severity; /* RULE=LEVEL */
    cli_list select;
    cli_list ignore;
} cli_rule_choice;

/* Its options, for a group whose record is a cli_rule_choice. */
extern const cli_option cli_rule_choice_rows[];

/* The policy that the choice comes to: the profile, then --strict, then each --severity, --select, --ignore.
   CLI_CLEAN, or CLI_USAGE after a message. Cuts the --severity texts up. */
cli_exit cli_apply_rule_choice(const cli_rule_choice *wanted, ap_policy *policy);

void cli_rule_choice_free(cli_rule_choice *wanted);

#endif
