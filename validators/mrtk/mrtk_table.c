/* What can be wrong with an MRTK input animation; see rule.h for the fields. */
#include "validators/mrtk/mrtk_table.h"

const ap_rule ap_mrtk_rules[MRTK_RULES] = {
#include "validators/mrtk/mrtk_rows_curves.inc"
#include "validators/mrtk/mrtk_rows_keys.inc"
#include "validators/mrtk/mrtk_rows_markers.inc"
#include "validators/mrtk/mrtk_rows_structure.inc"
};
