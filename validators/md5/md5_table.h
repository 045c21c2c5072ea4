/* Indices of the rules that the tables of all MD5 formats begin with. Shared code takes a table and an
   index. */
#ifndef AP_MD5_TABLE_H
#define AP_MD5_TABLE_H

#include "core/finding/rule.h"

/* A rule of all MD5 formats has the same index in the table of each format. The rules of the formats with
   joints follow. */
#define RULE(name, ...) MD5_##name,
enum {
#include "validators/md5/md5_table.inc"
    MD5_SHARED, /* number of rules that the tables of all MD5 formats begin with */
    MD5_BEFORE_JOINTS = MD5_SHARED - 1,
#include "validators/md5/md5_table_joints.inc"
    MD5_SHARED_WITH_JOINTS, /* number of rules that the tables of the formats with joints begin with */
};
#undef RULE

/* A shared rule from the table of the stream's format. */
#define AP_MD5_RULE(stream, name) (&(stream)->rules[MD5_##name])

#endif
