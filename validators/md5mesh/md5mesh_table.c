/* Defines the rules for .md5mesh files; see rule.h for the fields. */
#include "validators/md5mesh/md5mesh_table.h"
#include "core/base/variant.h"
#include "core/finding/unfixed.h"

#define FORMAT    "md5mesh"
#define THIS_mesh ,

#define RULE(name, id, ...) AP_RULE_ENTRY(FORMAT "/" id, __VA_ARGS__),

const ap_rule ap_md5mesh_rules[MD5MESH_RULES] = {
#include "validators/md5/md5_table.inc"
#include "validators/md5/md5_table_joints.inc"

#include "validators/md5mesh/md5mesh_table.inc"
};
