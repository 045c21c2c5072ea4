/* Makes a rule from a section [rule NAME] of a configuration, and checks the values of the section's keys. */
#ifndef AP_RULE_BUILDER_H
#define AP_RULE_BUILDER_H

#include "cli/config/field_paths.h"
#include "cli/config/rule_sections.h"

/* State of making a rule from one section. */
typedef struct cli_rule_builder {
    const cli_rule_section *section;
    /* result of cli_build_rule, except the members `rule` and `origin`; points into texts of the section */
    ap_own_rule *rule;
    ap_rule *made;                /* result of cli_build_rule; the caller frees it with ap_own_rule_free */
    cli_field_paths *field_paths; /* paths that the run has found so far */
    const char **place;           /* after an error: the text in the configuration that is wrong */
    char *wrong;                  /* buffer of CLI_WRONG_BYTES for the error message */
} cli_rule_builder;

/* Makes the rule. Returns CLI_CLEAN, CLI_INTERNAL when out of memory, or CLI_USAGE with the message in m->wrong. */
cli_exit cli_build_rule(cli_rule_builder *m);

/* Sets *allowed to true if the rule allows the value: a number or, if the rule has patterns, a text. Returns false if
   the value must be a number and is not. The rule must not be one that requires joints. */
bool cli_test_value_by_rule(const ap_own_rule *rule, const char *value, bool *allowed);

#endif
