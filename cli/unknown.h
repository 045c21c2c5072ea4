/* Files that are of no known format. */
#ifndef AP_UNKNOWN_H
#define AP_UNKNOWN_H

#include "core/finding.h"
#include "core/span.h"

/* Adds the finding file/unrecognized, with what the first bytes look like. */
void cli_report_unknown(ap_view input, ap_findings *findings);

#endif
