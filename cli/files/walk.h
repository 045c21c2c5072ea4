/* Finds the files under a path. */
#ifndef AP_WALK_H
#define AP_WALK_H

#include <stdbool.h>

#include "cli/files/entry.h"
#include "cli/files/seen_files.h"

/* Callbacks of a walk. Both return false to end the walk. */
typedef struct cli_visitor {
    void *context;
    /* called for a file (without settings, and not yet opened), a skipped entry and an unreadable entry */
    cli_visit *visit;
    bool (*enter)(void *context, const char *path,
        /* called before a found directory is entered; set *why, which is NULL, to a static text to skip
           the directory */
        const char **why);
    /* returns true if the walk should visit files with this name; NULL: it visits all. Only regular files are left out, if the
       system tells the type with the name. */
    bool (*wants)(const char *name);
} cli_visitor;

/* The directories and files that all walks of a run have visited. */
typedef struct cli_walk_state {
    cli_seen_files directories; /* entered directories */
    cli_seen_files named;       /* files that the user named */
} cli_walk_state;

/* Visits the path, or if it is a directory, all files in it and its subdirectories, in byte order of their
   names. Follows a link only if it is the path itself. Skips a directory that was entered before and a file
   that was named before. Returns false if a visit ended the walk. */
bool cli_walk(const char *path, const cli_visitor *visitor, cli_walk_state *state);

/* Visits a file as if a directory walk had found it. A file that has been removed, or a path that is not a
   regular file, becomes a skipped entry. */
bool cli_walk_file(const char *path, const cli_visitor *visitor, cli_walk_state *state);

void cli_walk_state_free(cli_walk_state *state);

/* Returns the number of names in the path after its first bytes. The user gave the first bytes, as the path
   of a folder: the name of such a folder cannot exclude the files in the folder. */
size_t cli_count_names_after(const char *path, size_t given_bytes);

#endif
