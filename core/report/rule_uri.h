/* URIs of the explanations of rules, which are in a page with an anchor for each rule. */
#ifndef AP_RULE_URI_H
#define AP_RULE_URI_H

#include <stdio.h>

#include "core/base/batch.h"

/* Puts the rule's place in the page, a URI: "PAGE#md5animblank". The result holds what a JSON string holds unescaped. */
void ap_batch_rule_uri(ap_batch *batch, const char *page, const char *id);

/* Puts the rule's anchor: its id without the slash, as renderers make it of a heading. */
void ap_put_rule_anchor(FILE *stream, const char *id);

#endif
