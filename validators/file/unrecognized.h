/* Reports files of no known format. */
#ifndef AP_UNRECOGNIZED_H
#define AP_UNRECOGNIZED_H

#include "core/base/span.h"
#include "core/finding/finding.h"

/* Adds the finding file/unrecognized, with a description of the file's first bytes. */
void ap_report_unrecognized(ap_view input, ap_findings *findings);

#endif
