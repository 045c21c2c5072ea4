/* The table of rules for .md5mesh: the shared rules, then the format's own. */
#ifndef AP_MD5MESH_TABLE_H
#define AP_MD5MESH_TABLE_H

#include "validators/md5/md5_table.h"

#define RULE(name, ...) MD5MESH_##name,
enum {
    MD5MESH_SHARED = MD5_SHARED_WITH_JOINTS - 1, /* the format's own rules begin at MD5_SHARED_WITH_JOINTS */
#include "validators/md5mesh/md5mesh_table.inc"
    MD5MESH_RULES, /* number of rules */
};
#undef RULE

extern const ap_rule ap_md5mesh_rules[MD5MESH_RULES];

#define AP_MD5MESH_RULE(name) (&ap_md5mesh_rules[MD5MESH_##name])

#endif
