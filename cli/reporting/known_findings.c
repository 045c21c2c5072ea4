#include "cli/reporting/known_findings.h"

#include "cli/shared/same_file.h"

const cli_option cli_baseline_rows[] = {
    { .name = "baseline",
        .value = "FILE",
        CLI_TEXT(cli_baselines, known_path),
        .completes = CLI_COMPLETES_FILES,
        .help = "findings that FILE lists are known: they are counted and do not fail the run" },
    { .name = "write-baseline",
        .value = "FILE",
        CLI_TEXT(cli_baselines, made_path),
        .completes = CLI_COMPLETES_FILES,
        .help = "list all findings of this run in FILE" },
    { .name = NULL },
};

cli_exit cli_baselines_open(cli_baselines *baselines)
{
    if (baselines->known_path == NULL)
        return CLI_CLEAN;
    if (baselines->made_path != NULL && cli_same_file(baselines->made_path, baselines->known_path))
        ap_stamp_take(&baselines->stamp, baselines->known_path);
    return cli_baseline_read(&baselines->known, baselines->known_path);
}

void cli_baselines_allow(const cli_baselines *baselines, cli_sandbox *sandbox)
{
    if (baselines->made_path != NULL)
        cli_sandbox_write_beside(sandbox, baselines->made_path);
    if (baselines->stamp.known)
        cli_sandbox_compare_beside(sandbox, baselines->made_path);
}

void cli_baselines_file(
    cli_baselines *baselines, ap_report_file *file, ap_findings *findings, ap_excerpt *excerpts)
{
    if (findings->first == NULL && baselines->known_path == NULL)
        return;
    if (baselines->made_path != NULL && !cli_baseline_add(&baselines->made, file->name, findings->first))
        baselines->no_memory = true;
    if (baselines->known_path != NULL)
        file->known = cli_baseline_take(&baselines->known, file->name, findings, excerpts);
}

cli_exit cli_baselines_close(cli_baselines *baselines, bool whole)
{
    if (baselines->made_path == NULL)
        return CLI_CLEAN;
    if (!whole) {
        cli_error_about(baselines->made_path, "not written: not all files were judged");
        return CLI_CLEAN; /* what kept them from it is the result of the run */
    }
    if (!baselines->no_memory)
        return cli_baseline_write(&baselines->made, baselines->made_path, &baselines->stamp);
    return cli_fail(
        CLI_INTERNAL, baselines->made_path, "no memory for the findings that it lists; it is not written");
}

void cli_baselines_free(cli_baselines *baselines)
{
    cli_baseline_free(&baselines->known);
    cli_baseline_free(&baselines->made);
}
