/* The report of a part of a run (`lint --files-from` a shard's list, as jsonl), read line by line. */
#ifndef AP_PART_FILE_H
#define AP_PART_FILE_H

#include <stdio.h>

#include "cli/reporting/result.h"
#include "core/report/report_lines.h"

/* A finding as it was read. */
typedef struct cli_part_finding {
    ap_finding finding; /* first: a pointer to one is a pointer to the other */
    ap_excerpt excerpt; /* bytes NULL: none */
} cli_part_finding;

/* What a file's line, or that of a skipped one, says. */
typedef struct cli_part_entry {
    cli_result result;     /* without findings */
    ap_file_counts counts; /* of a file */
} cli_part_entry;

typedef struct cli_part {
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
} cli_part;

/* Opens it, and reads its first line and its last. CLI_CLEAN; or after a message CLI_UNREADABLE where it is not whole, or not the
   report of a part, or CLI_INTERNAL. The part is to be closed in any case. */
cli_exit cli_part_open(cli_part *part, const char *path, ap_arena *arena);

/* The entry of the line at hand, without its findings, into the arena; then the next line is at hand. Not where the part has
   ended. Others as above. */
cli_exit cli_part_entry_read(cli_part *part, cli_part_entry *entry);

/* Whether the line at hand is of what a file has together with the companion before it. */
bool cli_part_is_together(const cli_part *part);

/* Reads the findings of the entry that was read last into a list, which becomes what it was in the run, and gives them to the
   entry's result. The list's policy gets the levels that the entry's rules had. */
cli_exit cli_part_findings_read(
    cli_part *part, cli_part_entry *entry, ap_findings *list, ap_rule_settings *rule_settings);

void cli_part_close(cli_part *part);

#endif
