/* The members of the JSON reports about files and findings. One description serves for writing and for
   reading back (core/json/json_members.h). Texts and lists that are read are in the arena of the members. */
#ifndef AP_REPORT_LINES_H
#define AP_REPORT_LINES_H

#include "core/json/json_members.h"
#include "core/report/report.h"

/* Returns the rule with this id, or NULL. */
typedef const ap_rule *ap_rule_finder(void *context, const char *id);

typedef struct ap_report_line {
    ap_members members;
    bool for_shard;       /* true to include the members that only the reports of shards have */
    ap_rule_finder *find; /* when reading: returns the rule with an id */
    void *context;
} ap_report_line;

/* The counts in the entry of a file. The file's findings have entries of their own. */
typedef struct ap_file_counts {
    bool valid, checked;
    size_t counts[AP_ERROR + 1];
    size_t truncated, skipped_checks, suppressed, unfinished, max_findings, without_fix;
    /* when writing: the findings, which are counted by rule if some of them are over a limit */
    const ap_findings *findings;
    ap_rule_tally *rules; /* when reading: the number of findings of each rule */
    ap_severity *levels;  /* when reading: the severity of each rule in `rules` */
    size_t rule_count;
} ap_file_counts;

/* Returns the counts to write for a file. */
ap_file_counts ap_file_counts_of(const ap_report_file *file);

/* Writes or reads a file without its findings. When reading, file->shard_entry is in the arena if present, and
   file->findings is not changed. */
void ap_write_or_read_file_members(ap_report_line *line, ap_report_file *file, ap_file_counts *counts);

/* Writes or reads a skipped file. */
void ap_write_or_read_skipped_members(ap_report_line *line, ap_report_skipped *skipped);

/* Writes or reads a finding; if line->for_shard, also its fix and its excerpt, unless `excerpt` is NULL or has no bytes. When
   reading, related places and the fix are in the arena, and `excerpt` is filled if the entry has an excerpt. */
void ap_write_or_read_finding_members(ap_report_line *line, ap_finding *finding, ap_excerpt *excerpt);

/* Writes or reads a shard, and the rules with a level other than their default. When reading, rule_settings
   must have each rule at its default level. */
void ap_write_or_read_shard_members(
    ap_report_line *line, ap_report_shard *shard, ap_rule_settings *rule_settings);

#endif
