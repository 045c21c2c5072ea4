/* What a run tells of the files that it judges, or that others have judged for it: reports, counts, messages, what is known,
   and the exit code. */
#ifndef AP_REPORTER_H
#define AP_REPORTER_H

#include <sys/stat.h>

#include "cli/files/seen_files.h"
#include "cli/reporting/known_findings.h"
#include "cli/reporting/outputs.h"
#include "cli/reporting/result.h"
#include "core/report/statistics.h"

/* What a run counts of the files that it reports, and when that ends it. */
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

/* All zero at first, but for options. */
typedef struct cli_reporter {
    /* What is wanted; see their rows */
    cli_report_options reports;
    cli_baselines baselines;
    cli_tally tally;
    bool allow_empty; /* a run that finds nothing to check is no failure */
    bool is_part;     /* the run is of a shard */

    cli_outputs outputs;
    cli_seen companions; /* that were told of, as files or beside others */
    cli_exit result;
    bool go_on; /* somebody is left to tell, and something */
} cli_reporter;

/* What a whole run wants to know of the options, and opens: what is known, and the reports. `reading` has what is read and
   the policy, `list` is the file that lists others or NULL. CLI_CLEAN, or after a message what the run ends with. */
cli_exit cli_reporter_open(
    cli_reporter *reporter, const cli_reading *reading, const char *list, const ap_report_shard *shard);

/* Lets the sandbox write to the folders of the reports and of the baseline, and enters it. With --verbose, standard error says
   what holds. */
void cli_reporter_enter_sandbox(const cli_reporter *reporter, cli_sandbox *sandbox);

/* Reports what became of an entry. Known findings are taken out of result->findings. False when nothing more is to be
   reported. */
bool cli_reporter_result(cli_reporter *reporter, cli_result *result);

/* Whether nobody has told of that companion, by what the system knows it by (inode 0: it is not known); that is known from
   now on. Where memory runs out, it may be told again: the run ends with CLI_INTERNAL. */
bool cli_reporter_is_new(cli_reporter *reporter, uint64_t device, uint64_t inode);

/* The end: what is fixed, the baseline that is made, and the reports; the exit code of the run. `whole`: of a part of a run,
   that all of it was told of; otherwise the reports in files are not put in their places. */
cli_exit cli_reporter_close(cli_reporter *reporter, bool whole);

void cli_reporter_free(cli_reporter *reporter);

#endif
