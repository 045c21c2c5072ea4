/* Reports .obj vertices that one group maps twice, and provides memory that all groups use in turn. */
#ifndef AP_MEMG_MAPPING_H
#define AP_MEMG_MAPPING_H

#include "core/layout/io.h"

/* Memory that all groups use in turn, since an arena cannot free. It at least doubles when it grows, so that all its blocks
   together have at most four times the bytes of the largest group. Initialise to 0. */
typedef struct ap_memg_scratch {
    void *memory;
    size_t bytes;
} ap_memg_scratch;

/* Returns at least `bytes` bytes of the scratch memory; NULL when out of memory. The bytes have the values that the previous
   user left; if the memory grew, all bytes are 0. */
void *ap_memg_dirty_scratch(ap_io *io, ap_memg_scratch *scratch, size_t bytes);

/* Returns `bytes` zeroed bytes of the scratch memory; NULL when out of memory. */
void *ap_memg_zeroed_scratch(ap_io *io, ap_memg_scratch *scratch, size_t bytes);

/* Returns true if each entry is larger than the previous one, so that no entry is a duplicate. This is the
   usual case. */
bool ap_memg_is_increasing(ap_view mapping, bool swap);

/* Reports memg/mapping-duplicate at each entry that equals an earlier entry of the group. Skips entries below
   1 or above `most`. io->path is the group's path; io->findings must not be NULL. Returns false when out of
   memory. */
bool ap_memg_check_duplicates(ap_io *io, ap_memg_scratch *scratch, ap_view mapping, int32_t most) AP_MUST_USE;

#endif
