/* What somebody may have meant. */
#ifndef AP_NEAREST_H
#define AP_NEAREST_H

#include <stddef.h>

#include "core/finding/rule.h"

enum { AP_NEAREST_RULES = 5 };

/* The rules whose ids are nearest to the text, the nearest first; those too far away are left out. Returns
   how many there are. */
size_t ap_nearest_rules(const char *text, const ap_rule *suggestions[AP_NEAREST_RULES]);

/* The suggestions as text: "; did you mean mrtk/magic, …?", or nothing. */
void ap_nearest_rules_text(const char *text, char *out, size_t size);

/* The name that is nearest to the text; NULL where all are too far away. */
const char *ap_nearest_name(const char *text, const char *const *names, size_t count);

#endif
