#include "cli/config/named_file.h"

#include <stdio.h>
#include <string.h>

/* Returns true if ".." is a component of the relative path. */
static bool has_parent_folder_component(const char *path)
{
    for (const char *at = path; *at != '\0';) {
        const size_t bytes = strcspn(at, "/");
        if (bytes == 2 && strncmp(at, "..", 2) == 0)
            return true;
        at += bytes + (at[bytes] == '/');
    }
    return false;
}

cli_exit cli_check_named_file(
    const cli_config *config, const char *key, const char *file, char wrong[CLI_WRONG_BYTES])
{
    if (file[0] == '\0')
        return cli_config_error(wrong, "%s: the name of a file is missing", key);
    if (config->found && (file[0] == '/' || has_parent_folder_component(file)))
        return cli_config_error(wrong,
            "%s: '%s' is not below the folder of this configuration; only a configuration that --config "
            "names may "
            "name other files",
            key, cli_shorten(file).text);
    return CLI_CLEAN;
}

bool cli_is_below_folder(const char *path, const char *folder)
{
    const size_t bytes = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(path, folder, bytes) == 0 && path[bytes] == '/';
}

char *cli_join_config_path(const cli_config *config, const char *file)
{
    char *path = NULL;
    const char *folder = strcmp(config->folder, "/") == 0 ? "" : config->folder;
    const int made = file[0] == '/' ? asprintf(&path, "%s", file) : asprintf(&path, "%s/%s", folder, file);
    return made < 0 ? NULL : path;
}

const char *cli_reason_to_refuse_file(const cli_config *config, const char *real)
{
    return config->found && !cli_is_below_folder(real, config->folder)
               ? "a link leads out of the folder of the configuration"
               : NULL;
}
