/* Reports suppression comments that suppress no finding. */
#ifndef AP_UNUSED_IGNORES_H
#define AP_UNUSED_IGNORES_H

#include "core/base/span.h"
#include "core/finding/finding.h"

/* Adds a finding file/unused-ignore for each name in a suppression comment that suppressed no finding, unless all rules of the
   name are off, and for each malformed comment. Afterwards, comments suppress no finding. */
void ap_report_unused_ignores_and_end_suppression(ap_findings *findings);

#endif
