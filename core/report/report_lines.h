/* The members of what the JSON reports say of files and findings: named once, for writing and for reading back
   (core/json/json_members.h). Values that are read are texts and lists in the arena of the members. */
#ifndef AP_REPORT_LINES_H
#define AP_REPORT_LINES_H

#include "core/json/json_members.h"
#include "core/report/report.h"

/* Finds a rule by its id; NULL where there is none. */
typedef const ap_rule *ap_rule_finder(void *context, const char *id);

typedef struct ap_report_line {
    ap_members members;
    bool parts;           /* with what only a report that is put together with others has */
    ap_rule_finder *find; /* read: the rules there are */
    void *context;
} ap_report_line;

/* What a file's line says of its findings, which have lines of their own. */
typedef struct ap_file_counts {
    bool valid, judged;
    size_t counts[AP_ERROR + 1];
    size_t dropped, skipped_checks, suppressed, unfinished, max_findings, left_out;
    const ap_findings *findings; /* written: of which the rules are, where some were dropped */
    ap_rule_tally *rules;        /* read: those rules, */
    ap_severity *levels;         /* with their severities */
    size_t rule_count;
} ap_file_counts;

/* The counts of a file that is written. */
ap_file_counts ap_file_counts_of(const ap_report_file *file);

/* Of a file, without its findings. Read: file->part, where there is one, is in the arena; file->findings is left alone. */
void ap_report_file_members(ap_report_line *line, ap_report_file *file, ap_file_counts *counts);

/* Of a file that was not judged. */
void ap_report_skipped_members(ap_report_line *line, ap_report_skipped *skipped);

/* Of a finding; its excerpt where there is one (written: NULL, or with bytes that are not NULL). Read: what it has related is
   in the arena, and `excerpt` is filled; its bytes are NULL where there is none. */
void ap_report_finding_members(ap_report_line *line, ap_finding *finding, ap_excerpt *excerpt);

/* Of a part of a run: what it is a part of, and the rules whose level is not their own; read into a policy in which each
   is. */
void ap_report_shard_members(ap_report_line *line, ap_report_shard *shard, ap_rule_settings *rule_settings);

#endif
