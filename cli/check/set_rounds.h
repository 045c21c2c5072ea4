/* Chooses which files of a folder are checked to compare their skeletons, and decides which files should have another
   skeleton. */
#ifndef AP_SET_ROUNDS_H
#define AP_SET_ROUNDS_H

#include "cli/check/set_member.h"

/* Sets `is_wanted` of the members that the next round checks, and returns true. After the last round sets `expected_use` of all
   members and returns false; also returns false when out of memory. The caller holds the lock. A skeleton that both a
   mesh and an animation have is right. So the first round checks one mesh and one animation with each skeleton. The
   second round checks all files with a skeleton that no such pair has. If some of these files are without errors, the
   third round checks the files with skeletons akin to theirs, because the finding says how many files have the right
   skeleton. */
bool cli_choose_next_round_or_decide(cli_folder_comparison *set);

#endif
