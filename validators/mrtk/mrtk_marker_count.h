/* Finds the right value of the marker count when reading fails after it. */
#ifndef AP_MRTK_MARKER_COUNT_H
#define AP_MRTK_MARKER_COUNT_H

#include "validators/mrtk/mrtk_layout.h"

/* Call when the finding `ended` (NULL if it was not kept) ended the reading of the file in or after its markers. Tries other
   values for the marker count. If one value lets all markers be read to the end of the file without an error, and no other value
   leaves as few findings, reports that value (ap_count_candidates_report_best_as_cause). Returns false if no value qualifies. The
   steps of ap_count_candidates limit the search to some milliseconds per file. */
bool ap_mrtk_report_wrong_marker_count(ap_io *io, ap_finding *ended) AP_MUST_USE;

#endif
