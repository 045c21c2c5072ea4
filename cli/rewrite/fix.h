/* animproof fix: its options, the current file, and totals over all files. */
#ifndef AP_FIX_H
#define AP_FIX_H

#include "cli/check/companion_folders.h"
#include "cli/check/paired_text.h"
#include "cli/files/file_run.h"
#include "core/files/file_stamp.h"
#include "core/files/input.h"
#include "validators/services/fixing/fixing.h"

/* Totals over all files. */
typedef struct fix_totals {
    size_t changed;        /* files that were changed, or would be with --write */
    size_t fixed, refused; /* findings of rules with a fix: fixed, and not fixed */
    size_t others;         /* findings of rules without a fix, or of rules that are not selected */
} fix_totals;

/* Companions: those that options name, and that of the current file. */
typedef struct fix_pair {
    cli_companion named[CLI_COMPANIONS];
    cli_companion_folder_listings folders;
    cli_text_pairing text; /* the current file */
} fix_pair;

typedef struct fix_run {
    cli_file_run files;
    bool in_place, diff, unsafe, verbose;

    ap_input input;
    ap_arena arena; /* owns the original content of the file, and the diff */
    ap_fixing fixing;
    /* bytes that fixes may still read in this run, not counting the first AP_FIXING_TIMES readings of each file */
    uint64_t budget;
    fix_totals sum;
    fix_pair pair;

    /* State of the current file: */
    const char *name;                   /* path as the user sees it */
    const cli_reading_options *reading; /* settings for the current file */
    const ap_format *format;            /* NULL if not recognised */
    ap_view original;    /* the original; bytes NULL: out of memory; undefined if the file was skipped */
    bool skipped;        /* the file is skipped: see cli_file_run_decide_to_skip_file */
    ap_file_stamp stamp; /* with --write: identity of the file that was read; another file is not
                                   replaced */
} fix_run;

/* Fixes a file and reports the result. Implements cli_file_run.file. */
cli_exit cli_fix_file(void *record, const cli_entry *file);

/* Prepare and free the search for companions. fix_begin_companions returns CLI_CLEAN, or another exit code after a
   message if memory runs out or a companion that an option names cannot be read; call fix_end_companions in any
   case. */
cli_exit fix_begin_companions(fix_run *run);
void fix_end_companions(fix_run *run);

/* Reports the findings of the current file that were fixed and those that were not, and its companion. Adds them to
   the totals. */
void fix_report_file(fix_run *run);

/* Reports the totals if the run had more than one file or walked a directory. */
void fix_report_totals(const fix_run *run);

#endif
