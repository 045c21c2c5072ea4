/* Names files in a page that is sent to other people, without revealing the folders of this machine. */
#ifndef AP_SHOWN_NAME_H
#define AP_SHOWN_NAME_H

#include <limits.h>

#include "cli/options/option_table.h"

typedef struct cli_shown_names {
    bool
        /* paths are shown relative to the folder `common`; false: as given, without "." and ".." */
        relative_to_common;
    /* the nearest folder that contains all paths of the command line: "/home/ann/assets" */
    char common[PATH_MAX];
    char working_folder[PATH_MAX]; /* the working folder, in which relative paths begin */
} cli_shown_names;

/* Reads the paths of a command line. If one of them is absolute or leads above the working folder, all paths will be
   shown relative to the folder that contains all of them; otherwise as given, without "." and "..". */
void cli_shown_names_init(cli_shown_names *names, cli_operands words);

/* Writes the path as the page shows it: "walk/walk.md5anim", or "~/walk.md5anim" if the common folder is above the
   user's home. `path` was given on the command line or found in one of its folders. */
void cli_write_shown_name(const cli_shown_names *names, const char *path, char shown[PATH_MAX]);

#endif
