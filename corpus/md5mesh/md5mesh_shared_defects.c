/* Defects of a .md5mesh that other formats of this family have too. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5mesh/md5mesh_defects.h"

#define FORMAT    "md5mesh"
#define THIS_mesh ,
#include "corpus/md5/md5_defect_rows.inc"

static const ap_defect defects[] = {
#include "corpus/md5/md5_defects_all.inc"
#include "corpus/md5/md5_defects_joints.inc"
};

const ap_defect_table ap_md5mesh_shared_defects = { defects, sizeof defects / sizeof *defects };
