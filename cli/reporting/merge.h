/* Merges the reports of all shards into the report of the whole run, with the entries in their original
   order. */
#ifndef AP_MERGE_H
#define AP_MERGE_H

#include "cli/reporting/reporter.h"
#include "cli/reporting/shard_file.h"

/* A shard's report and its next entry. */
typedef struct cli_merged_shard {
    cli_shard_report report;
    ap_arena arena;
    cli_shard_report_entry head; /* undefined after the end of the report */
    bool over;                   /* the last entry has been reported */
} cli_merged_shard;

/* State of merging the reports of shards, in the order of their files. */
typedef struct cli_shard_merge {
    cli_merged_shard *shards;
    size_t count;
    cli_merged_shard **heap; /* min-heap of the unfinished shards, by the number of their head */
    size_t heap_count;
    cli_reporter *reporter;         /* owned by the caller */
    ap_findings findings;           /* findings of the current file */
    ap_findings more;               /* findings about both a companion and the file before it */
    ap_rule_settings rule_settings; /* rule settings for `findings` and `more` */
} cli_shard_merge;

/* Opens the reports, and checks that they are all shards of one run, each once and complete. Returns
   CLI_CLEAN, or another code after a message for each fault. Call cli_shard_merge_free in any case. `own` has the
   rules of configurations; those that only the reports name are added. It must outlive the merge. */
cli_exit cli_shard_merge_open(cli_shard_merge *merge, char *const *paths, size_t count, ap_own_table *own);

/* Reports all entries. Returns CLI_CLEAN, or another code after a message; then no report may be
   completed. */
cli_exit cli_shard_merge_report_all(cli_shard_merge *merge, cli_reporter *reporter);

void cli_shard_merge_free(cli_shard_merge *merge);

#endif
