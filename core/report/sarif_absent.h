/* Writes SARIF results for findings that the baseline lists and the file no longer has. */
#ifndef AP_SARIF_ABSENT_H
#define AP_SARIF_ABSENT_H

#include "core/report/output.h"

/* Implements ap_reporter.absent: writes a result for the file as a whole, with the baselineState "absent". */
void ap_sarif_put_absent_finding(ap_output *output, const ap_report_absent_finding *absent);

#endif
