/* Compares the skeletons of the files in a folder. All threads that check files of the folder take part. The bytes of a small
   file are kept in memory until the file is checked, so that most small files are read only once. */
#ifndef AP_FOLDER_SET_H
#define AP_FOLDER_SET_H

#include <stdatomic.h>

#include "cli/check/check_pair.h"

/* Limits of a folder; if one is exceeded, no skeletons of the folder are compared. Comparing all pairs of 1,024
   skeletons of 100 joints takes a tenth of a second. */
enum { CLI_SET_FILES = 1 << 16, CLI_SET_SKELETONS = 1024, CLI_SET_SKELETON_BYTES = 16 << 20 };

/* Loads the bytes of the file into the checker's input. At the first call for a folder, reads the skeletons of all files in the
   folder and, if two skeletons have at least half of their joint names in common, lints files with such skeletons
   (choose_next_round_or_decide in folder_set.c says which), and compares the skeletons of the files without errors. So a report
   depends neither on which files are checked nor on their order. Sets at->lint.set to the skeleton that other files have and
   this file should have, or to NULL. Reads no other file if the settings of this file turn off the rule of the comparison. */
ap_status cli_load_and_compare_folder(cli_file_check *at);

/* Frees the comparison of a folder's skeletons; NULL is allowed. */
void cli_folder_comparison_free(struct cli_folder_comparison *set);

#endif
