/* Makes URIs of rule explanations. All explanations are on one page, with an anchor for each rule. */
#ifndef AP_RULE_URI_H
#define AP_RULE_URI_H

#include <stdio.h>

#include "core/base/batch.h"

/* Appends the URI of a rule's explanation: "PAGE#md5animblank". The characters need no escapes in a JSON
   string. */
void ap_batch_rule_uri(ap_batch *batch, const char *page, const char *id);

/* Writes the rule's anchor: its id without the slash, as Markdown renderers derive it from a heading. */
void ap_put_rule_anchor(FILE *stream, const char *id);

#endif
