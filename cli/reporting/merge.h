/* Putting the reports of a run's parts together: entries in the order of the whole run, told as that would have told them. */
#ifndef AP_MERGE_H
#define AP_MERGE_H

#include "cli/reporting/reporter.h"
#include "cli/reporting/shard_file.h"

/* A part, and the entry of it that comes next. */
typedef struct cli_merged_shard {
    cli_shard_report part;
    ap_arena arena;
    cli_shard_report_entry head; /* means nothing once the part has ended */
    bool over;                   /* the head was the last, and is told */
} cli_merged_shard;

typedef struct cli_merge {
    cli_merged_shard *parts;
    size_t count;
    cli_merged_shard **heap; /* of those that are not over; the one whose head comes first is the first */
    size_t heap_count;
    cli_reporter *reporter;         /* the caller's */
    ap_findings findings;           /* of the file at hand */
    ap_findings more;               /* of a companion, what the file before it has together with it */
    ap_rule_settings rule_settings; /* that both were made with */
} cli_merge;

/* Opens the reports, and checks that they are all the parts of one run, each once and whole. CLI_CLEAN, or another after
   messages that name each fault. To be freed in any case. */
cli_exit cli_merge_open(cli_merge *merge, char *const *paths, size_t count);

/* Tells all entries. CLI_CLEAN, or after a message what kept it from that: then nothing that looks whole may be written. */
cli_exit cli_merge_report(cli_merge *merge, cli_reporter *reporter);

void cli_merge_free(cli_merge *merge);

#endif
