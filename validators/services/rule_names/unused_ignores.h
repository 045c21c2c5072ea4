/* Comments that are to silence findings, and silence none. */
#ifndef AP_UNUSED_IGNORES_H
#define AP_UNUSED_IGNORES_H

#include "core/base/span.h"
#include "core/finding/finding.h"

/* Adds a finding file/unused-ignore for each name in such a comment that silenced nothing, unless all its rules are off,
   and for each comment that says something else. */
void ap_report_unused_ignores(ap_findings *findings);

#endif
