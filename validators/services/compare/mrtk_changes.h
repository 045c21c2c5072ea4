/* Two recordings in memory, and the comparison of their curves. */
#ifndef AP_MRTK_CHANGES_H
#define AP_MRTK_CHANGES_H

#include "validators/mrtk/mrtk.h"
#include "validators/services/compare/differences.h"
#include "validators/services/compare/matching.h"

typedef struct ap_recording_comparison {
    const ap_mrtk_animation *one, *other;
    ap_changes *changes;
    ap_rounding_statistics rounding;
} ap_recording_comparison;

/* Adds the changes of curves that have keys in only one of the recordings: for each section ("camera", a hand), one change for
   the curves that lost their keys, and one for the curves that got keys. */
void ap_compare_which_curves_have_keys(ap_recording_comparison *s);

/* Adds the changes of keys of curves that have keys in both recordings, one change of each kind for each
   section. */
void ap_compare_keys_of_curves(ap_recording_comparison *s);

#endif
