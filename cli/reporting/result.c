#include "cli/reporting/result.h"

#include <stdio.h>

void cli_result_begin(cli_result *result, const cli_entry *entry)
{
    *result = (cli_result){ .file = { .name = entry->path }, .part = { .at = entry->number } };
    if (entry->kind == CLI_ENTRY_UNREADABLE) {
        cli_result_fail(result, entry->result, entry->reason);
    } else if (!cli_entry_is_read(entry)) {
        result->kind = entry->kind == CLI_ENTRY_STOP ? CLI_RESULT_STOP : CLI_RESULT_SKIPPED;
        result->reason = entry->reason;
        result->part.result = entry->result;
    }
}

void cli_result_fail(cli_result *result, cli_exit code, const char *why)
{
    result->kind = CLI_RESULT_FILE;
    result->part.result = code;
    result->file.error = result->text;
    snprintf(result->text, sizeof result->text, "%s", why);
}

void cli_result_has(cli_result *result, ap_findings *findings, ap_excerpt *excerpts)
{
    result->file.findings = result->findings = findings;
    result->file.excerpts = result->excerpts = excerpts;
}
