/* Runs lint: finds files, checks them, and passes the results to the reporter. */
#ifndef AP_LINT_RUN_H
#define AP_LINT_RUN_H

#include "cli/check/companion_folders.h"
#include "cli/check/jobs.h"
#include "cli/check/progress.h"
#include "cli/compare/against.h"
#include "cli/config/configs.h"
#include "cli/files/changed.h"
#include "cli/files/find_files.h"
#include "cli/reporting/reporter.h"
#include "cli/shared/companion.h"

typedef struct lint_run {
    /* Options */
    cli_settings_layer options;
    cli_config_choice config;
    cli_finder finder;
    cli_changed_option changed;
    cli_revision_diff against;
    /* watch: --watch is given; watched: cli_watch_and_fork_runs has returned in the first process, so the command must end */
    bool watch, watched;
    cli_reporter reporter;
    size_t jobs_wanted; /* files checked at once; 0: the number of processors */

    bool no_companions; /* use only companions that options name */
    bool engines;       /* find how known readers load each file */
    cli_jobs *jobs;
    cli_companion_folder_listings folders;
    /* companions that options name, by the index for ap_companion_at */
    cli_companion companions[CLI_COMPANIONS];
    cli_check_options checks;
    cli_companion_cache cache;
    atomic_size_t kept_bytes; /* bytes kept for comparing skeletons, see kept_bytes of cli_check_options */
    cli_progress progress;
    cli_configs *configs;
    /* settings of the working folder, for the whole run and for input without a path */
    const cli_settings *settings;
} lint_run;

/* Rows of the options that only lint has. The record is a lint_run. */
extern const cli_option cli_lint_rows[];

/* Finds, checks and reports all files. The reports are open; run->reporter collects the result. */
void cli_lint_all_files(lint_run *run);

/* Reports companions; implemented in report_pair.c */

/* Reports the findings of a companion, and then clears them. `part` has the entry, the role and the severity that fails
   the run. `is_found_on_disk`: true if no option names the companion, so that the baseline applies to its findings. Returns
   false if the run must end. */
bool cli_report_companion_and_clear_findings(cli_reporter *reporter, cli_companion *companion,
    const ap_report_shard_entry *part, bool is_found_on_disk);

/* Reports a companion of the result. First reports the companion's own findings, unless they have been reported or the
   directory walk reports the companion as a file; then the findings of rules that compare the file with the companion.
   In a shard these are two entries of the report. Returns false if the run must end. */
bool cli_report_found_companion(
    cli_reporter *reporter, const cli_result *result, cli_result_companion *found);

#endif
