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

/* Returns the reason not to read a file with this name, or NULL. */
const char *cli_check_member_name(const char *name);

/* Sorts the members by name, and sets `wrong` of members that must not be read: each further member with
   the same name, and, in order, each member that does not fit into the rest of `most_bytes` (0: no limit)
   for all members together. */
void cli_sort_and_check_members(cli_archive_table *table, uint64_t most_bytes);

#endif
