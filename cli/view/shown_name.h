/* Names files in a page that is sent to other people, without the folders of this machine. */
#ifndef AP_SHOWN_NAME_H
#define AP_SHOWN_NAME_H

#include <limits.h>

#include "cli/options/option_table.h"

typedef struct cli_shown_names {
    bool cut;              /* paths are shown relative to `common` */
    char common[PATH_MAX]; /* common folder of all paths of the command line: "/home/ann/assets" */
    char above[PATH_MAX];  /* folder that relative paths begin in */
} cli_shown_names;

/* Reads the paths of a command line. If one of them is absolute or leads above the working folder, all
   paths are shown relative to their common folder; otherwise as given. */
void cli_shown_names_init(cli_shown_names *names, cli_operands words);

/* Writes the shown form of a path: "walk/walk.md5anim", or "~/walk.md5anim" if the common folder is above
   the user's home. `path` was given on the command line or found in one of its folders. */
void cli_write_shown_name(const cli_shown_names *names, const char *path, char shown[PATH_MAX]);

#endif
