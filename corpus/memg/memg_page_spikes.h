/* Finds the transforms of a motion file that break memg/transform-spike, as the format's page states the rule. Shares no code
   with the library. */
#ifndef AP_MEMG_PAGE_SPIKES_H
#define AP_MEMG_PAGE_SPIKES_H

#include "corpus/memg/memg_candidates.h"

/* Computes whether the file has a finding of memg/transform-spike after `translation` has replaced the translation of a
   transform, and expects the finding if so. A NaN in the translation means that a number of the transform is not finite. */
bool ap_memg_expect_spikes(
    ap_memg_candidates *candidates, const ap_listed_field *transform, const double translation[3]);

#endif
