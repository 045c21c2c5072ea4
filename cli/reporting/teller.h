/* What a run tells of the files that it judges, or that others have judged for it: reports, counts, messages, what is known,
   and the exit code. */
#ifndef AP_TELLER_H
#define AP_TELLER_H

#include <sys/stat.h>

#include "cli/files/seen_files.h"
#include "cli/reporting/known_findings.h"
#include "cli/reporting/outputs.h"
#include "cli/reporting/tally.h"

/* All zero at first, but for options. */
typedef struct cli_teller {
    /* What is wanted; see their rows */
    cli_report_options reports;
    cli_baselines baselines;
    cli_tally tally;
    bool allow_empty; /* a run that finds nothing to check is no failure */

    cli_outputs outputs;
    cli_seen companions; /* that were told of, as files or beside others */
    cli_exit result;
    bool go_on; /* somebody is left to tell, and something */
} cli_teller;

/* What the telling of a file comes to besides its findings. */
typedef struct cli_telling {
    cli_exit result;     /* of its error */
    ap_severity fail_on; /* findings of that level fail the run */
} cli_telling;

/* What a whole run wants to know of the options, and opens: what is known, and the reports. `reading` has what is read and
   the policy, `list` is the file that lists others or NULL. CLI_CLEAN, or after a message what the run ends with. */
cli_exit cli_teller_open(
    cli_teller *teller, const cli_reading *reading, const char *list, const ap_report_shard *shard);

/* Tells of a file. `list` is that of its findings, which the baseline takes some out of; NULL where there is none. False when
   nothing more is to be told. */
bool cli_teller_file(cli_teller *teller, ap_report_file *file, const cli_telling *telling, ap_findings *list,
    ap_excerpt *excerpts);

/* The same of a file that was not judged. */
bool cli_teller_skipped(cli_teller *teller, const ap_report_skipped *skipped);

/* Whether nobody has told of that companion, by what the system knows it by (inode 0: it is not known); that is known from
   now on. Where memory runs out, it may be told again: the run ends with CLI_INTERNAL. */
bool cli_teller_is_new(cli_teller *teller, uint64_t device, uint64_t inode);

/* The end: what is fixed, the baseline that is made, and the reports; the exit code of the run. `whole`: of a part of a run,
   that all of it was told of; otherwise the reports in files are not put in their places. */
cli_exit cli_teller_close(cli_teller *teller, bool whole);

void cli_teller_free(cli_teller *teller);

#endif
