/* What inotify watches, and which saved files that tells of. */
#ifndef AP_WATCH_PATHS_H
#define AP_WATCH_PATHS_H

#include "cli/files/watch.h"

/* A directory; its number is its watch. */
typedef struct cli_watched {
    char *path;   /* NULL: there is none with this number */
    bool in_tree; /* every file in it matters, not named ones alone */
} cli_watched;

/* A file that the user named. */
typedef struct cli_watched_file {
    const char *path; /* as it was given */
    char *name;       /* in its directory, without links */
    int directory;
} cli_watched_file;

typedef struct cli_watches {
    char *const *paths; /* that are watched */
    size_t path_count;
    int inotify;
    cli_watched *directories;
    size_t room, count; /* count: of those that there are */
    cli_watched_file *files;
    size_t file_count;
} cli_watches;

/* Begins to watch. False, with errno and *failed, the path that it is about, where that cannot be done. */
bool cli_watches_open(cli_watches *watches, char *const *paths, size_t count, const char **failed);

/* Waits until something was saved and nothing more is for a moment, and adds it to the batch. False with errno where
   that cannot be done. */
bool cli_watches_wait(cli_watches *watches, cli_batch *batch);

/* Looks for directories that nothing told of, since too much happened at once. False with errno. */
bool cli_watches_look_again(cli_watches *watches);

void cli_watches_close(cli_watches *watches);

#endif
