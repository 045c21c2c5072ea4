/* Implements lint --against: compares the files of a run with a revision, and writes the changes for the reports. */
#ifndef AP_CLI_AGAINST_H
#define AP_CLI_AGAINST_H

#include "cli/config/configs.h"
#include "cli/options/option_table.h"
#include "core/report/report.h"

typedef struct cli_revision_diff {
    /* Options */
    const char *revision; /* NULL: --against is not given */
    int fail_on;          /* least ap_impact of a change that fails the run */

    struct cli_revision_diff_run *run;  /* NULL: not open */
    ap_report_texts_of_changes changes; /* result of cli_revision_diff_compare, for the summary of the run */
} cli_revision_diff;

/* The options of --against, for an option group with a cli_revision_diff as its record. */
extern const cli_option cli_against_rows[];

void cli_revision_diff_set_defaults(cli_revision_diff *against);

/* Lists the files below the paths that differ from the revision (all of the repository if count is 0), and starts git.
   Must be called before the sandbox is entered. `forms`: the forms of changes that the reports of the run need; each gets a
   temporary file. Returns CLI_CLEAN, or another code after a message. */
cli_exit cli_revision_diff_open(
    cli_revision_diff *against, char *const *paths, size_t count, const bool forms[AP_CHANGES_FORMS]);

/* Compares the files. `options` are the settings of the command line. quiet: print no summary; all: print each change.
   lint_result: the exit code of the checks before. Returns the exit code of the comparison. */
cli_exit cli_revision_diff_compare(cli_revision_diff *against, cli_configs *configs,
    const cli_settings_layer *options, bool quiet, bool all, cli_exit lint_result);

void cli_revision_diff_free(cli_revision_diff *against);

#endif
