/* animproof fix: its options, the current file, and totals over all files. */
#ifndef AP_FIX_H
#define AP_FIX_H

#include "cli/files/file_run.h"
#include "core/files/file_stamp.h"
#include "core/files/input.h"
#include "validators/services/fixing/fixing.h"

/* Totals over all files. */
typedef struct fix_sum {
    size_t changed;        /* files that were changed, or would be without --diff */
    size_t fixed, refused; /* findings of rules with a fix: fixed, and not fixed */
    size_t others;         /* findings of rules without a fix */
} fix_sum;

typedef struct fix_run {
    cli_file_run files;
    bool in_place, diff, unsafe;

    ap_input input;
    ap_arena arena; /* for the original of the file and its diff */
    ap_fixing fixing;
    uint64_t budget; /* bytes that fixes may still read in this run; without budget, a file is read at most
                   AP_FIXING_TIMES times */
    fix_sum sum;

    /* State of the current file: */
    const char *name;           /* path as the user sees it */
    const cli_reading *reading; /* settings for the current file */
    const ap_format *format;    /* NULL if not recognised */
    ap_view before;             /* the original; bytes is NULL if the file was skipped or memory ran out */
    bool skipped;               /* listed by a directory walk, and not of a known format */
    ap_file_stamp stamp;        /* with --write: identity of the file that was read; another file is not
                                   replaced */
} fix_run;

/* Fixes a file and reports the result. */
cli_exit fix_file(void *record, const cli_entry *file);

/* Returns the stream for reports: stderr if standard output has a diff, otherwise stdout. */
FILE *fix_report_stream(const fix_run *run);

/* Reports the findings of the current file that were fixed and those that were not. */
void fix_report_file(fix_run *run);

/* Reports the totals if the run had more than one file. */
void fix_report_sum(const fix_run *run);

#endif
