/* Writes the parts of a SARIF report about its rules. */
#ifndef AP_SARIF_RULES_H
#define AP_SARIF_RULES_H

#include "core/base/uri_text.h"
#include "core/json/json_put.h"
#include "core/json/json_value.h"
#include "core/report/output.h"

/* Writes, for an invocation, each rule with a level other than its default; nothing if every rule has its
   default. */
void ap_sarif_overrides(ap_output *output);

/* Writes the tool, with all rules that have an index. */
void ap_sarif_tool(ap_output *output);

#endif
