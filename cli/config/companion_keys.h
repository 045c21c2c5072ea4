/* The keys of a configuration that name the companion of files: mesh and obj. */
#ifndef AP_COMPANION_KEYS_H
#define AP_COMPANION_KEYS_H

#include "cli/config/config_file.h"
#include "cli/shared/sandbox.h"

/* Returns CLI_USAGE, with the message in `wrong`, if the configuration was found by the search and the file is not
   below its folder: otherwise the author of a checkout would choose which file of the user is read and quoted. */
cli_exit cli_check_companion_key(const cli_config *config, const char *key, const char *file, char *wrong);

enum { CLI_COMPANION_ORIGIN_BYTES = 128 };

/* A companion that a configuration names. */
typedef struct cli_companion_key {
    char *
        path; /* as in reports: relative to the working folder if it is below that folder; NULL when out of memory */
    char origin[CLI_COMPANION_ORIGIN_BYTES]; /* ".animproof.ini:4" */
    const char *wrong;                       /* why the file may not be read, a static text; NULL: it may */
} cli_companion_key;

/* Returns the companion, by its index in the order of the formats, that the settings name. The caller frees
   `path`. settings->companions[index] is not NULL. */
cli_companion_key cli_find_companion_key(const cli_settings *settings, size_t index);

/* Allows the sandbox to read all companions that the configuration names. */
void cli_allow_companion_keys(cli_sandbox *sandbox, const cli_config *config);

#endif
