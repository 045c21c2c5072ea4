/* Keeps the process to reading the files that a search finds (cli/shared/sandbox.h). */
#ifndef AP_FIND_SANDBOX_H
#define AP_FIND_SANDBOX_H

#include "cli/files/find_files.h"
#include "cli/shared/sandbox.h"

/* Allows reading the paths that are searched, what git keeps elsewhere for their working trees, and the folder of the
   name that standard input has. */
void cli_allow_found(cli_sandbox *sandbox, const cli_finder *finder);

#endif
