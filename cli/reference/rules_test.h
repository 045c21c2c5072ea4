/* `animproof rules --test`: lints the example files of the rules that a configuration defines. */
#ifndef AP_RULES_TEST_H
#define AP_RULES_TEST_H

#include "cli/config/configs.h"
#include "cli/reference/rule_lists.h"

/* Lints the examples of the rules that the words of the filter name, and prints those that are not as expected, and a sum.
   Returns CLI_CLEAN, CLI_FINDINGS if an example is not as expected, or the exit code of a file that could not be read. */
cli_exit cli_test_rules(const cli_settings_result *here, const cli_rule_filter *filter);

#endif
