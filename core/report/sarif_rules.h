/* Writes the parts of a SARIF report about its rules. */
#ifndef AP_SARIF_RULES_H
#define AP_SARIF_RULES_H

#include "core/base/uri_text.h"
#include "core/json/json_put.h"
#include "core/json/json_value.h"
#include "core/report/output.h"

/* Writes each rule with a level other than its default, as overrides of the invocation; writes nothing if every rule has its
   default level. */
void ap_sarif_put_rule_overrides(ap_output *output);

/* Writes the object of the tool, with all rules that the report has given an index. */
void ap_sarif_put_tool_object(ap_output *output);

#endif
