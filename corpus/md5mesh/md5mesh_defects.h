/* Defects of the .md5mesh that belongs with an animation. */
#ifndef AP_MD5MESH_DEFECTS_H
#define AP_MD5MESH_DEFECTS_H

#include "corpus/defect/defect.h"

extern const ap_defect_table ap_md5mesh_defects;

#endif
