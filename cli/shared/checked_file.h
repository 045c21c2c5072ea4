/* The file that a command works on once it is known to be without errors: loaded, its format found, linted;
   refused, with its findings, when an error is among them. */
#ifndef AP_CHECKED_FILE_H
#define AP_CHECKED_FILE_H

#include <stdio.h>

#include "cli/options/cli.h"
#include "cli/options/reading_options.h"
#include "cli/shared/companion.h"
#include "core/files/input.h"
#include "core/finding/finding.h"
#include "validators/format.h"

typedef struct cli_subject {
    const cli_reading *options;
    FILE *told;               /* where findings of refused files go */
    cli_companion *companion; /* guarded besides; NULL: none */
    bool (*skips)(
        void *context, ap_view input); /* true: neither linted nor worked on; NULL: no file is skipped */

    /* The file at hand */
    const char *name;
    ap_input input;
    ap_arena arena; /* for the findings and for the work */
    ap_findings findings;
    const ap_format *format; /* NULL: not recognised */
    ap_lint_result about;
    bool skipped;
} cli_subject;

/* The options (how to lint, input_format, policy and limits of them are looked at) and the
   stream stay the caller's and must outlive the subject. */
void cli_subject_init(cli_subject *subject, const cli_reading *options, FILE *told);

/* Takes other options from the next file on. */
void cli_subject_use(cli_subject *subject, const cli_reading *options);

/* Loads and lints a file ("-": standard input), and if it is without errors, runs work(context), inside the
   guards of both inputs: the work may be broken off, and must leave nothing half done (core/files/input.h).
   The result is CLI_CLEAN when the work has run; otherwise what is wrong has been told: CLI_FINDINGS for a
   file with errors. */
cli_exit cli_subject_run(cli_subject *subject, const char *name, void (*work)(void *context), void *context);

/* The same for an input that the caller has loaded into the subject, or could not, as `loaded` says. CLI_CLEAN as well
   when the file was skipped: subject->skipped. */
cli_exit cli_subject_run_loaded(
    cli_subject *subject, const char *name, ap_status loaded, void (*work)(void *context), void *context);

/* Loads a file ("-": standard input). */
ap_status cli_load(ap_input *input, const char *name);

/* The exit code for how an input went; the second says so of one that went wrong. */
cli_exit cli_exit_of(ap_status status);
cli_exit cli_report_status(const char *name, ap_status status, const ap_input *input);

/* Tells of findings, one line each, sorted and located. */
void cli_report_findings(FILE *stream, const char *name, const ap_findings *findings, bool text);

void cli_subject_free(cli_subject *subject);

#endif
