/* animproof fix: what a run wants, the file at hand, and what became of all files so far. */
#ifndef AP_FIX_H
#define AP_FIX_H

#include "cli/files/file_run.h"
#include "core/files/file_stamp.h"
#include "core/files/input.h"
#include "validators/services/fixing/fixing.h"

/* What became of the files so far. */
typedef struct fix_sum {
    size_t changed;        /* files that were written, or would be */
    size_t fixed, refused; /* findings with a fixer */
    size_t others;         /* findings without one */
} fix_sum;

typedef struct fix_run {
    cli_file_run files;
    bool in_place, diff, unsafe;

    ap_input input;
    ap_arena arena; /* for the file as it was, and for its diff */
    ap_fixing fixing;
    uint64_t
        budget; /* bytes that may still be read for mending, of all files together: beyond it, each file is only
                        read AP_FIXING_TIMES over */
    fix_sum sum;

    /* The file at hand */
    const char *name;           /* of it */
    const cli_reading *reading; /* what holds for it */
    const ap_format *format;    /* NULL: none */
    ap_view before;             /* bytes NULL: it was skipped, or there was no memory for it */
    bool skipped;               /* met in a folder, and of no format */
    ap_file_stamp stamp;        /* with --write: what was read, which is all that may be replaced */
} fix_run;

/* Mends a file, and tells of it. */
cli_exit fix_file(void *record, const cli_entry *file);

/* Where a run tells of what it does: beside a diff, on standard error. */
FILE *fix_reported(const fix_run *run);

/* Tells what is mended in the file at hand and what is not. */
void fix_report_file(fix_run *run);

/* The last line of a run over more than one file. */
void fix_report_sum(const fix_run *run);

#endif
