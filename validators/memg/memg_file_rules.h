/* Rules of mesh-ensemble motion about all transforms or all groups at once. One finding of such a rule
   replaces a finding on each transform or group. The check therefore runs before the first finding on a
   single transform or group is reported: it reads the rest of the file, at most once per rule, and does not
   run in a file without findings. */
#ifndef AP_MEMG_FILE_RULES_H
#define AP_MEMG_FILE_RULES_H

#include "validators/memg/memg_layout.h"

typedef enum ap_memg_answer { AP_MEMG_UNCHECKED, AP_MEMG_NO, AP_MEMG_YES } ap_memg_answer;

typedef struct ap_memg_file_answers {
    ap_memg_answer transform_order, counts_swapped, mapping_local, mapping_zero;
    bool all_local;         /* the mappings of all groups so far are 1 to v, with v at least 2 */
    ap_view second_mapping; /* mapping of the second group */
} ap_memg_file_answers;

/* Each function returns true if its rule applies to the file, and the first time reports a finding. io->scope is an
   ap_memg_cursor with a state. */
bool ap_memg_report_other_transform_order_once(ap_io *io);
bool ap_memg_report_swapped_counts_once(ap_io *io);

/* Returns true if the file can be read to its end, has at least two groups, and the mapping of every group is 1 to v, with v
   at least 2 (rule mapping-local). Reports no findings. */
bool ap_memg_are_all_mappings_local(ap_io *io);

/* Returns true if the file can be read to its end and a mapping has an entry 0. Reports no findings. */
bool ap_memg_any_mapping_has_zero(ap_io *io);

/* Records a mapping that was read, for ap_memg_check_local_mappings. `increasing` is true if each entry is larger
   than the previous entry. */
void ap_memg_record_if_all_mappings_local(const ap_io *io, bool increasing);

/* Checks memg/mapping-local, after the file was read to its end. */
void ap_memg_check_local_mappings(ap_io *io);

/* Returns true if at least one group follows the transforms, and the structure of all groups can be read exactly to the end of
   the file. The header and transforms must have been read. Allocates no memory. */
bool ap_memg_can_be_read_to_end(const ap_io *io);

#endif
