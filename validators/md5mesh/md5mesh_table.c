/* What can be wrong with a .md5mesh file, as far as an animation needs it; see rule.h for the fields. */
#include "validators/md5/md5_table.h"

const ap_rule ap_md5mesh_rules[MD5MESH_RULES] = {
#include "validators/md5mesh/md5mesh_rows_foreign.inc"
#include "validators/md5mesh/md5mesh_rows_header.inc"
#include "validators/md5mesh/md5mesh_rows_joints.inc"
#include "validators/md5mesh/md5mesh_rows_numbers.inc"
#include "validators/md5mesh/md5mesh_rows_sections.inc"
#include "validators/md5mesh/md5mesh_rows_text.inc"
};
