/* The table of an archive's files; each cli_archive begins with one. */
#ifndef AP_ARCHIVE_TABLE_H
#define AP_ARCHIVE_TABLE_H

#include "cli/archive/archive.h"

/* The listed members of an archive. */
typedef struct cli_archive_table {
    cli_member *members;
    size_t count;
    uint64_t identity; /* identity of the archive itself, from its device and inode */
} cli_archive_table;

/* Returns why a file with this name must not be read, a static text; NULL if the name is allowed. */
const char *cli_member_name_error(const char *name);

/* Sorts the members by name, and sets `wrong` of each member that must not be read: a member with the name of an
   earlier member, and a member that does not fit into `most_bytes` (0: no limit) after the earlier members that may
   be read. */
void cli_sort_and_check_members(cli_archive_table *table, uint64_t most_bytes);

#endif
