/* The destinations of reports: standard output or a file. */
#ifndef AP_OUTPUT_H
#define AP_OUTPUT_H

#include <stdint.h>

#include "core/files/new_file.h"
#include "core/report/report.h"

/* One report that is written to one destination. It must not move in memory while it is open. A reporter
   writes to the stream without checking for failures: the first failure is kept in `error`. A reporter that
   fails for another reason sets `error` itself. */
struct ap_output {
    const ap_reporter *reporter;
    FILE *stream;
    const ap_rule_settings *rule_settings; /* settings of the rules in this run; owned by the caller */
    bool colour;
    bool verbose; /* also list files without findings, and skipped files */
    bool quiet;   /* omit the summary */
    /* human formats: count notes instead of listing them, unless notes fail the run */
    bool counts_notes;
    const ap_report_shard *shard; /* the shard of the run that the report covers; NULL: the complete run */
    /* true if the run has a baseline: reports mark the findings that the baseline lists */
    bool baseline;
    size_t width; /* columns that lines are wrapped to; 0: not a terminal, lines are not wrapped */
    /* human formats: maximum findings of a rule to show per file; 0 to show all kept findings */
    size_t shown_per_rule;
    const char *docs; /* URL of docs/ on the web; NULL if unknown: the report then has no links to it */
    bool
        unread_files; /* human formats: list the files that could not be read; false if the caller lists them */
    size_t files_count; /* number of files reported so far */
    /* counts of the reporter's own: `written` entries, and `skips`, entries that it omits or counts separately */
    size_t written, skips;
    FILE *spool; /* entries written at the end of the report (report_spool.h); NULL: none yet */
    /* the number that the report gave each rule, at the rule's ap_rule_settings_index_common_to_run; 0 if the report has not
       named the rule yet */
    uint16_t rule_numbers[AP_MOST_RULES];
    uint16_t rules_count; /* number of rules that were given a number */
    size_t spooled;       /* number of entries in the spool */
    /* errno of the first failure, 0 if there was no failure; nothing is written after a failure */
    int error;
    ap_new_file file; /* destination of the report */
};

/* Opens an output: standard output if `path` is NULL, otherwise a file. A regular file is written to a
   temporary file, which replaces it when the report is complete; any other file is written in place. path and
   rule_settings must outlive the output. Returns false and sets output->error if the output could not be
   opened. */
bool ap_output_open(
    ap_output *output, const ap_reporter *reporter, const char *path, const ap_rule_settings *rule_settings);

/* Writes the remaining bytes and closes the output; standard output stays open. A file replaces the old one
   only if `keep` is true and the report is complete. Returns false and sets output->error if anything could
   not be written. */
bool ap_output_close(ap_output *output, bool keep);

#endif
