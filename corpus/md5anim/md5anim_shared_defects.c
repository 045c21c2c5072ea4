/* Defects of a .md5anim that other formats of this family have too. */
#include "corpus/md5/md5_apply.h"
#include "corpus/md5anim/md5anim_kit.h"

#define FORMAT                 "md5anim"
#define OF(anim, mesh, camera) anim
#include "corpus/md5/md5_defect_rows.inc"

static const ap_defect defects[] = {
#include "corpus/md5/md5_defects_all.inc"
#include "corpus/md5/md5_defects_frames.inc"
#include "corpus/md5/md5_defects_joints.inc"
};

const ap_defect_table ap_md5anim_shared_defects = { defects, sizeof defects / sizeof *defects };
