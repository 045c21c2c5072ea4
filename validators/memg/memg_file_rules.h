/* The rules of mesh-ensemble motion about all transforms or all groups at once. One such finding replaces a
   finding on each transform or group, so the check runs before the first of these is reported: it reads the
   rest of the file, at most once per rule, and never in a file without such findings. */
#ifndef AP_MEMG_FILE_RULES_H
#define AP_MEMG_FILE_RULES_H

#include "validators/memg/memg_layout.h"

typedef enum ap_memg_answer { AP_MEMG_UNCHECKED, AP_MEMG_NO, AP_MEMG_YES } ap_memg_answer;

typedef struct ap_memg_file_answers {
    ap_memg_answer transform_order, counts_swapped, mapping_local, mapping_zero;
    bool all_local;    /* the mappings of all groups so far are 1 to v, with v at least 2 */
    ap_view mapping_1; /* mapping of the second group */
} ap_memg_file_answers;

/* Each function reports its rule and returns true if the rule applies; reports at most once per file. io->scope is an
   ap_memg_cursor with a state. */
bool ap_memg_transforms_in_other_order(ap_io *io);
bool ap_memg_counts_swapped(ap_io *io);

/* Returns true if the mappings of all groups are local. Reports no findings. */
bool ap_memg_all_local(ap_io *io);

/* Returns true if the file can be read to its end and a mapping has an entry 0. Reports no findings. */
bool ap_memg_any_zero(ap_io *io);

/* Records a mapping that was read; `increasing` tells whether its entries increase. */
void ap_memg_note_mapping(const ap_io *io, bool increasing);

/* Checks memg/mapping-local, after the file was read to its end. */
void ap_memg_check_mappings(ap_io *io);

/* Returns true if groups can be read by structure exactly to the end of the file. The header and transforms
   must have been read. Allocates no memory. */
bool ap_memg_reads_to_end(const ap_io *io);

#endif
