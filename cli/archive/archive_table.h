/* The table of an archive's files, with which a cli_archive begins. */
#ifndef AP_ARCHIVE_TABLE_H
#define AP_ARCHIVE_TABLE_H

#include "cli/archive/archive.h"

typedef struct cli_archive_table {
    cli_member *members;
    size_t count;
    uint64_t identity; /* of the archive's file */
} cli_archive_table;

/* What a name says against reading the file, or NULL. */
const char *cli_check_member_name(const char *name);

/* Sorts the members, and says of those that cannot be trusted why: a name that was there before, and all after the
   sizes, in this order, have come to more than `most_bytes` (0: no limit). */
void cli_settle_members(cli_archive_table *table, uint64_t most_bytes);

#endif
