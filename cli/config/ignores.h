/* Finds out which paths git ignores in a working tree: reads .git/info/exclude, and .gitignore in each folder from the
   one that contains .git down to the file's own. The user's own git configuration is not read, so that a run has the
   same result on every machine. Not thread-safe. */
#ifndef AP_IGNORES_H
#define AP_IGNORES_H

#include "cli/config/ignore_file.h"

/* Called with the path of each ignore file that cannot be read, and the reason. The run goes on without that file. */
typedef void cli_unread_patterns_callback(void *context, const char *path, const char *why);

/* A folder with its ignore patterns, linked to the folder above it. */
typedef struct cli_ignore_folder {
    char *path; /* without links */
    size_t length;
    /* in_tree: the folder is in a working tree of git; is_top: the folder contains .git */
    bool in_tree, is_top;
    /* own: patterns of the folder's .gitignore; of_tree: patterns of .git/info/exclude if is_top */
    cli_ignore_file own, of_tree;
    struct cli_ignore_folder *above; /* parent folder; NULL for "/" */
} cli_ignore_folder;

/* The folder of the latest query, and all folders above it. Initialise with zeros. */
typedef struct cli_ignores {
    cli_unread_patterns_callback *unread; /* NULL: files that cannot be read are not reported */
    void *context;
    cli_ignore_folder *folder; /* folder of the latest query */
    cli_glob_budget budget;
} cli_ignores;

/* Result of asking whether git ignores a path. */
typedef enum cli_ignore_result {
    CLI_NO_TREE, /* the folder is not in a working tree */
    CLI_IGNORES,
    CLI_IGNORES_NOT,
    CLI_IGNORING_TOO_LONG, /* matching the patterns takes more steps than the budget allows */
    CLI_IGNORING_NO_MEMORY
} cli_ignore_result;

/* Returns whether git ignores a file or folder. `folder` is a path without links, `name` a name in it. Does
   not check whether git ignores the folder itself or a folder above it. */
cli_ignore_result cli_ignores_find_result(
    cli_ignores *ignores, const char *folder, const char *name, bool is_folder);

/* For a linked working tree, in which .git is a file: return the path of the tree's git folder, and the path of the
   file info/exclude of its repository. The caller frees the result. Return NULL if .git is not such a file, or when out
   of memory. */
char *cli_git_folder_of_linked_tree(const char *top);
char *cli_git_exclude_path_of_linked_tree(const char *top);

void cli_ignores_free(cli_ignores *ignores);

#endif
