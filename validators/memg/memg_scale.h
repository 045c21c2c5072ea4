/* Compares the edges of the motion at timestep 0 with those of the .obj: memg/obj-scale. */
#ifndef AP_MEMG_SCALE_H
#define AP_MEMG_SCALE_H

#include "validators/memg/memg_edges.h"

/* The lengths of a group's edges in the motion, each divided by its length in the .obj. */
typedef struct ap_memg_ratios {
    const struct ap_memg_ratios *next; /* those of the group before; NULL in the first */
    const double *ratios;
    size_t count;
} ap_memg_ratios;

/* Data that the rule keeps between groups. Initialise to 0. */
typedef struct ap_memg_scale {
    ap_memg_edges edges;
    ap_memg_scratch positions;
    const ap_memg_ratios *latest;
    size_t group_count, edge_count; /* groups that are compared, and their edges */
    size_t usual_count;             /* edges that are neither too short nor too long */
    size_t vertex_count;            /* vertices of all groups so far */
    size_t first_group;             /* the first group that is compared, and its mean */
    ap_view first_mean;
} ap_memg_scale;

/* Compares the edges of a group that was read completely. io->scope is an ap_memg_cursor. If memory runs out, io->arena has
   failed. */
void ap_memg_compare_edges(ap_io *io);

/* Checks memg/obj-scale, after the file was read to its end. If memory runs out, io->arena has failed. */
void ap_memg_check_scale(ap_io *io);

#endif
