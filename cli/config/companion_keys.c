#include "cli/config/companion_keys.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns true if ".." is a component of the relative path. */
static bool has_parent_name(const char *path)
{
    for (const char *at = path; *at != '\0';) {
        const size_t bytes = strcspn(at, "/");
        if (bytes == 2 && strncmp(at, "..", 2) == 0)
            return true;
        at += bytes + (at[bytes] == '/');
    }
    return false;
}

cli_exit cli_check_companion_key(const cli_config *config, const char *key, const char *file, char *wrong)
{
    cli_option row;
    size_t index = 0;
    while (cli_companion_option_row(index, &row) && strcmp(row.name, key) != 0)
        index++;
    if (!cli_companion_option_row(index, &row))
        return CLI_CLEAN;
    if (file[0] == '\0')
        return cli_config_error(wrong, "%s: the name of a file is missing", key);
    if (config->found && (file[0] == '/' || has_parent_name(file)))
        return cli_config_error(wrong,
            "%s: '%s' is not below the folder of this configuration; only a configuration that --config "
            "names may "
            "name other files",
            key, cli_quote(file).text);
    return CLI_CLEAN;
}

/* Returns true if the path is below the folder. Neither may contain symbolic links. */
static bool is_below(const char *path, const char *folder)
{
    const size_t bytes = strcmp(folder, "/") == 0 ? 0 : strlen(folder);
    return strncmp(path, folder, bytes) == 0 && path[bytes] == '/';
}

/* Returns the path of a file that the configuration names, allocated; NULL when out of memory. */
static char *join_config_path(const cli_config *config, const char *file)
{
    char *path = NULL;
    const char *folder = strcmp(config->folder, "/") == 0 ? "" : config->folder;
    const int made = file[0] == '/' ? asprintf(&path, "%s", file) : asprintf(&path, "%s/%s", folder, file);
    return made < 0 ? NULL : path;
}

cli_companion_key cli_find_companion_key(const cli_settings *settings, size_t index)
{
    char here[PATH_MAX], real[PATH_MAX];
    const cli_config *config = settings->config;
    const char *file = settings->companions[index], *slash = strrchr(config->path, '/');
    cli_companion_key key = { .path = join_config_path(config, file) };
    snprintf(key.origin, sizeof key.origin, "%s:%zu", slash == NULL ? config->path : slash + 1,
        cli_config_line_number(config, file));
    if (key.path == NULL)
        return key;
    if (config->found && realpath(key.path, real) != NULL && !is_below(real, config->folder))
        key.wrong = "a link leads out of the folder of the configuration";
    if (getcwd(here, sizeof here) != NULL && is_below(key.path, here)) {
        const size_t skipped = strlen(here) + (strcmp(here, "/") != 0);
        memmove(key.path, key.path + skipped, strlen(key.path + skipped) + 1);
    }
    return key;
}

static void allow_companions_of_layer(cli_sandbox *sandbox, const cli_config *config, const cli_layer *layer)
{
    for (size_t i = 0; i < CLI_COMPANIONS; i++) {
        const char *file = layer->reading.companion_paths[i];
        char *path = file == NULL ? NULL : join_config_path(config, file);
        if (path != NULL)
            (void)cli_sandbox_allow_read(sandbox, path);
        free(path);
    }
}

void cli_allow_companion_keys(cli_sandbox *sandbox, const cli_config *config)
{
    allow_companions_of_layer(sandbox, config, &config->whole);
    for (size_t i = 0; i < config->part_count; i++)
        allow_companions_of_layer(sandbox, config, &config->parts[i].layer);
}
