/* A run of lint: finds files, checks them, and hands the results to the reports. */
#ifndef AP_LINT_RUN_H
#define AP_LINT_RUN_H

#include "cli/check/jobs.h"
#include "cli/check/progress.h"
#include "cli/config/configs.h"
#include "cli/files/changed.h"
#include "cli/files/find_files.h"
#include "cli/reporting/reporter.h"
#include "cli/shared/companion.h"

typedef struct lint_run {
    /* What is wanted */
    cli_layer asked;
    cli_config_choice config;
    cli_finder finder;
    cli_changed changed;
    bool watch, watched; /* is wanted; is over, and nothing else is to be done */
    cli_reporter reporter;
    size_t jobs_wanted; /* files judged at once; 0: as many as there are processors */

    bool alone; /* no companion is looked for that was not named */
    cli_jobs *jobs;
    cli_folders folders;
    cli_companion companions[CLI_COMPANIONS]; /* in the order of the formats */
    cli_check_options checks;
    cli_companion_cache cache;
    cli_progress progress;
    cli_configs *configs;
    const cli_settings *settings; /* of what is no file in a folder */
} lint_run;

/* Finds, checks and reports all files; the reports are open, and what the run comes to is in run->teller. */
void cli_lint_run(lint_run *run);

/* What a run reports of companions (report_pair.c) */

/* Reports a companion with what its list has; the list is empty afterwards. `part` has the entry, the role and the level that
   fails the run. The baseline knows of its findings if they were `found` by files. False when nothing more is to be reported. */
bool cli_companion_report(
    cli_reporter *reporter, cli_companion *companion, const ap_report_part *part, bool found);

/* Reports the companion that the result holds: what is wrong with it alone, unless that was reported, or is reported as of a file
   of the walk; and what the file and it have together. Of a shard, the two are reported one after the other. False when nothing
   more is to be reported. */
bool cli_report_found_companion(cli_reporter *reporter, cli_result *result);

#endif
