/* Which count may be the wrong one, where reading breaks off at a later place. */
#ifndef AP_MRTK_WRONG_COUNT_H
#define AP_MRTK_WRONG_COUNT_H

#include "validators/mrtk/mrtk_layout.h"

/* A finding, `ended` where it is kept, ends the reading of the file at io->scope's place (an ap_mrtk_cursor). Where
   one count before it explains that, the findings name it (ap_candidates_name): with one other value there all curves
   and markers read to the end of the file without an error, and no other count that was asked leaves as few findings.
   False where none does. Asked are the counts before the first traces of a fault, and before the finding; so many
   values are tried that a file takes some milliseconds at most. */
bool ap_mrtk_name_wrong_count(ap_io *io, ap_finding *ended) AP_MUST_USE;

#endif
