#include "corpus/defect_tables.h"

const ap_defect_table ap_mrtk_defects = { "mrtk", NULL, 0 };
