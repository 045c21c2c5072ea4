/* Rules as values of options. */
#ifndef AP_RULE_WORD_H
#define AP_RULE_WORD_H

#include "cli/options/option_values.h"

/* The ids of all rules, as choices of an option. */
bool cli_rule_word(size_t index, cli_choice *choice);

#endif
