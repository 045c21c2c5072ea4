/* Where a rule is explained on the web. */
#ifndef AP_RULE_URI_H
#define AP_RULE_URI_H

#include "core/base/batch.h"

/* Puts the rule's place in RULES.md. The result holds what a JSON string holds unescaped. */
void ap_batch_rule_uri(ap_batch *batch, const char *id);

#endif
