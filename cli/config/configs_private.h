/* Declares the members of cli_configs, for configs.c and configs_choose.c. */
#ifndef AP_CONFIGS_PRIVATE_H
#define AP_CONFIGS_PRIVATE_H

#include "cli/config/configs.h"

struct cli_configs {
    const cli_config_choice *choice;
    const cli_settings_layer *asked;
    cli_config *named; /* the file of --config; NULL without --config */
    void *folders;     /* tree of config_folder, by path */
    cli_config_shared shared;
    cli_settings plain;                       /* settings of files without a configuration */
    char *latest_folder, *latest_real_folder; /* folder of the latest file: as given, and without links */
    cli_config *latest_config;
    /* error message if the folder of the latest file exists but could not be resolved; otherwise "" */
    char folder_error[CLI_WRONG_BYTES];
    cli_ignores ignores;
    /* steps taken to match the patterns of configurations and of the command line, and their limit */
    cli_glob_budget budget;
    /* message that names the pattern which exceeded the budget; NULL if no pattern did, or when out of memory */
    char *budget_error;
};

/* Returns true if a pattern matches the path or a folder that contains the path, as cli_glob_matches_path_or_parent
   does. `config` is NULL for a pattern of the command line. Also returns false when the budget is spent: the caller
   must call cli_configs_match_error_or_clean. */
bool cli_configs_pattern_covers(cli_configs *configs, const cli_config *config, const char *pattern,
    const cli_settings_query *path, size_t names);

/* Returns the path relative to the folder of the configuration, for its patterns; allocated. Of a path outside of that folder,
   returns the absolute path without its first slash. The path must be in the folder of the latest call of
   cli_configs_settings_of_file, or in an archive there, as if the archive were a folder. Returns NULL when out of memory. */
char *cli_configs_relative_path(const cli_configs *configs, const cli_config *config, const char *path);

cli_settings_result cli_configs_no_memory(void);

#endif
