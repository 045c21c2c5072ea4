/* Implements --baseline and --write-baseline. */
#ifndef AP_KNOWN_FINDINGS_H
#define AP_KNOWN_FINDINGS_H

#include "cli/options/option_table.h"
#include "cli/reporting/baseline.h"
#include "cli/shared/sandbox.h"
#include "core/files/file_stamp.h"
#include "core/report/report.h"

typedef struct cli_baselines {
    const char *known_path, *new_path; /* NULL: option not given */
    cli_baseline known, written;
    bool no_memory; /* out of memory for the new baseline */
    /* state of the known baseline if the new baseline replaces that file; otherwise unknown */
    ap_file_stamp stamp;
} cli_baselines;

/* The options of baselines, for an option group with a cli_baselines as its record. */
extern const cli_option cli_baseline_rows[];

/* Reads the known baseline. Returns CLI_CLEAN, or another code after a message. */
cli_exit cli_baselines_open(cli_baselines *baselines);

/* Allows the sandbox to write the new baseline, and to read the file that it replaces. */
void cli_baselines_allow_files(const cli_baselines *baselines, cli_sandbox *sandbox);

/* Adds the findings of a file to the new baseline, then moves known findings to file->known. Called before
   the file is reported. */
void cli_baselines_add_all_and_move_known(
    cli_baselines *baselines, ap_report_file *file, ap_findings *findings, ap_excerpt *excerpts);

/* Writes the new baseline at the end of a run. If not `complete`, prints that it is not written. Returns
   the exit code. */
cli_exit cli_baselines_write_new(cli_baselines *baselines, bool complete);

void cli_baselines_free(cli_baselines *baselines);

#endif
