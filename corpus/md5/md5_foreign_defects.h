/* Defects of files that another program has changed as a whole. */
#ifndef AP_MD5_FOREIGN_DEFECTS_H
#define AP_MD5_FOREIGN_DEFECTS_H

#include "corpus/defect/defect.h"

extern const ap_defect_table ap_md5anim_foreign_defects, ap_md5mesh_foreign_defects;

#endif
