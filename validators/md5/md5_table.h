/* The rules that the tables of the MD5 formats begin with: shared code takes (table, index). */
#ifndef AP_MD5_TABLE_H
#define AP_MD5_TABLE_H

#include "core/finding/rule.h"

/* In all tables, at the same index; and after them, in the tables of the formats with joints. */
#define RULE(name, ...) MD5_##name,
enum {
#include "validators/md5/md5_table.inc"
    MD5_SHARED, /* how many all formats share */
    MD5_BEFORE_JOINTS = MD5_SHARED - 1,
#include "validators/md5/md5_table_joints.inc"
    MD5_SHARED_WITH_JOINTS, /* how many those with joints share */
};
#undef RULE

/* A shared rule, out of the table of the reader's format. */
#define AP_MD5_RULE(stream, name) (&(stream)->rules[MD5_##name])

#endif
