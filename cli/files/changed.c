#include "cli/files/changed.h"

#include <stdlib.h>
#include <string.h>

#include "cli/files/git_paths.h"

const cli_option cli_changed_rows[] = {
    { .name = "changed",
        .value = "REV",
        CLI_TEXT(cli_changed_option, revision),
        .help = "only files that git reports as changed since REV or as new, under the paths or in the "
                "whole repository" },
    { .name = NULL },
};

static cli_exit report_no_memory(void)
{
    return cli_fail(CLI_INTERNAL, NULL, "--changed: no memory");
}

/* Adds the paths in `text`, which git has printed: relative to the root of the repository, each ended by a NUL. */
static cli_exit add_git_paths(
    const char *text, size_t bytes, const cli_git_location *here, cli_listed_files *files)
{
    for (const char *name = text, *front; name < text + bytes; name += strlen(name) + 1) {
        const char *rest = cli_git_path_relative_to_here(here, name, &front);
        if (!cli_listed_files_add(files, front, rest))
            return report_no_memory();
    }
    return CLI_CLEAN;
}

/* Adds the files that a git command lists. */
static cli_exit add_files_of_git_command(const char *const *command, char *const *paths, size_t count,
    const cli_git_location *here, cli_listed_files *files)
{
    char *text;
    size_t bytes;
    cli_exit result = cli_git_list_paths(command, paths, count, &text, &bytes);
    if (result == CLI_CLEAN)
        result = add_git_paths(text, bytes, here, files);
    free(text);
    return result;
}

cli_exit cli_list_changed_files(
    const cli_changed_option *changed, char *const *paths, size_t count, cli_listed_files *files)
{
    const char *const differing[] = { "diff", "--name-only", "-z", "--diff-filter=d", "--no-renames",
        "--no-relative", "--no-ext-diff", "--ignore-submodules", changed->revision, NULL };
    static const char *const others[] = { "ls-files", "--others", "--exclude-standard", "--full-name", "-z",
        NULL };
    cli_git_location here = { .text = NULL };
    if (changed->revision[0] == '-')
        return cli_usage_error(
            "lint", "--changed: '%s' is not a revision", cli_shorten(changed->revision).text);
    cli_exit result = cli_git_check_paths_exist(paths, count);
    if (result == CLI_CLEAN)
        result = cli_git_find_location(&here);
    if (result == CLI_CLEAN)
        result = add_files_of_git_command(differing, paths, count, &here, files);
    if (result == CLI_CLEAN)
        result = add_files_of_git_command(others, paths, count, &here, files);
    free(here.text);
    return result;
}
