/* What somebody may have meant. */
#ifndef AP_SUGGEST_H
#define AP_SUGGEST_H

#include <stddef.h>

#include "core/rule.h"

enum { CLI_SUGGESTIONS = 5 };

/* The rules whose ids are nearest to the text, the nearest first; those too far away are left out. Returns
   how many there are. */
size_t cli_suggest(const char *text, const ap_rule *suggestions[CLI_SUGGESTIONS]);

/* The suggestions as text: "; did you mean mrtk/magic, …?", or nothing. */
void cli_suggestion_text(const char *text, char *out, size_t size);

#endif
