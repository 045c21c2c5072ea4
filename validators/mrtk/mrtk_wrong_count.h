/* Finds the count field that may be wrong when reading fails later in the file. */
#ifndef AP_MRTK_WRONG_COUNT_H
#define AP_MRTK_WRONG_COUNT_H

#include "validators/mrtk/mrtk_layout.h"

/* Call when the finding `ended` (NULL if it was not kept) ended the reading of the file at the cursor
   (io->scope, an ap_mrtk_cursor). Tries other values for the counts near the first findings and before
   `ended`. If one value lets all curves and markers be read to the end of the file without an error, and no
   other tried count leaves as few findings, reports that count (ap_candidates_name). Returns false if no
   count qualifies. The number of tried values is limited to some milliseconds per file. */
bool ap_mrtk_name_wrong_count(ap_io *io, ap_finding *ended) AP_MUST_USE;

#endif
