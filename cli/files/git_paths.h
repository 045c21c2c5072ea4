/* Lists paths with git, and makes its paths relative to the current directory. */
#ifndef AP_GIT_PATHS_H
#define AP_GIT_PATHS_H

#include <stddef.h>

#include "cli/options/cli.h"

/* The current directory's position in its git repository. */
typedef struct cli_git_location {
    char *text;         /* owned buffer that `up` and `prefix` point into */
    const char *up;     /* path from the current directory to the repository's root: "../", or "" */
    const char *prefix; /* path from the repository's root to the current directory: "assets/", or "" */
} cli_git_location;

/* Finds the current directory's position in its repository. Returns CLI_CLEAN, or another code after a message. The
   caller frees here->text. */
cli_exit cli_git_find_location(cli_git_location *here);

/* Turns the path of a file, relative to the repository's root, into a path relative to the current directory. The
   result has two parts: *front, then the returned text. */
const char *cli_git_path_relative_to_here(
    const cli_git_location *here, const char *path_from_root, const char **front);

/* Returns CLI_CLEAN if all paths exist: git treats a missing path as an unchanged file. Otherwise CLI_UNREADABLE, or
   CLI_INTERNAL when out of memory, after a message. */
cli_exit cli_git_check_paths_exist(char *const *paths, size_t count);

/* Runs a git command that lists paths, for the given paths, or for the whole repository if `count` is 0. `command` does not
   contain CLI_GIT_WORDS and ends with NULL. Results are those of cli_git_read_output. */
cli_exit cli_git_list_paths(
    const char *const *command, char *const *paths, size_t count, char **text, size_t *bytes);

#endif
