/* Detects usual mistakes of writers of mesh-ensemble motion by reading the file as each mistaken writer would
   have written it (memg.md, "Other layouts"). */
#ifndef AP_MEMG_OTHER_H
#define AP_MEMG_OTHER_H

#include "core/layout/io.h"

/* Returns true, for recognition, if the input has the endian word (in either byte order), frames, timesteps,
   and valid groups to its exact end; at least one group must have vertices. Takes time proportional to the
   size of the input at most. */
bool ap_memg_has_valid_structure(ap_view input);

/* Returns true if one mistake, or else two of different kinds, explain the whole input: the input has the endian word, can be
   read to its exact end in the layout of these mistakes, and all such readings agree on the offset of every field. Call only if
   the structure is broken in the published layout, which is not checked. Reads at most 2^20 groups and 2^28 bytes + 4 times the
   input. */
bool ap_memg_is_other_layout(ap_view input);

/* Searches as ap_memg_is_other_layout does, for an input with a broken structure. On success reports
   memg/other-layout and removes all earlier findings except those about the endian word and, if it is an
   int32, the framerate. Returns false, without changes, if no mistake explains the input. */
bool ap_memg_replace_findings_by_other_layout(ap_io *io);

#endif
