/* Compares the files of a folder by their skeletons. All threads that check files of the folder help, and each file is
   read once: small files are kept in memory until they are checked. */
#ifndef AP_FOLDER_SET_H
#define AP_FOLDER_SET_H

#include <stdatomic.h>

#include "cli/check/check_pair.h"

/* Limits of a folder. With more files or skeletons, no file is compared. Comparing all pairs of this many skeletons of
   100 joints takes a tenth of a second. */
enum { CLI_SET_FILES = 1 << 16, CLI_SET_SKELETONS = 1024, CLI_SET_SKELETON_BYTES = 16 << 20 };

/* Loads the entry's bytes into the checker's input. Before the first such file of a folder is loaded, reads the skeletons
   of all files of the folder and, if two differ but are akin, checks the files with such skeletons. So no report depends
   on which files are checked, or in which order. Sets at->lint.set to the skeleton that the other files have and this one
   should have, or to NULL. Reads no other file if the entry's settings turn off the rule of the comparison. */
ap_status cli_set_load(cli_file_check *at);

/* Frees what a folder keeps for the comparison; NULL is allowed. */
void cli_folder_set_free(struct cli_folder_set *set);

#endif
