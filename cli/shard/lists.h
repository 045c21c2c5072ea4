/* The lists of shards: what was found waits in a file without a name until it is known which shard gets what. */
#ifndef AP_LISTS_H
#define AP_LISTS_H

#include <stdio.h>

#include "cli/files/shard_list.h"
#include "cli/options/cli.h"
#include "cli/shard/plan.h"

typedef struct cli_lists {
    FILE *spool;  /* of all entries, in their order */
    FILE *entry;  /* writes into `text` */
    char *text;   /* an entry's */
    size_t bytes; /* of it */
    cli_plan *plan;
    size_t entries;
    uint64_t hash; /* of all entries */
} cli_lists;

/* All zero to begin with. False: no memory. */
bool cli_lists_begin(cli_lists *lists);

/* Adds an entry (but for its number) of so many bytes. False with errno set. */
bool cli_lists_add(cli_lists *lists, const cli_entry *entry, uint64_t bytes);

/* Deals the entries out, writes FOLDER/0 to FOLDER/COUNT-1, each in its place when it is whole, and says what each has.
   CLI_CLEAN, or another after a message. */
cli_exit cli_lists_write(cli_lists *lists, const char *folder, size_t count);

void cli_lists_free(cli_lists *lists);

#endif
