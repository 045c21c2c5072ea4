/* animproof format: its options, the current file, and counts of the files so far. */
#ifndef AP_FORMAT_RUN_H
#define AP_FORMAT_RUN_H

#include "cli/files/file_run.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/output_file.h"

/* Files so far. */
typedef struct format_sum {
    size_t canonical, changed; /* as they were; otherwise written, or to be written */
    size_t refused;            /* with errors */
    size_t failed;             /* that could not be read or written */
} format_sum;

typedef struct format_run {
    cli_file_run files;
    bool check, diff, in_place, prune;
    const char *out;     /* NULL: not given */
    cli_reading reading; /* what holds for the file */
    cli_subject subject;
    format_sum sum;

    /* The current file */
    cli_target target;
    ap_writer writer; /* for comparing and measuring */
    char *head;       /* of its diff */
    uint8_t *copy;    /* of a file that is replaced; NULL: none */
    bool canonical;
    bool done;            /* the work went well */
    bool asked;           /* whether the file may be replaced: */
    cli_exit replaceable; /* CLI_CLEAN, or why not */
    size_t other_names;   /* hard links that stay with what it was */
} format_run;

/* Formats a file, and says what became of it. */
cli_exit format_file(void *record, const cli_entry *file);

/* Returns true if the command is for files of the format. */
bool format_is_for(const void *record, const ap_format *format);

/* Writes standard input as it is: the configuration excludes the name that it has, and an editor takes what comes out for
   the file. */
cli_exit format_pass_on(format_run *run);

#endif
