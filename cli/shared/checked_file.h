/* Loads and lints the file that a command works on. Runs the command's work if the file has no errors; otherwise prints
   the findings. */
#ifndef AP_CHECKED_FILE_H
#define AP_CHECKED_FILE_H

#include <stdio.h>

#include "cli/options/cli.h"
#include "cli/options/reading_options.h"
#include "cli/shared/companion.h"
#include "core/files/input.h"
#include "core/finding/finding.h"
#include "validators/format.h"

/* The file that a command works on, one at a time. */
typedef struct cli_linted_file {
    const cli_reading_options *options;
    /* stream to which the findings of files with errors are printed; NULL: they are not printed */
    FILE *findings_stream;
    cli_companion *companion; /* companion of the file, also guarded during the work; NULL: none */
    /* returns true to skip the file, without linting or work; NULL: no file is skipped */
    bool (*skips)(void *context, ap_view input);

    /* State of the current file */
    const char *name;
    ap_input input;
    ap_arena arena; /* memory for the findings and the work */
    ap_findings findings;
    const ap_format *format; /* NULL: not recognised */
    ap_lint_result about;
    bool skipped;
} cli_linted_file;

/* Initialises the subject. The caller owns the options and the stream, which must outlive the subject. The format, the
   lint options, the rule settings and the limits of the options are used. */
void cli_linted_file_init(
    cli_linted_file *subject, const cli_reading_options *options, FILE *findings_stream);

/* Uses other options from the next file on. */
void cli_linted_file_set_options(cli_linted_file *subject, const cli_reading_options *options);

/* Loads and lints a file ("-": standard input). If the file has no errors, runs work(context) inside the
   guards of the file and the companion: the work may be stopped at any read, and must not leave partial
   results (core/files/input.h). Returns CLI_CLEAN if the work has run. Otherwise returns another code after
   a message or findings: CLI_FINDINGS for a file with errors. */
cli_exit cli_load_lint_and_run(
    cli_linted_file *subject, const char *name, void (*work)(void *context), void *context);

/* Does what cli_load_lint_and_run does, for an input that the caller has loaded into the subject with the status `loaded`.
   Also returns CLI_CLEAN if the file was skipped, and sets subject->skipped. */
cli_exit cli_linted_file_lint_and_run(
    cli_linted_file *subject, const char *name, ap_status loaded, void (*work)(void *context), void *context);

/* Loads a file ("-": standard input). Returns AP_OK, or why loading failed, with the message in input->error. */
ap_status cli_load_input(ap_input *input, const char *name);

/* cli_exit_of_status returns the exit code for a status. cli_report_status returns it too, after printing a message
   unless the status is AP_OK. */
cli_exit cli_exit_of_status(ap_status status);
cli_exit cli_report_status(const char *name, ap_status status, const ap_input *input);

/* Prints findings, one per line, with their positions. The caller has sorted the findings and set the positions. */
void cli_report_findings(FILE *stream, const char *name, const ap_findings *findings, bool is_text_file);

void cli_linted_file_free(cli_linted_file *subject);

#endif
