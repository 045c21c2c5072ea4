/* A first configuration, in which every key is a comment. */
#ifndef AP_CONFIG_INIT_H
#define AP_CONFIG_INIT_H

#include "cli/options/cli.h"

/* Writes a configuration into the folder, made of the rows of the keys. CLI_CLEAN, or after a message CLI_UNREADABLE (also
   if the folder has a configuration) or CLI_INTERNAL. */
cli_exit cli_config_init(const char *folder);

#endif
