#include "cli/lint/lint_sandbox.h"

#include <stdlib.h>
#include <string.h>

#include "cli/config/ignores.h"
#include "cli/shared/sandbox.h"

static void read_and_free(cli_sandbox *sandbox, char *path)
{
    if (path != NULL)
        (void)cli_sandbox_read(sandbox, path);
    free(path);
}

/* What git keeps elsewhere of a further working tree that the path is in. */
static void read_git(cli_sandbox *sandbox, const char *path)
{
    char *folder = realpath(path, NULL), *slash = folder;
    while (slash != NULL) {
        read_and_free(sandbox, cli_git_folder_of(folder));
        read_and_free(sandbox, cli_git_exclude_of(folder));
        slash = strrchr(folder, '/');
        if (slash == folder)
            break;
        *slash = '\0';
    }
    free(folder);
}

static void read_named(cli_sandbox *sandbox, const cli_reading *reading)
{
    for (size_t i = 0; i < reading->path_count; i++) {
        if (cli_sandbox_read(sandbox, reading->paths[i]))
            read_git(sandbox, reading->paths[i]);
    }
    for (size_t i = 0; i < CLI_COMPANIONS; i++) {
        if (reading->companion_paths[i] != NULL)
            (void)cli_sandbox_read(sandbox, reading->companion_paths[i]);
    }
}

void cli_enter_sandbox(const cli_reading *reading, const cli_report_options *reports,
    const cli_baselines *baselines, bool any_file)
{
    cli_sandbox sandbox;
    cli_sandbox_begin(&sandbox);
    if (any_file)
        cli_sandbox_read_all(&sandbox);
    read_named(&sandbox, reading);
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
