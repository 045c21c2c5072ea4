/* What git ignores in the working trees that are walked: .gitignore in each folder from a file's own up to the one that
   holds .git, and .git/info/exclude. What a user has set up for git beside the repository does not count, so that a run
   is the same on every machine. For one thread. */
#ifndef AP_IGNORES_H
#define AP_IGNORES_H

#include "cli/config/ignore_file.h"

/* Called with each file of patterns that cannot be read, and why: it does not hold. */
typedef void cli_ignore_unread(void *context, const char *path, const char *why);

/* A folder, and all above it as far as the root. Freed with all that follow it. */
typedef struct cli_ignore_folder {
    char *path; /* without links */
    size_t length;
    bool in_tree, is_top;            /* is in a working tree; holds its .git */
    cli_ignore_file own, of_tree;    /* .gitignore, and of a top .git/info/exclude */
    struct cli_ignore_folder *above; /* NULL: it is "/" */
} cli_ignore_folder;

/* All zero to begin with, but for who is told. */
typedef struct cli_ignores {
    cli_ignore_unread *unread;
    void *context;
    cli_ignore_folder *folder; /* the one that was asked for last */
    cli_glob_budget budget;
} cli_ignores;

typedef enum cli_ignoring {
    CLI_NO_TREE, /* the folder is in no working tree */
    CLI_IGNORES,
    CLI_IGNORES_NOT,
    CLI_IGNORING_TOO_LONG, /* patterns that were made to take long do so */
    CLI_IGNORING_NO_MEMORY
} cli_ignoring;

/* Whether the file or folder of that name in the folder, a path without links, is ignored. The folder itself, and those
   above it, are not asked for. */
cli_ignoring cli_ignores_name(cli_ignores *ignores, const char *folder, const char *name, bool is_folder);

/* Of a further working tree, in which .git is a file: the folder that git keeps for it, and the patterns of its repository. To
   be freed. NULL: .git is not such a file. */
char *cli_git_folder_of(const char *top);
char *cli_git_exclude_of(const char *top);

void cli_ignores_free(cli_ignores *ignores);

#endif
