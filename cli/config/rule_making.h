/* Makes a rule from a section [rule NAME], and checks the values of its keys. */
#ifndef AP_RULE_MAKING_H
#define AP_RULE_MAKING_H

#include "cli/config/rule_sections.h"

/* A section that becomes a rule. */
typedef struct cli_rule_making {
    const cli_rule_section *section;
    ap_own_rule *rule; /* set by cli_make_rule, but for `rule` and `origin`; refers to texts of the section */
    ap_rule *made;     /* set by cli_make_rule; freed by the caller with ap_own_rule_free */
    const char **place; /* the text in the configuration that is checked */
    char *wrong;        /* CLI_WRONG_BYTES for a message */
} cli_rule_making;

/* Makes the rule. Returns CLI_CLEAN, CLI_INTERNAL when out of memory, or CLI_USAGE with the message in m->wrong. */
cli_exit cli_make_rule(cli_rule_making *m);

/* Sets *allowed to true if the rule allows the value, a number or for patterns a text. Returns false if the value must be a
   number and is not. The rule must not require joints. */
bool cli_rule_allows_value(const ap_own_rule *rule, const char *value, bool *allowed);

#endif
