/* The table of rules for .md5camera: the shared rules, then the format's own. */
#ifndef AP_MD5CAMERA_TABLE_H
#define AP_MD5CAMERA_TABLE_H

#include "validators/md5/md5_table.h"

#define RULE(name, ...) MD5CAMERA_##name,
enum {
    MD5CAMERA_SHARED = MD5_SHARED - 1, /* the format's own rules begin at MD5_SHARED */
#include "validators/md5/md5_table_frames.inc"
#include "validators/md5camera/md5camera_table.inc"
    MD5CAMERA_RULES, /* number of rules */
};
#undef RULE

extern const ap_rule ap_md5camera_rules[MD5CAMERA_RULES];

#define AP_MD5CAMERA_RULE(name) (&ap_md5camera_rules[MD5CAMERA_##name])

#endif
