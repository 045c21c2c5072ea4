/* The places that reports are written to. */
#ifndef AP_OUTPUT_H
#define AP_OUTPUT_H

#include <stdint.h>

#include "core/files/new_file.h"
#include "core/report/report.h"

/* One report on its way to one place. Stays where it is in memory while open. A reporter writes to the stream
   without asking how that went: the first failure is kept in `error`, where a reporter that fails for another
   reason puts its own. */
struct ap_output {
    const ap_reporter *reporter;
    FILE *stream;
    const ap_rule_settings *rule_settings; /* the rules that were on; the caller's */
    bool colour;
    bool verbose;                 /* name files without findings, and those that were skipped */
    bool quiet;                   /* no summary */
    const ap_report_shard *shard; /* NULL: the run is whole */
    bool baseline;                /* the run has one: tell which findings it knows */
    size_t width;       /* columns that lines are fitted to; 0: not a terminal, nothing is wrapped */
    size_t fold;        /* human formats: findings of one rule shown of a file; 0: all that were kept */
    const char *docs;   /* where docs/ can be read on the web; NULL: not known, and nothing leads there */
    bool unread_files;  /* human formats: name files that could not be read (otherwise the caller does) */
    size_t files_count; /* told of so far */
    size_t told, skips; /* the reporter's own counts: entries written, and others that it counts */
    FILE *spool;        /* what waits for the end of the report (report_spool.h); NULL: nothing yet */
    uint16_t rule_numbers[AP_MOST_RULES]; /* of rules that were named, by place in the policy */
    uint16_t rules_count;                 /* how many those are */
    size_t spooled;                       /* entries that wait */
    int error;        /* errno of the first failure; 0 for none. Nothing is written after one */
    ap_new_file file; /* where it is written */
};

/* Opens an output: to standard output when path is NULL, otherwise to a file, which is written beside its
   place and put there when it is whole; what is no regular file is written in place. path and policy must
   outlive the output. False, with output->error set, when that cannot be. */
bool ap_output_open(
    ap_output *output, const ap_reporter *reporter, const char *path, const ap_rule_settings *rule_settings);

/* Writes what is left and closes the output; standard output stays open. A file is put in its place only when
   `keep`, and only when whole. False, with output->error set, when something of it could not be written. */
bool ap_output_close(ap_output *output, bool keep);

#endif
