/* What a run tells of companions that files have found by themselves. */
#ifndef AP_TELL_PAIR_H
#define AP_TELL_PAIR_H

#include "cli/lint/lint_file.h"
#include "core/report/report.h"

enum { CLI_ALONE_BYTES = 128 };

/* All zero at first. */
typedef struct cli_besides {
    cli_seen told; /* companions, as files or beside others */
} cli_besides;

/* What a report is told of a file, as long as all these are there. `found`: NULL where nothing was judged; `alone`: room
   for why it has no companion, NULL where no report says that. */
ap_report_file cli_report_of(
    const char *name, const cli_verdict *verdict, const cli_findings *found, char *alone);

/* Fills in what is to be told of the companion that the verdict holds: what is wrong with it alone, unless that was told,
   or is told as of a file that was met; and what the file and it have together. False: nothing. Its findings are for
   this once. */
bool cli_besides_tell(
    cli_besides *besides, cli_verdict *verdict, cli_findings *found, bool excerpts, ap_report_file *file);

/* Whether the file, which was judged, has been told of as a companion. */
bool cli_besides_told(cli_besides *besides, const char *name, const cli_verdict *verdict);

#endif
