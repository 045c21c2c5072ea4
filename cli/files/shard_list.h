/* The list of a shard: a part of what a whole run's search finds, each entry with its number in that run.

   Text, an entry a line:

       #animproof shard 1	3/8	3f2a9c0d51e6b874	2	19
       4	met	assets/walk.md5anim
       17	skipped	it is excluded	assets/old

   The first line has the shard and how many there are, the plan that all of them are of, how many entries follow, and how
   many all shards have together. Between fields is a tab; tabs, line feeds and backslashes in them are \t, \n and \\. */
#ifndef AP_SHARD_LIST_H
#define AP_SHARD_LIST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/files/entry.h"
#include "cli/options/cli.h"
#include "core/report/report.h"

enum { CLI_MOST_SHARDS = 4096, CLI_SHARD_HEAD_BYTES = 160 };

/* Whether the file is a shard's list, and what its first line says. *reason: a text that stays where the line is one and
   cannot be understood; NULL otherwise, also where the file cannot be read. */
bool cli_shard_head_of(const char *path, ap_report_shard *head, const char **reason);

/* Visits each entry; files have no settings yet. False when a visit returned false, or with *reason set (a text that stays)
   when the list cannot be read, is not the one of that head, or has not as many entries as it says. */
bool cli_shard_each(
    const char *path, const ap_report_shard *head, cli_visit *visit, void *context, const char **reason);

/* The first line of a list, and an entry but for its number and the tab after that. */
void cli_shard_head_put(FILE *stream, const ap_report_shard *head);
void cli_shard_entry_put(FILE *stream, const cli_entry *entry);

/* Texts that stay, each once. There are few, unless a list was not written by shard. All zero to begin with. */
typedef struct cli_shard_texts {
    void *known; /* a tree of them */
} cli_shard_texts;

/* The text, as long as the texts live. NULL: no memory. */
const char *cli_shard_text(cli_shard_texts *texts, const char *text);
void cli_shard_texts_free(cli_shard_texts *texts);

#endif
