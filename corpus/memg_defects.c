#include "corpus/defect_tables.h"

const ap_defect_table ap_memg_defects = { "memg", NULL, 0 };
