/* Where a rule is explained on the web. */
#ifndef AP_RULE_URI_H
#define AP_RULE_URI_H

#include <stdio.h>

/* Writes the rule's place in RULES.md. The result holds what a JSON string holds unescaped. */
void ap_put_rule_uri(FILE *stream, const char *id);

#endif
