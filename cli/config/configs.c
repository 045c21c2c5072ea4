#include "cli/config/configs_private.h"

#include <errno.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_SHOWN = CLI_WRONG_BYTES / 2 /* most bytes of a folder's path that a message shows */ };

/* A folder in which a configuration was looked for. */
typedef struct config_folder {
    char *folder;       /* without links, and without a slash at its end */
    cli_config *config; /* configuration in this folder; NULL if it has none */
    bool settled;       /* true if the member `nearest` is set */
    /* configuration in this folder or in the nearest folder above that has one; NULL if no folder has a
       configuration */
    cli_config *nearest;
    struct config_folder *passed; /* during a search upwards: the folder below, visited before */
} config_folder;

const cli_option cli_config_rows[] = {
    { .name = "config",
        .value = "FILE",
        CLI_TEXT(cli_config_choice, path),
        .completes = CLI_COMPLETES_FILES,
        .help = "read the configuration from FILE instead of the nearest " CLI_CONFIG_NAME
                " in each file's folder or above" },
    { .name = "no-config", CLI_FLAG(cli_config_choice, none), .help = "read no configuration" },
    { .name = NULL },
};

cli_settings_result cli_configs_no_memory(void)
{
    return (cli_settings_result){ .result = CLI_INTERNAL, .wrong = "no memory for the configuration" };
}

/* Functions that search for a configuration */

static int compare_folder_paths(const void *one, const void *other)
{
    return strcmp(((const config_folder *)one)->folder, ((const config_folder *)other)->folder);
}

static void free_config_folder(void *node)
{
    config_folder *p = node;
    free(p->folder);
    cli_config_free(p->config);
    free(p);
}

/* Returns the entry of a folder, with its configuration; reads the file on the first call. NULL: out of memory. */
static config_folder *get_or_read_config_folder(cli_configs *configs, const char *folder)
{
    const config_folder wanted = { .folder = (char *)folder };
    bool none = false;
    char *path = NULL;
    config_folder **known = tfind(&wanted, &configs->folders, compare_folder_paths);
    if (known != NULL)
        return *known;
    config_folder *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    made->folder = strdup(folder);
    if (asprintf(&path, "%s/" CLI_CONFIG_NAME, folder) < 0)
        path = NULL;
    if (path != NULL)
        made->config = cli_config_read(path, &configs->shared, &none);
    free(path);
    if (made->folder == NULL || (made->config == NULL && !none)
        || tsearch(made, &configs->folders, compare_folder_paths) == NULL) {
        free_config_folder(made);
        return NULL;
    }
    return made;
}

/* Finds the nearest configuration in the folder or above. `folder` is a path without links, and is shortened
   in place. Results are cached, because a walk asks for every folder. Returns false when out of memory. */
static bool find_nearest_config(cli_configs *configs, char *folder, cli_config **config)
{
    config_folder *passed = NULL;
    for (;;) {
        config_folder *p = get_or_read_config_folder(configs, folder);
        if (p == NULL)
            return false;
        char *slash = strrchr(folder, '/');
        *config = p->settled ? p->nearest : p->config;
        p->passed = passed;
        passed = p;
        if (p->settled || p->config != NULL || slash == NULL)
            break;
        *slash = '\0';
    }
    for (; passed != NULL; passed = passed->passed) {
        passed->nearest = *config;
        passed->settled = true;
    }
    return true;
}

/* Returns true if `error` means that the folder does not exist. Reading the file to be checked then reports the error. */
static bool is_absent_folder_error(int error)
{
    return error == ENOENT || error == ENOTDIR || error == ELOOP || error == ENAMETOOLONG;
}

/* Makes `folder` the latest folder, and finds its configuration. Returns false if the folder cannot be searched, with a
   message in configs->folder_error, and when out of memory, without a message. */
