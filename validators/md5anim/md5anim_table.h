/* The table of rules for .md5anim: the shared rules, then the format's own. */
#ifndef AP_MD5ANIM_TABLE_H
#define AP_MD5ANIM_TABLE_H

#include "validators/md5/md5_table.h"

#define RULE(name, ...) MD5ANIM_##name,
enum {
    MD5ANIM_SHARED = MD5_SHARED_WITH_JOINTS - 1, /* the format's own rules begin at MD5_SHARED_WITH_JOINTS */
#include "validators/md5/md5_table_frames.inc"
#include "validators/md5anim/md5anim_table.inc"
#include "validators/md5anim/md5anim_table_mesh.inc"
    MD5ANIM_RULES, /* number of rules */
};
#undef RULE

extern const ap_rule ap_md5anim_rules[MD5ANIM_RULES];

#define AP_MD5ANIM_RULE(name) (&ap_md5anim_rules[MD5ANIM_##name])

#endif
