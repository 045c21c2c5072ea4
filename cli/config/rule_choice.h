/* Which rules are on, and how severe each is: what a user asks for. */
#ifndef AP_RULE_CHOICE_H
#define AP_RULE_CHOICE_H

#include "cli/options/option_table.h"
#include "core/finding/rule_settings.h"

/* What a user said about rules, in the order in which it takes effect. */
typedef struct cli_rule_choice {
    int profile; /* its number in the table of profiles */
    bool profile_given;
    bool strict, strict_given;
    cli_list severity; /* RULE=LEVEL */
    cli_list select;
    cli_list ignore;
    size_t checked[3]; /* items of these lists that are known to be right */
} cli_rule_choice;

/* Its options, for a group whose record is a cli_rule_choice. */
extern const cli_option cli_rule_choice_rows[];

/* Checks those items of the lists that were not checked before. CLI_CLEAN, or CLI_USAGE after a message (`wrong`: as
   in a cli_given). */
cli_exit cli_check_rules(cli_rule_choice *wanted, char *wrong);

/* The policy that layers of choices come to, the one that counts most as the last: the last profile and the last
   word on strict, then of each layer its severities, its select, which takes the place of all that was selected
   or ignored before, and its ignores. All were checked. origins[place in the policy] becomes the item that last
   changed the rule; NULL: nobody asks. */
void cli_apply_rules(const cli_rule_choice *const *layers, size_t count, ap_rule_settings *rule_settings,
    const char *origins[AP_MOST_RULES]);

void cli_rule_choice_free(cli_rule_choice *wanted);

#endif
