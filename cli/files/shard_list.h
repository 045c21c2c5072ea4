/* Reads and writes the list of a shard: some of the entries that the search of the whole run found, each with its
   number in that run.

   The list is text with one entry per line:

       #animproof shard 1	3/8	3f2a9c0d51e6b874	2	19
       4	walked	assets/walk.md5anim
       17	skipped	it is excluded	assets/old

   The first line has the version of the format, the index of the shard, from 0, and the number of shards, the plan that
   all shards share, the number of entries in this shard, and the number of entries in all shards. Fields are separated
   by tabs; a tab, a line feed and a backslash in a field are written as \t, \n and \\. Lines "tree PATH" and "companion
   PATH", before the entries that they concern, are in each list: a directory that the user named, and the files in it
   that may be companions of files in other folders. */
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

/* Reads the first line of a file. Returns true if the file is the list of a shard. Returns false otherwise,
   with head->count 0, and with *reason set to a static text if the line begins like the list of a shard but cannot be
   parsed, and to NULL if the file is something else or unreadable. */
bool cli_is_shard_list_and_read_first_line(const char *path, ap_report_shard *head, const char **reason);

/* Visits each entry of the list; files have no settings yet. Returns false if `visit` returned false, or with *reason
   set, to a static text or a text of strerror, if the list cannot be read, does not begin with `head`, or has another
   number of entries than its first line says. */
bool cli_shard_read_entries(
    const char *path, const ap_report_shard *head, cli_visit *visit, void *context, const char **reason);

/* cli_shard_list_write_first_line writes the first line of a list. cli_shard_write_entry_without_number writes a line
   without the entry's number and the tab after that. */
void cli_shard_list_write_first_line(FILE *stream, const ap_report_shard *head);
void cli_shard_write_entry_without_number(FILE *stream, const cli_entry *entry);

#endif
