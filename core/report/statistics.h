/* How many findings of each rule a run has. */
#ifndef AP_STATISTICS_H
#define AP_STATISTICS_H

#include <stddef.h>
#include <stdio.h>

#include "core/finding/finding.h"
#include "core/json/json_put.h"
#include "core/report/report.h"

typedef struct ap_statistics {
    size_t counts[AP_ERROR + 1][AP_MOST_RULES]; /* by severity and place in the policy */
} ap_statistics;

/* Findings of one rule with one severity: a rule may have another in another file. */
typedef struct ap_statistic {
    const ap_rule *rule;
    ap_severity severity;
    size_t count;
} ap_statistic;

enum { AP_STATISTICS = AP_ERROR * AP_MOST_RULES /* the most there can be */ };

/* Adds the findings of a file, those that a limit dropped among them. They have a policy. */
void ap_statistics_add(ap_statistics *statistics, const ap_findings *findings);

/* The highest severity first, then the highest count, then the order of the policy. Returns how many there are. */
size_t ap_statistics_list(
    const ap_statistics *statistics, const ap_rule_settings *rule_settings, ap_statistic list[AP_STATISTICS]);

/* A line each after an empty line, "    2  error    mrtk/time-order  …", fitted to the width of the output; or an array. */
void ap_put_statistics(ap_output *output, const ap_statistics *statistics);
void ap_put_json_statistics(ap_json_put *put, const char *key, const ap_statistics *statistics,
    const ap_rule_settings *rule_settings);

#endif
