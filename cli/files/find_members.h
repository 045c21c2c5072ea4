/* Finding the files in an archive, which is a folder: what is in it is visited as if a walk had found it. */
#ifndef AP_FIND_MEMBERS_H
#define AP_FIND_MEMBERS_H

#include "cli/files/find_files.h"

/* Opens the archive, visits its members in the order of their names, and closes it once the finder's calls leave it; when they do
   not, it stays open until the finder is freed. Returns false to end the search. */
bool cli_find_members(cli_finder *finder, const cli_entry *archive);

#endif
