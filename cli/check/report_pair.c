/* Reports the companions of files. */
#include "cli/check/lint_run.h"
#include "cli/shared/checked_file.h"

bool cli_report_companion_and_clear_findings(cli_reporter *reporter, cli_companion *companion,
    const ap_report_shard_entry *part, bool is_found_on_disk)
{
    cli_result result = { .part = *part };
    cli_companion_fill_report(companion, reporter->outputs.excerpts, &result.file);
    result.part.result = cli_exit_of_status(companion->status);
    if (is_found_on_disk && result.file.findings != NULL) {
        result.findings = &companion->findings;
        result.excerpts = companion->excerpts;
    }
    const bool go_on = cli_reporter_add_result_and_go_on(reporter, &result);
    ap_findings_clear(&companion->findings);
    return go_on;
}

/* Reports that the companion became unreadable while the file was checked. */
static bool report_unreadable_companion(
    cli_reporter *reporter, const cli_result_companion *with, const ap_report_shard_entry *part)
{
    const cli_found_companion *found_companion = with->companion;
    cli_result result = { .part = *part,
        .file = { .name = found_companion->path,
            .format = found_companion->companion.use.companion->name,
            .text = true } };
    cli_result_copy_error(&result, with->lost, with->text);
    return cli_reporter_add_result_and_go_on(reporter, &result);
}

bool cli_report_found_companion(cli_reporter *reporter, const cli_result *result, cli_result_companion *found)
{
    cli_found_companion *found_companion = found->companion;
    ap_findings *findings = &found_companion->companion.findings;
    const bool first = !atomic_exchange(&found_companion->reported, true) && !found->is_file;
    const bool own = first
                     && cli_reporter_is_new_companion(
                         reporter, found_companion->about.st_dev, found_companion->about.st_ino);
    ap_report_shard_entry part = {
        .entry = result->part.entry, .role = AP_REPORT_ROLE_COMPANION, .fail_on = result->part.fail_on
    };
    if (first) {
        part.device = found_companion->about.st_dev;
        part.inode = found_companion->about.st_ino;
    }
    ap_report_shard_entry together = part;
    together.role = AP_REPORT_ROLE_TOGETHER;
    if (found->lost != CLI_CLEAN)
        return report_unreadable_companion(reporter, found, &together);
    together.device = together.inode = 0;
    if (own && reporter->is_shard
        && !cli_report_companion_and_clear_findings(reporter, &found_companion->companion, &part, true))
        return false;
    if (!own)
        ap_findings_clear(findings);
    if (found->together != NULL)
        ap_findings_move_from(findings, found->together);
    if (found->together == NULL && (!own || reporter->is_shard))
        return true;
    return cli_report_companion_and_clear_findings(reporter, &found_companion->companion, &together, true);
}
