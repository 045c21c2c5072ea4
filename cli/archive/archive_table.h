/* The table of an archive's files; each cli_archive begins with one. */
#ifndef AP_ARCHIVE_TABLE_H
#define AP_ARCHIVE_TABLE_H

#include "cli/archive/archive.h"

typedef struct cli_archive_table {
    cli_member *members;
    size_t count;
    uint64_t identity; /* identity of the archive itself, from its device and inode */
} cli_archive_table;

/* Returns the reason not to read a file with this name, or NULL. */
const char *cli_check_member_name(const char *name);

/* Sorts the members, and refuses two kinds of them: a second member with the same name, and members with
   sizes that exceed `most_bytes` together, counted in order (0: no limit). */
void cli_check_members(cli_archive_table *table, uint64_t most_bytes);

#endif
