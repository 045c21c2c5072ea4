/* Compares the lengths of edges in a motion file and its .obj, as the format's page states memg/obj-scale. Shares no code with
   the library. */
#ifndef AP_MEMG_PAGE_SCALE_H
#define AP_MEMG_PAGE_SCALE_H

#include "corpus/memg/memg_candidates.h"

typedef struct ap_memg_motion_scale {
    /* the first group with edges that are compared; NULL if no group has any */
    const ap_memg_candidate_group *first_group;
    /* lower median, over all edges, of the length in the motion divided by the length in the .obj; 1 without edges */
    double median;
} ap_memg_motion_scale;

/* Computes the scale of a file with matrices stored by columns. Returns false when out of memory or without a scene. */
bool ap_memg_compute_scale_or_1_if_scene(ap_memg_candidates *candidates, ap_memg_motion_scale *scale);

#endif
