/* What is counted of each file that a run tells of. */
#ifndef AP_SUMMARY_COUNTS_H
#define AP_SUMMARY_COUNTS_H

#include "core/report/report.h"

/* Adds a file to the summary of the run. */
void cli_add_counts(ap_summary *summary, const ap_report_file *file);

/* Findings that make the run fail, of a file with that level. NULL has none. */
size_t cli_count_failing(const ap_findings *findings, ap_severity fail_on);

#endif
