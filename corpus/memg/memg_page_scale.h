/* Compares the lengths of edges in a motion file and its .obj, as the format's page states memg/obj-scale. Shares no code with
   the library. */
#ifndef AP_MEMG_PAGE_SCALE_H
#define AP_MEMG_PAGE_SCALE_H

#include "corpus/memg/memg_candidates.h"

typedef struct ap_memg_motion_scale {
    const ap_memg_candidate_group *first; /* the first group that is compared; NULL: no group is */
    double median; /* lower median of the lengths in the motion, each divided by the length in the .obj */
} ap_memg_motion_scale;

/* Computes the scale of a file with matrices stored by columns. Returns false when out of memory or without a scene. */
bool ap_memg_compute_scale(ap_memg_candidates *candidates, ap_memg_motion_scale *scale);

#endif
