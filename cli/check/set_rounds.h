/* Chooses the files of a folder that are checked to compare their skeletons, and judges the files. */
#ifndef AP_SET_ROUNDS_H
#define AP_SET_ROUNDS_H

#include "cli/check/set_member.h"

/* Sets `is_wanted` of the members that the next round checks, and returns true. Returns false after the last round, when all
   members have been told their skeletons, and when out of memory. The caller holds the lock.

   A skeleton with a mesh and an animation is right, so the first round checks one of both for each skeleton. The second round
   checks all files of the other skeletons. If some of them are without errors, the third round checks the files with skeletons
   akin to theirs, because the finding says how many these are. */
bool cli_set_want_members(cli_folder_set *set);

#endif
