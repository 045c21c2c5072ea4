/* Finds the count field that may be wrong when reading fails later in the file. */
#ifndef AP_MEMG_WRONG_COUNT_H
#define AP_MEMG_WRONG_COUNT_H

#include "validators/memg/memg_layout.h"

/* Call when the finding `ended` (NULL if it was not kept) ended the reading of the file after its framerate;
   io->scope is an ap_memg_cursor with a state. Tries other values for the counts of the first groups with
   inconsistent counts, up to where reading ended, and for the counts of the header if the first group is one
   of these groups or reading ended before it. If one value lets one or more groups be read to the end of the
   file without an error, and no other tried value leaves as few findings, reports that count
   (ap_count_candidates_report_best_as_cause). Returns false if no count qualifies. The number of tried values is limited by
   the steps of ap_count_candidates. */
bool ap_memg_report_wrong_count(ap_io *io, ap_finding *ended) AP_MUST_USE;

#endif
