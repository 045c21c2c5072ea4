/* Writes the lists of shards. Entries are first written to a spool, an unnamed temporary file, because they can be
   assigned to shards only when all are known. */
#ifndef AP_MAKE_SHARD_LISTS_H
#define AP_MAKE_SHARD_LISTS_H

#include <stdio.h>

#include "cli/files/shard_list.h"
#include "cli/options/cli.h"
#include "cli/reporting/shard_plan.h"

typedef struct cli_shard_lists {
    FILE *spool;       /* temporary file with all entries, in the order of the search */
    FILE *entry;       /* stream that writes into `text` */
    char *text;        /* text of the current entry */
    size_t text_bytes; /* length of `text` in bytes */
    cli_shard_plan *plan;
    /* entries: number of entries; lines: number of entries and shared lines in the spool */
    size_t entries, lines;
    uint64_t hash; /* hash of all lines of the spool; cli_shard_lists_write adds the number of shards */
} cli_shard_lists;

/* Opens the spool; the record must have been initialised with zeros. Returns false when out of memory, or if no
   temporary file can be created. */
bool cli_shard_lists_begin(cli_shard_lists *lists);

/* Adds an entry, which gets its number later, or a line that all lists get (CLI_ENTRY_TREE, CLI_ENTRY_COMPANION).
   `bytes` is the size of the file. Returns false with errno set; errno is 0 if the text of the entry is too long. */
bool cli_shard_lists_add(cli_shard_lists *lists, const cli_entry *entry, uint64_t bytes);

/* Assigns the entries to `count` shards, writes the lists FOLDER/0 to FOLDER/COUNT-1, moves each list to its path when
   complete, and prints the totals. Returns CLI_CLEAN, or another code after a message. */
cli_exit cli_shard_lists_write(cli_shard_lists *lists, const char *folder, size_t count);

void cli_shard_lists_free(cli_shard_lists *lists);

#endif
