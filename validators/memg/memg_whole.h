/* The rules of mesh-ensemble motion that speak of all transforms or all groups at once. What they would say
   comes instead of a finding on each, so they are asked before the first such finding is made: a walk over
   the rest of the file, at most once for each question, and none in a file without such a finding. */
#ifndef AP_MEMG_WHOLE_H
#define AP_MEMG_WHOLE_H

#include "validators/memg/memg_layout.h"

typedef enum ap_memg_answer { AP_MEMG_UNASKED, AP_MEMG_NO, AP_MEMG_YES } ap_memg_answer;

typedef struct ap_memg_whole {
    ap_memg_answer transform_order, counts_swapped, mapping_local;
    bool all_local;    /* the mappings of all groups so far are 1 to v, with v at least 2 */
    ap_view mapping_1; /* of the second group */
} ap_memg_whole;

/* Each reports its rule once, where it holds. io->scope is an ap_memg_cursor with a state. */
bool ap_memg_transforms_in_other_order(ap_io *io);
bool ap_memg_counts_swapped(ap_io *io);

/* Whether the mappings of all groups are local. Reports nothing. */
bool ap_memg_all_local(ap_io *io);

/* A mapping was read, which is increasing or not. */
void ap_memg_note_mapping(const ap_io *io, bool increasing);

/* memg/mapping-local, once the file was read to its end. */
void ap_memg_check_mappings(ap_io *io);

/* Whether all groups are there by their structure alone, and end where the file does. The header and the
   transforms were read. Takes no memory. */
bool ap_memg_reads_to_end(const ap_io *io);

#endif
