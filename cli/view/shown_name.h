/* Names of files for a page that is sent to others: without the folders of this machine. */
#ifndef AP_SHOWN_NAME_H
#define AP_SHOWN_NAME_H

#include <limits.h>

#include "cli/options/option_table.h"

typedef struct cli_shown_names {
    bool cut; /* the paths are shown below `common` */
    char common
        [PATH_MAX]; /* the folder that all paths of the command line have in common: "/home/ann/assets" */
    char above[PATH_MAX]; /* the folder that relative paths begin in */
} cli_shown_names;

/* Takes the paths of a command line. If one is absolute or leaves the working folder, all are shown below the folder that
   they have in common; otherwise as they are given. */
void cli_shown_names_init(cli_shown_names *names, cli_words words);

/* Writes how a path is shown: "walk/walk.md5anim", or "~/walk.md5anim" if the common folder is above the user's own.
   `path` is a path of the command line, or was found in a folder of it. */
void cli_shown_name(const cli_shown_names *names, const char *path, char shown[PATH_MAX]);

#endif
