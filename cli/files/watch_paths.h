/* Watches paths by inotify and collects the files that are saved. */
#ifndef AP_WATCH_PATHS_H
#define AP_WATCH_PATHS_H

#include "cli/files/watch.h"

/* A watched directory; its index is the number of its watch. */
typedef struct cli_watched_directory {
    char *path;   /* NULL: no watch has this number */
    bool in_tree; /* all files in the directory are linted, not only files that the user named */
} cli_watched_directory;

/* A file that the user named. */
typedef struct cli_watched_file {
    const char *path; /* path of the file as the user named it */
    char *name;       /* name of the file in its directory, after links were resolved */
    int directory;
} cli_watched_file;

/* The files and directories that --watch watches. */
typedef struct cli_watched_paths {
    char *const *paths; /* paths that the user named */
    size_t path_count;
    int inotify;
    cli_watched_directory *directories;
    size_t room, count; /* count: number of watched directories */
    cli_watched_file *files;
    size_t file_count;
} cli_watched_paths;

/* Starts watching the paths. Returns false after an error, with errno set and the path in *failed; cli_watches_close must be
   called then too. */
bool cli_watches_open(cli_watched_paths *watches, char *const *paths, size_t count, const char **failed);

/* Waits for an event, unless the batch has files already, then for a short pause without events, and adds the saved files to
   the batch. Returns false with errno set after an error. */
bool cli_watches_wait_for_saves(cli_watched_paths *watches, cli_saved_files *batch);

/* Watches directories that are new since the last call. Must be called after inotify has dropped events. Returns false
   with errno set after an error. */
bool cli_watches_add_new_directories(cli_watched_paths *watches);

void cli_watches_close(cli_watched_paths *watches);

#endif
