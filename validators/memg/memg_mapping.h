/* Finding the .obj vertices that one group maps twice. */
#ifndef AP_MEMG_MAPPING_H
#define AP_MEMG_MAPPING_H

#include "core/layout/io.h"

/* Memory that one group after the other uses: at most 4 bytes a vertex of the largest group (rounded up to
   8 bytes), since what an arena gives cannot be given back. All 0 at first. */
typedef struct ap_memg_scratch {
    void *memory;
    size_t bytes;
} ap_memg_scratch;

/* Whether each entry is larger than the one before it: then none is a duplicate. The usual case. */
bool ap_memg_is_increasing(ap_view mapping, bool swap);

/* Reports memg/mapping-duplicate at each entry of the mapping that an earlier one of the group equals.
   Entries below 1 or above `most` are not compared. The path is the group's; findings must be there. False
   when memory has run out. */
bool ap_memg_find_duplicates(ap_io *io, ap_memg_scratch *scratch, ap_view mapping, int32_t most) AP_MUST_USE;

#endif
