/* Turns the results of linted files into reports, counts, messages, baseline entries and the exit code of
   the run. Also used for results read from the reports of shards. */
#ifndef AP_REPORTER_H
#define AP_REPORTER_H

#include <sys/stat.h>

#include "cli/files/seen_files.h"
#include "cli/reporting/held_skips.h"
#include "cli/reporting/known_findings.h"
#include "cli/reporting/outputs.h"
#include "cli/reporting/result.h"
#include "core/report/statistics.h"

/* Counts of the reported files, and the options that depend on the counts. */
typedef struct cli_run_tally {
    bool wants_statistics, fail_fast;
    ap_summary summary;
    ap_finding_statistics statistics;
    size_t failing; /* number of findings with at least the fail-on severity of their file */
} cli_run_tally;

/* The options of a tally, for an option group with a cli_run_tally as its record. */
extern const cli_option cli_tally_rows[];

/* Returns CLI_CLEAN, or CLI_USAGE after a message if --statistics is given and no report supports
   statistics. */
cli_exit cli_check_statistics_option(
    const char *command, const cli_run_tally *tally, const cli_report_options *reports);

/* Collects the results of a run and writes the reports. Initialise with zeros, then set the options. */
typedef struct cli_reporter {
    /* Options */
    cli_report_options reports;
    cli_baselines baselines;
    cli_run_tally tally;
    bool allow_empty; /* exit 0 if no file was checked */
    bool is_shard;    /* the run lints a shard */

    cli_outputs outputs;
    cli_seen_files companions; /* companions reported so far, by device and inode */
    cli_held_skips
        held_skips; /* not used in the run of a shard, because a file of another shard may have the companion */
    cli_exit result;
    bool go_on; /* the run continues: a report can still be written, and --fail-fast has not ended the run */
} cli_reporter;

/* Reads the baseline and opens the reports. `reading` has the paths to protect and the rule settings;
   `list` is the file of --files-from, or NULL; `shard` is NULL without shards. Returns CLI_CLEAN, or after a
   message the exit code of the run. */
cli_exit cli_reporter_open(cli_reporter *reporter, const cli_reading_options *reading, const char *list,
    const ap_report_shard *shard);

/* Allows the sandbox to write to the folders of the reports and of the baseline, and enters the sandbox.
   With --verbose, prints the state of the sandbox to standard error. */
void cli_reporter_enter_sandbox(const cli_reporter *reporter, cli_sandbox *sandbox);

/* Reports the result of an entry. Moves findings that the baseline lists out of result->findings. Returns
   true if the run goes on; false if it must end: no report can be written any longer, --fail-fast ends the run, or the
   result is CLI_RESULT_STOP. */
bool cli_reporter_add_result_and_go_on(cli_reporter *reporter, cli_result *result);

/* Returns true the first time a companion is seen. Companions are identified by device and inode; inode 0
   means unknown, and returns true. When out of memory, the companion may be reported again, and the run ends
   with CLI_INTERNAL. */
bool cli_reporter_is_new_companion(cli_reporter *reporter, uint64_t device, uint64_t inode);

/* Adds a companion that is not to be reported as skipped; NULL is allowed. When out of memory, the run ends with
   CLI_INTERNAL. */
void cli_reporter_add_checked_companion(cli_reporter *reporter, const char *path);

/* Ends the run: reports fixed findings, writes the new baseline and closes the reports. Returns the exit
   code of the run. `complete`: all entries were reported; otherwise reports in files are not moved to their
   paths. */
cli_exit cli_reporter_close(cli_reporter *reporter, bool complete);

void cli_reporter_free(cli_reporter *reporter);

#endif
