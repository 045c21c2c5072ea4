/* Defines the rules for .md5anim files; see rule.h for the fields. */
#include "validators/md5anim/md5anim_table.h"
#include "core/base/variant.h"
#include "core/finding/unfixed.h"

#define FORMAT    "md5anim"
#define THIS_anim ,

#define RULE(name, id, ...) AP_RULE_ENTRY(FORMAT "/" id, __VA_ARGS__),

const ap_rule ap_md5anim_rules[MD5ANIM_RULES] = {
#include "validators/md5/md5_table.inc"
#include "validators/md5/md5_table_joints.inc"

#include "validators/md5/md5_table_frames.inc"
#include "validators/md5anim/md5anim_table.inc"
#include "validators/md5anim/md5anim_table_mesh.inc"
};
