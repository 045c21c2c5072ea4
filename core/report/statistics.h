/* Counts the findings of each rule in a run, and writes the counts. */
#ifndef AP_STATISTICS_H
#define AP_STATISTICS_H

#include <stddef.h>
#include <stdio.h>

#include "core/finding/finding.h"
#include "core/json/json_put.h"
#include "core/report/report.h"

/* Numbers of findings for --statistics. */
typedef struct ap_finding_statistics {
    /* number of findings, by severity and by ap_rule_settings_index_common_to_run of the rule */
    size_t counts[AP_ERROR + 1][AP_MOST_RULES];
} ap_finding_statistics;

/* The count of a rule with one severity. A rule may have different severities in different files. */
typedef struct ap_rule_finding_count {
    const ap_rule *rule;
    ap_severity severity;
    size_t count;
} ap_rule_finding_count;

enum {
    AP_MOST_STATISTICS =
        AP_ERROR * AP_MOST_RULES /* most entries of a list of counts: each rule with each severity */
};

/* Adds the findings of a file, including those over a limit. The findings must have rule settings. */
void ap_statistics_add_findings(ap_finding_statistics *statistics, const ap_findings *findings);

/* Write the counts: as an empty line and a line for each rule, "    2  error    mrtk/time-order  …", wrapped
   to the width of the output; or as a JSON array. */
void ap_put_statistics(ap_output *output, const ap_finding_statistics *statistics);
void ap_put_json_statistics(ap_json_put *put, const char *key, const ap_finding_statistics *statistics,
    const ap_rule_settings *rule_settings);

#endif
