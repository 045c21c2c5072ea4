/* What a report can only write at its end waits in a file of its own, so that a long list takes no memory. */
#ifndef AP_REPORT_SPOOL_H
#define AP_REPORT_SPOOL_H

#include "core/report/output.h"

/* The stream that waits, opened on the first call; NULL when that fails, with output->error set. */
FILE *ap_report_spool(ap_output *output);

/* Appends what waits to the report, and empties and closes it. A failure is left in output->error. */
void ap_report_unspool(ap_output *output);

#endif
