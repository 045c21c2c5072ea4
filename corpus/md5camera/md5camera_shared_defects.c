/* Defects of a .md5camera that other formats of this family have too. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5camera/md5camera_kit.h"

#define FORMAT                 "md5camera"
#define OF(anim, mesh, camera) camera
#include "corpus/md5/md5_defect_rows.inc"

static const ap_defect defects[] = {
#include "corpus/md5/md5_defects_all.inc"
#include "corpus/md5/md5_defects_frames.inc"
};

const ap_defect_table ap_md5camera_shared_defects = { defects, sizeof defects / sizeof *defects };
