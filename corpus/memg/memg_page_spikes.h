/* Finds the transforms of a motion file that break memg/transform-spike, as the format's page states the rule. Shares no code
   with the library. */
#ifndef AP_MEMG_PAGE_SPIKES_H
#define AP_MEMG_PAGE_SPIKES_H

#include "corpus/memg/memg_candidates.h"

/* Computes which finding of memg/transform-spike the file has before and after `translation` has replaced the translation of a
   transform. If they differ, marks the old finding as vanished, and expects the new one. A NaN in the translation means that a
   number of the transform is not finite. Returns false when out of memory. */
bool ap_memg_expect_changed_spike(
    ap_memg_candidates *candidates, const ap_listed_field *transform, const double translation[3]);

#endif
