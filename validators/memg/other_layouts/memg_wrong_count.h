/* Which count may be the wrong one, where reading breaks off at a later place. */
#ifndef AP_MEMG_WRONG_COUNT_H
#define AP_MEMG_WRONG_COUNT_H

#include "validators/memg/memg_layout.h"

/* A finding, `ended` where it is kept, ends the reading of the file, after its framerate; io->scope is an ap_memg_cursor
   with a state. Where one count explains that, the findings name it (ap_candidates_name): with one other value there a group or
   more read to the end of the file without an error, and no other value that was tried leaves as few findings. False where
   none does. Asked are
   the counts of the first groups whose counts do not fit each other, up to where reading ended; where that is the first
   group, or none, also those of the header. At most so many values are tried as ap_candidates has steps. */
bool ap_memg_name_wrong_count(ap_io *io, ap_finding *ended) AP_MUST_USE;

#endif
