/* What somebody may have meant. */
#ifndef AP_SUGGEST_H
#define AP_SUGGEST_H

#include <stddef.h>

#include "cli/shared/option_values.h"
#include "core/finding/rule.h"

enum { CLI_SUGGESTIONS = 5 };

/* The rules whose ids are nearest to the text, the nearest first; those too far away are left out. Returns
   how many there are. */
size_t cli_suggest(const char *text, const ap_rule *suggestions[CLI_SUGGESTIONS]);

/* The ids of all rules, as choices of an option. */
bool cli_rule_word(size_t index, cli_choice *choice);

/* The suggestions as text: "; did you mean mrtk/magic, …?", or nothing. */
void cli_suggestion_text(const char *text, char *out, size_t size);

/* The name that is nearest to the text; NULL where all are too far away. */
const char *cli_nearest(const char *text, const char *const *names, size_t count);

#endif
