/* Lists paths with git, and makes its paths relative to the current directory. */
#ifndef AP_GIT_PATHS_H
#define AP_GIT_PATHS_H

#include <stddef.h>

#include "cli/options/cli.h"

/* Position of the current directory in its repository. */
typedef struct cli_git_location {
    char *text;         /* owned buffer that `up` and `prefix` point into */
    const char *up;     /* path to the root: "../", or "" */
    const char *prefix; /* path from the root: "assets/", or "" */
} cli_git_location;

/* Finds the position. Returns CLI_CLEAN, or another code after a message. The caller frees here->text. */
cli_exit cli_git_find_location(cli_git_location *here);

/* Splits the path of a file in the repository, relative to the root, into *front and the returned rest: together they are the
   path relative to the current directory. */
const char *cli_git_path_parts(const cli_git_location *here, const char *path, const char **front);

/* Returns CLI_CLEAN if all paths exist: git treats a missing path as an unchanged file. Otherwise CLI_UNREADABLE after a
   message. */
cli_exit cli_git_check_paths(char *const *paths, size_t count);

/* Runs a git command on the paths, or on the whole repository if there are no paths. Returns CLI_CLEAN with the output in *text,
   as cli_git_output does. */
cli_exit cli_git_list(
    const char *const *command, char *const *paths, size_t count, char **text, size_t *bytes);

#endif
