/* The companion that a file finds by itself. */
#ifndef AP_JUDGE_PAIR_H
#define AP_JUDGE_PAIR_H

#include "cli/check/lint_file.h"

/* Begins with a file: it has no companion yet, and none that would be looked for. */
void cli_pair_begin(cli_judge *judge);

/* Inside the guard of the file, once its format is known: which companion may be its, or what that must have. */
void cli_pair_seek(cli_judge *judge);

/* AP_OK; otherwise the folder could not be listed, so it is not known what the file is to be judged by, and the
   input says why. */
ap_status cli_pair_unlisted(cli_judge *judge);

/* Afterwards, outside: the companion that was found, loaded. */
void cli_pair_find(cli_judge *judge);

/* The companion as an option of linting; NULL where there is none to judge by. */
ap_companion_use *cli_pair_use(cli_judge *judge);

/* It was lost under the file: the file is judged without. */
void cli_pair_lose(cli_judge *judge, ap_status status);

/* Says in the verdict what became of it, and lets it go unless there is something to tell of it. */
void cli_pair_end(cli_judge *judge, cli_verdict *verdict);

#endif
