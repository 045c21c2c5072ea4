/* What a run counts of the files that it tells of, and when that ends it. */
#ifndef AP_TALLY_H
#define AP_TALLY_H

#include "cli/reporting/outputs.h"
#include "core/report/statistics.h"

typedef struct cli_tally {
    bool wants_statistics, fail_fast;
    ap_summary summary;
    ap_statistics statistics;
    size_t failing; /* findings at or above the fail-on of their file */
} cli_tally;

/* Its options, for a group whose record is a cli_tally. */
extern const cli_option cli_tally_rows[];

/* CLI_CLEAN; or, after a message, CLI_USAGE where statistics are wanted and no report has a place for them. */
cli_exit cli_tally_check(const char *command, const cli_tally *tally, const cli_report_options *reports);

/* Counts a file that is told of. False where the run is to end with it. */
bool cli_tally_file(cli_tally *tally, const ap_report_file *file, ap_severity fail_on);

/* What reports are told at the end. */
const ap_summary *cli_tally_summary(cli_tally *tally);

#endif
