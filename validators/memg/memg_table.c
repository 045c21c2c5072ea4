/* What can be wrong with a mesh-ensemble motion file; see rule.h for the fields. */
#include "validators/memg/memg_table.h"

const ap_rule ap_memg_rules[MEMG_RULES] = {
#include "validators/memg/memg_rows_groups.inc"
#include "validators/memg/memg_rows_numbers.inc"
#include "validators/memg/memg_rows_structure.inc"
};
