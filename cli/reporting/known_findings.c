#include "cli/reporting/known_findings.h"

#include "cli/shared/same_file.h"

const cli_option cli_baseline_rows[] = {
    { .name = "baseline",
        .value = "FILE",
        CLI_TEXT(cli_baselines, known_path),
        .completes = CLI_COMPLETES_FILES,
        .help = "do not fail on findings listed in FILE (a baseline); they are counted" },
    { .name = "write-baseline",
        .value = "FILE",
        CLI_TEXT(cli_baselines, new_path),
        .completes = CLI_COMPLETES_FILES,
        .help = "write all findings of this run to FILE, as a baseline" },
    { .name = NULL },
};

cli_exit cli_baselines_open(cli_baselines *baselines)
{
    if (baselines->known_path == NULL)
        return CLI_CLEAN;
    if (baselines->new_path != NULL && cli_is_same_file(baselines->new_path, baselines->known_path))
        ap_stamp_from_path(&baselines->stamp, baselines->known_path);
    return cli_baseline_read(&baselines->known, baselines->known_path);
}

void cli_baselines_allow_files(const cli_baselines *baselines, cli_sandbox *sandbox)
{
    if (baselines->new_path != NULL)
        cli_sandbox_allow_write_in_folder_of(sandbox, baselines->new_path);
    if (baselines->stamp.known)
        cli_sandbox_allow_read_in_folder_of(sandbox, baselines->new_path);
}

void cli_baselines_add_all_and_move_known(
    cli_baselines *baselines, ap_report_file *file, ap_findings *findings, ap_excerpt *excerpts)
{
    if (findings->first == NULL && baselines->known_path == NULL)
        return;
    if (baselines->new_path != NULL
        && !cli_baseline_add_findings(&baselines->written, file->name, findings->first))
        baselines->no_memory = true;
    if (baselines->known_path != NULL)
        file->known = cli_baseline_extract_known(&baselines->known, file->name, findings, excerpts);
}

cli_exit cli_baselines_write_new(cli_baselines *baselines, bool complete)
{
    if (baselines->new_path == NULL)
        return CLI_CLEAN;
    if (!complete) {
        cli_error_about(baselines->new_path, "not written: not all files were checked");
        return CLI_CLEAN; /* the run already has the exit code of the cause */
    }
    if (!baselines->no_memory)
        return cli_baseline_write(&baselines->written, baselines->new_path, &baselines->stamp);
    return cli_fail(CLI_INTERNAL, baselines->new_path, "not written: no memory for the findings");
}

void cli_baselines_free(cli_baselines *baselines)
{
    cli_baseline_free(&baselines->known);
    cli_baseline_free(&baselines->written);
}
