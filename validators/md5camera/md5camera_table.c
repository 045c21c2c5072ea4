/* Defines the rules for .md5camera files; see rule.h for the fields. */
#include "validators/md5camera/md5camera_table.h"
#include "core/base/variant.h"
#include "core/finding/unfixed.h"

#define FORMAT      "md5camera"
#define THIS_camera ,

#define RULE(name, id, ...) AP_RULE_ENTRY(FORMAT "/" id, __VA_ARGS__),

const ap_rule ap_md5camera_rules[MD5CAMERA_RULES] = {
#include "validators/md5/md5_table.inc"

#include "validators/md5/md5_table_frames.inc"
#include "validators/md5camera/md5camera_table.inc"
};
