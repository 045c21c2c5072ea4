/* What a run of lint may still do once its options are read (cli/shared/sandbox.h). */
#ifndef AP_LINT_SANDBOX_H
#define AP_LINT_SANDBOX_H

#include "cli/files/find_files.h"
#include "cli/reporting/known_findings.h"
#include "cli/reporting/outputs.h"

/* Reading what was named (`any_file`: whatever a list names), and writing to the folders of reports and of the baseline.
   With --verbose, standard error says what holds. */
void cli_enter_sandbox(const cli_finder *finder, const cli_reading *reading,
    const cli_report_options *reports, const cli_baselines *baselines, bool any_file);

#endif
