/* The results of a SARIF report that are no more. */
#ifndef AP_SARIF_ABSENT_H
#define AP_SARIF_ABSENT_H

#include "core/report/output.h"

/* ap_reporter.absent: a result with the baselineState "absent", of a file as a whole. */
void ap_sarif_absent(ap_output *output, const ap_report_absent *absent);

#endif
