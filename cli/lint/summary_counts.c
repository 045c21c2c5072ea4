#include "cli/lint/summary_counts.h"

void cli_add_counts(ap_summary *summary, const ap_report_file *file)
{
    const ap_findings *findings = file->findings;
    summary->files++;
    summary->unreadable += file->error != NULL;
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

size_t cli_count_failing(const ap_findings *findings, ap_severity fail_on)
{
    size_t failing = 0;
    if (findings == NULL || fail_on == AP_OFF)
        return 0;
    for (size_t level = fail_on; level <= AP_ERROR; level++)
        failing += findings->counts[level];
    return failing;
}
