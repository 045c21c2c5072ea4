/* Restricts the files that a configuration may name: a companion, or a file with rules. */
#ifndef AP_NAMED_FILE_H
#define AP_NAMED_FILE_H

#include "cli/config/config_file.h"

/* Returns CLI_USAGE, with the message in `wrong`, if the name is empty, or if the configuration was found by the search and
   the file is not below its folder: otherwise the author of a checkout would choose which file of the user is read and
   quoted. */
cli_exit cli_check_named_file(
    const cli_config *config, const char *key, const char *file, char wrong[CLI_WRONG_BYTES]);

/* Returns the path of a file that the configuration names, allocated; NULL when out of memory. */
char *cli_join_config_path(const cli_config *config, const char *file);

/* Returns why the file may not be read, a static text, or NULL. `real`: the path of the file without links. */
const char *cli_reason_to_refuse_file(const cli_config *config, const char *real);

/* Returns true if the path is below the folder. Neither may contain symbolic links. */
bool cli_is_below_folder(const char *path, const char *folder);

#endif
