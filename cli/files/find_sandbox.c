/* Allows the sandbox to read the files that a search of files may find. */
#include <stdlib.h>
#include <string.h>

#include "cli/config/companion_keys.h"
#include "cli/config/ignores.h"
#include "cli/files/find_files.h"
#include "cli/shared/same_file.h"

static void allow_reading_and_free(cli_sandbox *sandbox, char *path)
{
    if (path != NULL)
        (void)cli_sandbox_allow_read_and_is_new(sandbox, path);
    free(path);
}

/* Allows reading git's files outside a linked working tree, for each folder that contains the path. */
static void allow_git_files_of_linked_trees(cli_sandbox *sandbox, const char *path)
{
    char *folder = realpath(path, NULL), *slash = folder;
    while (slash != NULL) {
        allow_reading_and_free(sandbox, cli_git_folder_of_linked_tree(folder));
        allow_reading_and_free(sandbox, cli_git_exclude_path_of_linked_tree(folder));
        slash = strrchr(folder, '/');
        if (slash == folder)
            break;
        *slash = '\0';
    }
    free(folder);
}

static void allow_path_and_git_files(cli_sandbox *sandbox, const char *path)
{
    if (cli_sandbox_allow_read_and_is_new(sandbox, path))
        allow_git_files_of_linked_trees(sandbox, path);
}

/* Allows reading the folder of the path. The file itself need not exist. */
static void allow_folder_of(cli_sandbox *sandbox, const char *path)
{
    char folder[PATH_MAX];
    if (cli_copy_folder_of_path(path, folder))
        allow_path_and_git_files(sandbox, folder);
}

/* Allows reading the companions that the configuration of a named path names. A configuration in a folder below that
   path can name only files below its own folder, which need no permission of their own. */
static void allow_configured_companions(cli_sandbox *sandbox, const cli_finder *finder, const char *path)
{
    const cli_settings_result here = cli_configs_settings_of_file(finder->configs, path);
    if (here.result == CLI_CLEAN && here.config != NULL)
        cli_allow_configured_companions(sandbox, here.config);
}

void cli_allow_searched_paths(cli_sandbox *sandbox, const cli_finder *finder)
{
    for (size_t i = 0; i < finder->path_count; i++)
        allow_path_and_git_files(sandbox, finder->paths[i]);
    for (size_t i = 0; i < finder->path_count; i++)
        allow_configured_companions(sandbox, finder, finder->paths[i]);
    if (finder->stream_name != NULL)
        allow_folder_of(sandbox, finder->stream_name);
}