static bool enter_folder_for_settings(cli_configs *configs, const char *folder)
{
    if (configs->latest_folder != NULL && strcmp(configs->latest_folder, folder) == 0)
        return true;
    configs->folder_error[0] = '\0';
    char *real = realpath(folder, NULL);
    const int error = real == NULL ? errno : 0;
    const size_t bytes = strlen(folder), cut = bytes > MOST_SHOWN ? bytes - MOST_SHOWN : 0;
    free(configs->latest_folder);
    free(configs->latest_real_folder);
    configs->latest_folder = NULL;
    configs->latest_real_folder = real;
    if (error != 0 && !is_absent_folder_error(error)) {
        if (error != ENOMEM)
            snprintf(configs->folder_error, sizeof configs->folder_error,
                "%s%s: cannot look for a configuration in this folder: %s", cut > 0 ? "..." : "",
                folder + cut, strerror(error));
        return false;
    }
    if (configs->latest_real_folder == NULL)
        configs->latest_real_folder = strdup("");
    char *upwards = configs->latest_real_folder == NULL ? NULL : strdup(configs->latest_real_folder);
    if (upwards == NULL)
        return false;
    configs->latest_config = configs->named;
    bool known = true;
    if (strcmp(upwards, "/") == 0)
        upwards[0] = configs->latest_real_folder[0] = '\0';
    if (configs->named == NULL && !configs->choice->none && configs->latest_real_folder[0] != '\0')
        known = find_nearest_config(configs, upwards, &configs->latest_config);
    free(upwards);
    configs->latest_folder = known ? strdup(folder) : NULL;
    return configs->latest_folder != NULL;
}

/* Checks the rules own/NAME that the command line names. The configuration of the working folder, or the file of
   --config, must define them. Reports nothing if that configuration has an error, which is reported later. */
static cli_exit check_rules_of_command_line(cli_configs *configs, const char *command)
{
    const ap_configured_rule_tables none = { .items = { { .rules = NULL } } };
    const char *unknown = cli_find_unknown_own_rule(&configs->asked->rules, none);
    const char *where =
        configs->choice->path != NULL ? configs->choice->path : "the configuration of the working folder";
    if (unknown == NULL || !enter_folder_for_settings(configs, ".")
        || (configs->latest_config != NULL && configs->latest_config->result != CLI_CLEAN))
        return CLI_CLEAN;
    unknown = cli_find_unknown_own_rule(&configs->asked->rules,
        configs->latest_config == NULL ? none : configs->latest_config->rules.rules.tables);
    return unknown == NULL ? CLI_CLEAN
                           : cli_usage_error(command, "%s defines no rule '%s'", cli_shorten(where).text,
                               cli_shorten(unknown).text);
}

cli_exit cli_configs_open(cli_configs **configs, const char *command, const cli_config_choice *choice,
    const cli_settings_layer *asked)
{
    if (choice->none && choice->path != NULL)
        return cli_usage_error(command, "--config and --no-config contradict each other");
    cli_configs *made = calloc(1, sizeof *made);
    if (made == NULL)
        return cli_fail_no_memory();
    made->choice = choice;
    made->asked = asked;
    if (choice->path != NULL)
        made->named = cli_config_read(choice->path, &made->shared, NULL);
    const cli_exit result = choice->path != NULL && made->named == NULL
                                ? cli_fail_no_memory()
                                : check_rules_of_command_line(made, command);
    if (result != CLI_CLEAN) {
        cli_configs_free(made);
        return result;
    }
    cli_merge_layers(&asked, 1, ap_own_table_rules_with_unused(&made->shared.own_rules), &made->plain, NULL);
    *configs = made;
    return CLI_CLEAN;
}

/* Functions that merge settings */

/* Sets bit N of *parts for each section [path GLOB] N of the configuration that matches the file. Returns false when
   out of memory. */
static bool find_matching_sections(
    cli_configs *configs, const cli_config *config, const char *path, uint64_t *parts)
{
    *parts = 0;
    if (config->part_count == 0 || path == NULL)
        return true;
    char *inside = cli_configs_relative_path(configs, config, path);
    const cli_settings_query asked = { inside, CLI_ASKED_FILE, SIZE_MAX };
    for (size_t i = 0; i < config->part_count && inside != NULL; i++) {
        const bool holds =
            cli_configs_pattern_covers(configs, config, config->parts[i].glob, &asked, SIZE_MAX);
        *parts |= holds ? (uint64_t)1 << i : 0;
    }
    free(inside);
    return inside != NULL;
}

static size_t list_layers(const cli_configs *configs, const cli_config *config, uint64_t parts,
    const cli_settings_layer *layers[CLI_MOST_LAYERS])
{
    size_t count = 0;
    if (config != NULL) {
        layers[count++] = &config->whole;
        for (size_t i = 0; i < config->part_count; i++) {
            if ((parts >> i & 1) != 0)
                layers[count++] = &config->parts[i].layer;
        }
    }
    layers[count++] = configs->asked;
    return count;
}

