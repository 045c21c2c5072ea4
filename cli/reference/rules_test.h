/* `animproof rules --test`: tests the rules that a configuration defines with their example files and values. */
#ifndef AP_RULES_TEST_H
#define AP_RULES_TEST_H

#include "cli/config/configs.h"
#include "cli/reference/rule_lists.h"

/* Tests the examples of the rules that the words of the filter name, and prints those that are not as expected, and a sum.
   Returns CLI_CLEAN, CLI_FINDINGS if an example is not as expected, CLI_USAGE after a message if no rule is defined, or the
   exit code of a file that could not be read. */
cli_exit cli_test_rules(const cli_settings_result *here, const cli_rule_filter *filter);

#endif
