/* Keeps entries that are written at the end of a report in a temporary file, so that a long list takes no memory. */
#ifndef AP_REPORT_SPOOL_H
#define AP_REPORT_SPOOL_H

#include "core/report/output.h"

/* Returns the stream of the temporary file, which the first call opens. Returns NULL and sets output->error
   on failure. */
FILE *ap_report_open_spool(ap_output *output);

/* Appends the spooled entries to the report, and closes the temporary file. Sets output->error on failure. */
void ap_report_append_spool(ap_output *output);

/* Writes the changes of the summary, if there are any, in the form of the reporter. */
void ap_report_put_changes(ap_output *output, const ap_summary *summary);

#endif
