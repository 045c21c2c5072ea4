#include "cli/config/companion_keys.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/config/named_file.h"

cli_configured_companion cli_resolve_configured_companion(const cli_settings *settings, size_t index)
{
    char here[PATH_MAX], real[PATH_MAX];
    const cli_config *config = settings->config;
    const char *file = settings->companions[index], *slash = strrchr(config->path, '/');
    cli_configured_companion key = { .path = cli_join_config_path(config, file) };
    snprintf(key.origin, sizeof key.origin, "%s:%zu", slash == NULL ? config->path : slash + 1,
        cli_config_find_line(config, file, NULL));
    if (key.path == NULL)
        return key;
    if (realpath(key.path, real) != NULL)
        key.wrong = cli_reason_to_refuse_file(config, real);
    if (getcwd(here, sizeof here) != NULL && cli_is_below_folder(key.path, here)) {
        const size_t skipped = strlen(here) + (strcmp(here, "/") != 0);
        memmove(key.path, key.path + skipped, strlen(key.path + skipped) + 1);
    }
    return key;
}

static void allow_companions_of_layer(
    cli_sandbox *sandbox, const cli_config *config, const cli_settings_layer *layer)
{
    for (size_t i = 0; i < CLI_COMPANIONS; i++) {
        const char *file = layer->reading.companion_paths[i];
        char *path = file == NULL ? NULL : cli_join_config_path(config, file);
        if (path != NULL)
            (void)cli_sandbox_allow_read_and_is_new(sandbox, path);
        free(path);
    }
}

void cli_allow_configured_companions(cli_sandbox *sandbox, const cli_config *config)
{
    allow_companions_of_layer(sandbox, config, &config->whole);
    for (size_t i = 0; i < config->part_count; i++)
        allow_companions_of_layer(sandbox, config, &config->parts[i].layer);
}
