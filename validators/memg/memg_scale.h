/* Compares the edges of the motion at timestep 0 with those of the .obj, for the rule memg/obj-scale. */
#ifndef AP_MEMG_SCALE_H
#define AP_MEMG_SCALE_H

#include "validators/memg/memg_edges.h"

/* The lengths of a group's edges in the motion, each divided by its length in the .obj. */
typedef struct ap_memg_edge_ratios {
    const struct ap_memg_edge_ratios *next; /* the ratios of the previous group; NULL for the first group */
    const double *ratios;
    size_t count;
} ap_memg_edge_ratios;

/* Data that the rule keeps between groups. Initialise to 0. */
typedef struct ap_memg_scale_state {
    ap_memg_edges edges;
    ap_memg_scratch positions;
    const ap_memg_edge_ratios *latest; /* ratios of the group that was compared last */
    size_t group_count, edge_count;    /* number of groups that were compared, and number of their edges */
    /* number of edges that are 0.4 to 2.5 times as long in the motion as in the .obj */
    size_t usual_count;
    size_t vertex_count; /* number of vertices of all groups so far that could be compared */
    size_t first_group; /* index of the first group that was compared; first_mean is the mean of this group */
    ap_view first_mean;
} ap_memg_scale_state;

/* Compares the edges of a group that was read completely with those of the .obj, and keeps the ratios for ap_memg_check_scale.
   io->scope is an ap_memg_cursor. If memory runs out, io->arena has failed. */
void ap_memg_record_edge_ratios(ap_io *io);

/* Checks memg/obj-scale, after the file was read to its end. If memory runs out, io->arena has failed. */
void ap_memg_check_scale(ap_io *io);

#endif