size_t cli_configs_list_layers(cli_configs *configs, const cli_config *config, const char *path,
    const cli_settings_layer *layers[CLI_MOST_LAYERS])
{
    uint64_t parts = 0;
    if (config != NULL && !find_matching_sections(configs, config, path, &parts))
        return 0;
    return list_layers(configs, config, parts, layers);
}

static int compare_section_sets(const void *one, const void *other)
{
    const uint64_t first = ((const cli_merged_settings *)one)->parts;
    const uint64_t second = ((const cli_merged_settings *)other)->parts;
    return (first > second) - (first < second);
}

/* Returns the merged settings of the sections in `parts`, from the cache if they were merged before. NULL: out of memory. */
static const cli_merged_settings *merge_or_find_settings(
    const cli_configs *configs, cli_config *config, uint64_t parts)
{
    const cli_settings_layer *layers[CLI_MOST_LAYERS];
    const cli_merged_settings wanted = { .parts = parts };
    cli_merged_settings *const *known = tfind(&wanted, &config->merged_settings, compare_section_sets);
    if (known != NULL)
        return *known;
    cli_merged_settings *made = malloc(sizeof *made);
    if (made == NULL)
        return NULL;
    made->parts = parts;
    cli_merge_layers(layers, list_layers(configs, config, parts, layers),
        ap_own_table_rules_with_unused(&configs->shared.own_rules), &made->settings, NULL);
    made->settings.config = config;
    if (tsearch(made, &config->merged_settings, compare_section_sets) != NULL)
        return made;
    free(made);
    return NULL;
}

/* Returns the settings for a file in the folder entered last, or for no file if `path` is NULL. */
static cli_settings_result settings_of_file(cli_configs *configs, const char *path)
{
    cli_config *config = configs->latest_config;
    uint64_t parts;
    if (config == NULL)
        return (cli_settings_result){ .settings = &configs->plain };
    if (config->result != CLI_CLEAN)
        return config->wrong == NULL
                   ? cli_configs_no_memory()
                   : (cli_settings_result){ .result = config->result, .wrong = config->wrong };
    if (!find_matching_sections(configs, config, path, &parts))
        return cli_configs_no_memory();
    const cli_settings_result spent = cli_configs_match_error_or_clean(configs);
    if (spent.result != CLI_CLEAN)
        return spent;
    const cli_merged_settings *known = merge_or_find_settings(configs, config, parts);
    return known == NULL ? cli_configs_no_memory()
                         : (cli_settings_result){ .settings = &known->settings, .config = config };
}

static cli_settings_result folder_error_result(const cli_configs *configs)
{
    return configs->folder_error[0] == '\0'
               ? cli_configs_no_memory()
               : (cli_settings_result){ .result = CLI_UNREADABLE, .wrong = configs->folder_error };
}

cli_settings_result cli_configs_settings_of_file(cli_configs *configs, const char *path)
{
    const char *slash = strrchr(path, '/');
    char *folder = slash == NULL ? strdup(".") : strndup(path, (size_t)(slash - path) + 1);
    const bool entered = folder != NULL && enter_folder_for_settings(configs, folder);
    free(folder);
    cli_glob_budget_add_path(&configs->budget);
    return entered ? settings_of_file(configs, path) : folder_error_result(configs);
}

cli_settings_result cli_configs_settings_of_run(cli_configs *configs)
{
    return enter_folder_for_settings(configs, ".") ? settings_of_file(configs, NULL)
                                                   : folder_error_result(configs);
}

cli_exit cli_configs_open_run(cli_configs **configs, const char *command, const cli_config_choice *choice,
    const cli_settings_layer *asked, cli_settings_result *here)
{
    const cli_exit result = cli_configs_open(configs, command, choice, asked);
    if (result != CLI_CLEAN)
        return result;
    *here = cli_configs_settings_of_run(*configs);
    if (here->result != CLI_CLEAN)
        cli_error("%s", here->wrong);
    return here->result;
}

ap_own_table *cli_configs_own_rules(cli_configs *configs)
{
    return &configs->shared.own_rules;
}

void cli_configs_free(cli_configs *configs)
{
    if (configs == NULL)
        return;
    cli_ignores_free(&configs->ignores);
    tdestroy(configs->folders, free_config_folder);
    cli_config_free(configs->named);
    cli_config_shared_free(&configs->shared);
    free(configs->latest_folder);
    free(configs->latest_real_folder);
    free(configs->budget_error);
    free(configs);
}
