/* Declares the options of animproof format, the state of the current file, and totals over all files. */
#ifndef AP_FORMAT_RUN_H
#define AP_FORMAT_RUN_H

#include "cli/files/file_run.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"

/* Numbers of files by result. */
typedef struct format_totals {
    /* canonical: files that were in canonical form; changed: files that were changed, or would be with --write */
    size_t canonical, changed;
    size_t refused; /* files with errors, which are not formatted */
    size_t failed;  /* files that could not be read or written */
} format_totals;

typedef struct format_run {
    cli_file_run files;
    bool check, diff, in_place, prune;
    const char *out;             /* path of the output; NULL if not given */
    cli_reading_options reading; /* settings for the current file */
    cli_linted_file subject;
    format_totals sum;

    /* State of the current file */
    cli_output_file target;
    ap_writer writer; /* writer that compares and measures the canonical form */
    char *head;       /* first two lines of the file's diff; owned */
    uint8_t *copy;    /* copy of the bytes of a file that is to be replaced, owned; NULL if not copied */
    bool canonical;
    bool done;                   /* the file was compared or written without failure */
    bool replaceability_checked; /* true if the member `replaceability` is set */
    cli_exit replaceability;     /* CLI_CLEAN, or the exit code if the file may not be replaced */
    /* number of hard links to the file, other than its path, that keep the old content */
    size_t other_names;
} format_run;

/* Formats a file and reports the result. Implements cli_file_run.file. */
cli_exit cli_format_file(void *record, const cli_entry *file);

/* Returns true if the command handles files of the format. */
bool format_is_supported(const void *record, const ap_format *format);

/* Copies standard input to the output without changes. Used when the configuration excludes the name given for standard
   input, because an editor replaces its text by this output. Returns CLI_CLEAN, or another code after a message. */
cli_exit format_copy_excluded_stdin(format_run *run);

#endif
