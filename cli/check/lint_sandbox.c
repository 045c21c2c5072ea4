#include "cli/check/lint_sandbox.h"

#include "cli/files/find_sandbox.h"

static void allow_companions(cli_sandbox *sandbox, const cli_reading *reading)
{
    for (size_t i = 0; i < CLI_COMPANIONS; i++) {
        if (reading->companion_paths[i] != NULL)
            (void)cli_sandbox_read(sandbox, reading->companion_paths[i]);
    }
}

void cli_enter_sandbox(const cli_finder *finder, const cli_reading *reading,
    const cli_report_options *reports, const cli_baselines *baselines, bool any_file)
{
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    if (any_file)
        cli_sandbox_read_all(&sandbox);
    cli_allow_found(&sandbox, finder);
    allow_companions(&sandbox, reading);
    cli_sandbox_read_libraries(&sandbox); /* libzip, where an archive is met */
    for (size_t i = 0; i < reports->wanted_count; i++) {
        if (reports->wanted[i].path != NULL)
            cli_sandbox_write_beside(&sandbox, reports->wanted[i].path);
    }
    cli_baselines_allow(baselines, &sandbox);
    const char *holds = cli_sandbox_enter(&sandbox);
    if (reports->verbose)
        cli_error("%s", holds);
}
