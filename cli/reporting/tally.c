#include "cli/reporting/tally.h"

const cli_option cli_tally_rows[] = {
    { .name = "statistics",
        CLI_FLAG(cli_tally, wants_statistics),
        .help = "at the end, how many findings of each rule there are" },
    { .name = "fail-fast",
        CLI_FLAG(cli_tally, fail_fast),
        .help = "end with the first file that has a finding at its --fail-on level" },
    { .name = NULL },
};

cli_exit cli_tally_check(const char *command, const cli_tally *tally, const cli_report_options *reports)
{
    bool place = false;
    for (size_t i = 0; i < reports->wanted_count; i++)
        place = place || reports->wanted[i].reporter->statistics;
    if (tally->wants_statistics && !place)
        return cli_usage(command, "--statistics: no report of this run has a place for them (human, concise, "
                                  "json and jsonl have)");
    return CLI_CLEAN;
}

static void add_counts(ap_summary *summary, const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    summary->files++;
    summary->unreadable += file->error != NULL;
    summary->incomplete += ap_report_incomplete(file);
    if (findings == NULL)
        return;
    summary->errors += findings->counts[AP_ERROR];
    summary->warnings += findings->counts[AP_WARNING];
    summary->notes += findings->counts[AP_NOTE];
    summary->dropped += findings->dropped;
    summary->skipped_checks += findings->skipped_checks;
    summary->silenced += findings->silenced;
    for (const ap_finding *known = file->known; known != NULL; known = known->next)
        summary->known++;
}

/* Findings that make the run fail, of a file with that level. */
static size_t count_failing(const ap_findings *findings, ap_severity fail_on)
{
    size_t failing = 0;
    if (findings == NULL || fail_on == AP_OFF)
        return 0;
    for (size_t level = fail_on; level <= AP_ERROR; level++)
        failing += findings->counts[level];
    return failing;
}

bool cli_tally_file(cli_tally *tally, const ap_report_file *file, ap_severity fail_on)
{
    add_counts(&tally->summary, file);
    tally->failing += count_failing(file->findings, fail_on);
    if (tally->wants_statistics && file->findings != NULL)
        ap_statistics_add(&tally->statistics, file->findings);
    tally->summary.ended_early = tally->fail_fast && tally->failing > 0;
    return !tally->summary.ended_early;
}

const ap_summary *cli_tally_summary(cli_tally *tally)
{
    tally->summary.statistics = tally->wants_statistics ? &tally->statistics : NULL;
    return &tally->summary;
}
