/* Finds all files below a path. */
#ifndef AP_WALK_H
#define AP_WALK_H

#include <stdbool.h>

#include "cli/files/entry.h"
#include "cli/files/seen_files.h"

/* Callbacks of a walk. `visit` and `enter` return false to end the walk. */
typedef struct cli_walk_callbacks {
    void *context;
    /* called with each entry: a file (without settings, not opened), a skipped or an unreadable entry */
    cli_visit *visit;
    bool (*enter)(void *context, const char *path,
        /* called before a found directory is entered; sets *why, which is NULL before, to a static text if the
           directory must be skipped */
        const char **why);
    /* returns true if files with this name are visited; NULL: all files are visited. Is asked only about regular files,
       and only if the system gives the type with the name. */
    bool (*wants)(const char *name);
} cli_walk_callbacks;

/* The directories that the walks of a run have entered, and the files that the user named. */
typedef struct cli_walked_paths {
    cli_seen_files directories; /* entered directories */
    cli_seen_files named;       /* files that the user named */
} cli_walked_paths;

/* Visits the path or, if it is a directory, all files in it and its subdirectories, in byte order of their names.
   Follows a symbolic link only if `path` itself is one. Skips directories that were entered before and files that were
   named before. Returns false if a callback ended the walk. */
bool cli_walk(const char *path, const cli_walk_callbacks *visitor, cli_walked_paths *state);

/* Visits a file as if a directory walk had found it, unless a walk has visited its directory or the user named it before. A
   file that has been removed, or a path that is not a regular file, becomes a skipped entry. Returns false if a callback
   ended the walk. */
bool cli_visit_file_as_walked(const char *path, const cli_walk_callbacks *visitor, cli_walked_paths *state);

void cli_walked_paths_free(cli_walked_paths *state);

/* Returns the number of components of the path after its first `given_bytes` bytes. The user gave these bytes as the
   path of a folder: the name of that folder cannot exclude the files in it. */
size_t cli_count_names_after(const char *path, size_t given_bytes);

#endif
