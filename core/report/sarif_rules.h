/* The part of a SARIF report about its rules. */
#ifndef AP_SARIF_RULES_H
#define AP_SARIF_RULES_H

#include "core/base/uri_text.h"
#include "core/json/json_put.h"
#include "core/json/json_value.h"
#include "core/report/output.h"

/* For an invocation: each rule whose level is not its own; nothing where there is none. */
void ap_sarif_overrides(ap_output *output);

/* The tool with all rules that were given an index. */
void ap_sarif_tool(ap_output *output);

#endif
