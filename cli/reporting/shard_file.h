/* Reads the report of a shard line by line: the jsonl report of `lint --files-from` with the list of a
   shard. */
#ifndef AP_SHARD_FILE_H
#define AP_SHARD_FILE_H

#include <stdio.h>

#include "cli/reporting/result.h"
#include "core/report/report_lines.h"
#include "validators/services/policy/own_table.h"

/* A finding read from a report. */
typedef struct cli_shard_report_finding {
    ap_finding finding; /* first member: the pointers can be cast */
    ap_excerpt excerpt; /* bytes NULL: no excerpt */
} cli_shard_report_finding;

/* The line of a checked or skipped file. */
typedef struct cli_shard_report_entry {
    cli_result result;     /* result of the entry, without findings */
    ap_file_counts counts; /* counts of a checked file */
} cli_shard_report_entry;

typedef struct cli_shard_report {
    const char *path;
    FILE *stream;
    char *line; /* the last line read, ended by a NUL */
    size_t room;
    size_t number;   /* number of `line`, from 1 */
    size_t lines;    /* number of lines before the last one, as the last line says */
    bool ended;      /* `line` is the last line of the report */
    ap_arena *arena; /* memory of what is read; owned by the caller */
    ap_report_shard shard;
    ap_rule_settings rule_settings; /* rule settings of the run */
    ap_own_table *own;              /* rules of configurations; owned by the caller */
} cli_shard_report;

/* Opens the report, reads the first and the last line, and makes the second line the current one. Returns CLI_CLEAN; or
   after a message CLI_UNREADABLE if the report is incomplete or not the report of a shard, or CLI_INTERNAL. Call
   cli_shard_report_close in any case. `own` has the rules of configurations; rules that only the report names
   are added to it. */
cli_exit cli_shard_report_open(
    cli_shard_report *report, const char *path, ap_arena *arena, ap_own_table *own);

/* Reads the entry of the current line, without its findings, into the arena, and moves to the next line.
   Do not call after the end. Returns CLI_CLEAN, or another code after a message. */
cli_exit cli_shard_report_read_entry(cli_shard_report *report, cli_shard_report_entry *entry);

/* Returns true if the current line has the findings about both a file and the companion in the line
   before. */
bool cli_shard_report_is_at_pair_line(const cli_shard_report *report);

/* Reads the findings of the last entry into `list`, restores the counts of the list, and sets the list as
   the entry's findings. Adds the severities of the entry's rules to `rule_settings`. Returns CLI_CLEAN, or
   another code after a message. */
cli_exit cli_shard_report_read_findings(cli_shard_report *report, cli_shard_report_entry *entry,
    ap_findings *list, ap_rule_settings *rule_settings);

void cli_shard_report_close(cli_shard_report *report);

#endif
