/* animproof report: its parts. */
#include "cli/options/commands.h"
#include "cli/reporting/report_parts.h"

static const cli_command *const parts[] = { &cli_report_merge, NULL };

const cli_command cli_report = {
    .name = "report",
    .words = "merge FILE...",
    .summary = "puts the reports of shards together",
    .about = "Works on reports that lint has written.",
    .parts = parts,
    .notes = "`animproof report COMMAND --help` tells more of each.",
};
