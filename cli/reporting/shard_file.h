/* The report of a part of a run (`lint --files-from` a shard's list, as jsonl), read line by line. */
#ifndef AP_SHARD_FILE_H
#define AP_SHARD_FILE_H

#include <stdio.h>

#include "cli/reporting/result.h"
#include "core/report/report_lines.h"

/* A finding as it was read. */
typedef struct cli_shard_report_finding {
    ap_finding finding; /* first: a pointer to one is a pointer to the other */
    ap_excerpt excerpt; /* bytes NULL: none */
} cli_shard_report_finding;

/* What a file's line, or that of a skipped one, says. */
typedef struct cli_shard_report_entry {
    cli_result result;     /* without findings */
    ap_file_counts counts; /* of a file */
} cli_shard_report_entry;

typedef struct cli_shard_report {
    const char *path;
    FILE *stream;
    char *line; /* that was read last; its end is a NUL */
    size_t room;
    size_t number;   /* of that line, from 1 */
    size_t lines;    /* before the last, as that says */
    bool ended;      /* the line is the last one */
    ap_arena *arena; /* of what is read: the caller's */
    ap_report_shard shard;
    ap_rule_settings rule_settings; /* the run's rules */
} cli_shard_report;

/* Opens it, and reads its first line and its last. CLI_CLEAN; or after a message CLI_UNREADABLE where it is not whole, or not the
   report of a part, or CLI_INTERNAL. The part is to be closed in any case. */
cli_exit cli_shard_report_open(cli_shard_report *part, const char *path, ap_arena *arena);

/* The entry of the line at hand, without its findings, into the arena; then the next line is at hand. Not where the part has
   ended. Others as above. */
cli_exit cli_shard_entry_read(cli_shard_report *part, cli_shard_report_entry *entry);

/* Whether the line at hand is of what a file has together with the companion before it. */
bool cli_shard_report_is_together(const cli_shard_report *part);

/* Reads the findings of the entry that was read last into a list, which becomes what it was in the run, and gives them to the
   entry's result. The list's policy gets the levels that the entry's rules had. */
cli_exit cli_shard_report_findings_read(cli_shard_report *part, cli_shard_report_entry *entry,
    ap_findings *list, ap_rule_settings *rule_settings);

void cli_shard_report_close(cli_shard_report *part);

#endif
