/* What `lint --baseline` and `--write-baseline` do in a run. */
#ifndef AP_KNOWN_FINDINGS_H
#define AP_KNOWN_FINDINGS_H

#include "cli/options/option_table.h"
#include "cli/reporting/baseline.h"
#include "cli/shared/sandbox.h"
#include "core/files/file_stamp.h"
#include "core/report/report.h"

typedef struct cli_baselines {
    const char *known_path, *made_path; /* NULL: not wanted */
    cli_baseline known, made;
    bool no_memory; /* for the one that is made */
    ap_file_stamp
        stamp; /* of the one that is known, if the one that is made replaces it; otherwise unknown */
} cli_baselines;

/* Their rows, for a group whose record is a cli_baselines. */
extern const cli_option cli_baseline_rows[];

/* Reads what is known. CLI_CLEAN, or another after a message. */
cli_exit cli_baselines_open(cli_baselines *baselines);

/* Lets a sandbox write the baseline that is made, and compare the one that it replaces. */
void cli_baselines_allow(const cli_baselines *baselines, cli_sandbox *sandbox);

/* Before a file is told of: takes its known findings out of the list, and adds all to the baseline that is
   made. */
void cli_baselines_file(
    cli_baselines *baselines, ap_report_file *file, ap_findings *findings, ap_excerpt *excerpts);

/* At the end of a run: counts and names what is fixed, and writes what was made; when not `whole`, says that it does not. */
cli_exit cli_baselines_close(cli_baselines *baselines, bool whole);

void cli_baselines_free(cli_baselines *baselines);

#endif
