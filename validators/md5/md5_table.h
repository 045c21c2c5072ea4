/* The rules that the tables of .md5anim and .md5mesh begin with: shared code takes (table, index). */
#ifndef AP_MD5_TABLE_H
#define AP_MD5_TABLE_H

#include "core/finding/rule.h"

/* In all tables, at the same index. */
#define RULE(name, ...) MD5_##name,
enum {
#include "validators/md5/md5_table.inc"
    MD5_SHARED, /* how many are shared */
};
#undef RULE

/* A shared rule, out of the table of the reader's format. */
#define AP_MD5_RULE(stream, name) (&(stream)->rules[MD5_##name])

#endif
