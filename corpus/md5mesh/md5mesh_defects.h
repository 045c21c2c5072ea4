/* Defects of a .md5mesh. */
#ifndef AP_MD5MESH_DEFECTS_H
#define AP_MD5MESH_DEFECTS_H

#include "corpus/defect/defect.h"

extern const ap_defect_table ap_md5mesh_shared_defects, ap_md5mesh_defects, ap_md5mesh_block_defects,
    ap_md5mesh_text_defects;

#endif
