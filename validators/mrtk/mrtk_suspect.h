/* Which count may be the wrong one, where reading breaks off at a later place. */
#ifndef AP_MRTK_SUSPECT_H
#define AP_MRTK_SUSPECT_H

#include "validators/mrtk/mrtk_layout.h"

/* The finding that was just made ends the reading of the file, at io->scope's place (an ap_mrtk_cursor). Where one
   count before it explains that, the finding speaks of that count, too: with one other value there all curves and
   markers read to the end of the file without an error, and no other count that was asked leaves as few findings.
   Asked are the counts before the first traces of a fault, and before the finding; so many values are tried that a
   file takes some milliseconds at most. */
void ap_mrtk_name_suspect(ap_io *io);

#endif
