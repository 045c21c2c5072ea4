/* The keys of a configuration that name the companion of files: mesh and obj. */
#ifndef AP_COMPANION_KEYS_H
#define AP_COMPANION_KEYS_H

#include "cli/config/config_file.h"
#include "cli/shared/sandbox.h"

enum { CLI_COMPANION_ORIGIN_BYTES = 128 };

/* A companion that a configuration names. */
typedef struct cli_configured_companion {
    /* path of the companion in reports: relative to the working folder if it is below that folder; NULL when out of
       memory */
    char *path;
    char origin[CLI_COMPANION_ORIGIN_BYTES]; /* ".animproof.ini:4" */
    /* why the companion must not be read, a static text; NULL: it may be read */
    const char *wrong;
} cli_configured_companion;

/* Returns the companion that settings->companions[index] names, which must not be NULL. `index` is that of the companion
   for ap_companion_at. The caller frees `path`. */
cli_configured_companion cli_resolve_configured_companion(const cli_settings *settings, size_t index);

/* Allows the sandbox to read all companions that the configuration names. */
void cli_allow_configured_companions(cli_sandbox *sandbox, const cli_config *config);

#endif
