/* animproof format: its options, the current file, and totals over all files. */
#ifndef AP_FORMAT_RUN_H
#define AP_FORMAT_RUN_H

#include "cli/files/file_run.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"

/* Numbers of files. */
typedef struct format_sum {
    size_t canonical, changed; /* canonical: already in canonical form; changed: written, or would be */
    size_t refused;            /* files with errors, which are not formatted */
    size_t failed;             /* files that could not be read or written */
} format_sum;

typedef struct format_run {
    cli_file_run files;
    bool check, diff, in_place, prune;
    const char *out;     /* NULL if not given */
    cli_reading reading; /* settings for the current file */
    cli_subject subject;
    format_sum sum;

    /* State of the current file: */
    cli_target target;
    ap_writer writer; /* writer that compares and measures the canonical form */
    char *head;       /* first two lines of the diff; owned */
    uint8_t *copy;    /* copy of a file that is replaced, owned; NULL if not copied */
    bool canonical;
    bool done;            /* the file was compared or written without failure */
    bool asked;           /* `replaceable` is set */
    cli_exit replaceable; /* CLI_CLEAN, or the reason why the file may not be replaced */
    size_t other_names;   /* hard links that keep the old content */
} format_run;

/* Formats a file and reports the result. */
cli_exit cli_format_file(void *record, const cli_entry *file);

/* Returns true if the command handles files of the format. */
bool format_is_supported(const void *record, const ap_format *format);

/* Copies standard input to the output unchanged. Used when the configuration excludes the name given for
   standard input: an editor replaces its text by this output. */
cli_exit format_copy_stdin(format_run *run);

#endif
