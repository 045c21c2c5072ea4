/* What can be wrong with a .md5anim file; see rule.h for the fields. */
#include "validators/md5/md5_table.h"

const ap_rule ap_md5anim_rules[MD5ANIM_RULES] = {
#include "validators/md5anim/md5anim_rows_foreign.inc"
#include "validators/md5anim/md5anim_rows_header.inc"
#include "validators/md5anim/md5anim_rows_joints.inc"
#include "validators/md5anim/md5anim_rows_numbers.inc"
#include "validators/md5anim/md5anim_rows_sections.inc"
#include "validators/md5anim/md5anim_rows_text.inc"
};
