/* Writes the lists of shards. Entries are spooled to an unnamed temporary file until all entries are known
   and can be assigned to shards. */
#ifndef AP_LISTS_H
#define AP_LISTS_H

#include <stdio.h>

#include "cli/files/shard_list.h"
#include "cli/options/cli.h"
#include "cli/shard/plan.h"

typedef struct cli_shard_lists {
    FILE *spool;  /* all entries, in order */
    FILE *entry;  /* writes into `text` */
    char *text;   /* text of the current entry */
    size_t bytes; /* length of `text` */
    cli_plan *plan;
    size_t entries, lines; /* numbers of entries, and of lines in the spool: entries and shared lines */
    uint64_t hash;         /* hash of all entries */
} cli_shard_lists;

/* Opens the spool. Initialise with zeros before. Returns false when out of memory or without a temporary
   file. */
bool cli_shard_lists_begin(cli_shard_lists *lists);

/* Adds an entry, without its number, or a line that all lists get (CLI_ENTRY_TREE, CLI_ENTRY_COMPANION);
   `bytes` is the size of the file. Returns false with errno set. */
bool cli_shard_lists_add(cli_shard_lists *lists, const cli_entry *entry, uint64_t bytes);

/* Assigns the entries to shards, writes FOLDER/0 to FOLDER/COUNT-1, moves each list to its path when
   complete, and prints the totals. Returns CLI_CLEAN, or another code after a message. */
cli_exit cli_shard_lists_write(cli_shard_lists *lists, const char *folder, size_t count);

void cli_shard_lists_free(cli_shard_lists *lists);

#endif
