#include "corpus/defect_tables.h"

const ap_defect_table ap_md5anim_defects = { "md5anim", NULL, 0 };
