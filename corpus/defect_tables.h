/* The tables of defects there are. */
#ifndef AP_DEFECT_TABLES_H
#define AP_DEFECT_TABLES_H

#include "corpus/defect.h"

extern const ap_defect_table ap_mrtk_defects;
extern const ap_defect_table ap_memg_defects;
extern const ap_defect_table ap_md5anim_defects;

#endif
