/* Other layouts: the usual mistakes of writers of mesh-ensemble motion, found by reading a file as each
   of them would have written it (memg.md, "Other layouts"). */
#ifndef AP_MEMG_OTHER_H
#define AP_MEMG_OTHER_H

#include "core/layout/io.h"

/* For recognition: whether the input has the endian word (in either order), frames, timesteps, and groups to
   its exact end that are sound, one of them with vertices. Time in proportion to the input at most. */
bool ap_memg_groups_sound(ap_view input);

/* Whether a mistake, or two of different kinds, explain the whole input: it has the endian word, its
   structure breaks when read as the format says, and all the readings that explain it agree on every place.
   At most 2^20 groups and 2^28 bytes + 4 times the input are looked at. */
bool ap_memg_is_explained(ap_view input);

/* The same, for an input whose structure is known to break: reports memg/other-layout, and takes all back
   that was reported before, but of the endian word and, where it is, the framerate. False when nothing
   explains the input; nothing has changed then. */
bool ap_memg_report_other(ap_io *io);

#endif
