/* Lines and columns of findings in text. */
#ifndef AP_LINES_H
#define AP_LINES_H

#include "core/base/span.h"
#include "core/finding/finding.h"

/* Fills in the line and the column (both from 1, the column in bytes) of all findings, and of those that
   comments silence. Each list must be in the order of its offsets; it takes one pass over the input. A line ends with LF, CR LF, or a CR alone. */
void ap_locate(ap_findings *findings, ap_view input);

/* Fills in where the replacements of findings begin and end, which are in any order; not at all when memory has run out
   (arena->failed is set). */
void ap_locate_replacements(const ap_findings *findings, ap_view input);

#endif
