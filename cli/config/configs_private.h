/* What configs.c and configs_choose.c share. */
#ifndef AP_CONFIGS_PRIVATE_H
#define AP_CONFIGS_PRIVATE_H

#include "cli/config/configs.h"

struct cli_configs {
    const cli_config_choice *choice;
    const cli_layer *asked;
    cli_config *named;  /* by the command line */
    void *places;       /* a tree of them, by folder */
    cli_settings plain; /* of files for which no configuration holds */
    char *given, *real; /* the folder of the last file: as it was given, and without links */
    cli_config *given_config;
    char lost[CLI_WRONG_BYTES]; /* why a folder that is there could not be found: a message */
    cli_ignores ignores;
    cli_glob_budget budget; /* of the patterns of configurations and of the command line */
    char *slow;             /* which pattern used it up: a message. NULL: none, or no memory */
};

/* Returns true if the pattern of the configuration (NULL: of the command line) names the path or one of the folders that hold
   it, as cli_glob_covers says. If the answer is not known because the budget is spent, cli_configs_spent says so. */
bool cli_configs_cover(cli_configs *configs, const cli_config *config, const char *pattern,
    const cli_asked_path *path, size_t names);

/* The path, which is in the folder that was asked for last, as the patterns of the configuration see it; to be freed. NULL:
   no memory. */
char *cli_configs_path_inside(const cli_configs *configs, const cli_config *config, const char *path);

cli_configured cli_configs_no_memory(void);

#endif
