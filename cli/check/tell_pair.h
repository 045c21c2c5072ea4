/* What a run tells of companions that files have found by themselves. */
#ifndef AP_TELL_PAIR_H
#define AP_TELL_PAIR_H

#include "cli/check/lint_file.h"
#include "cli/reporting/teller.h"

enum { CLI_ALONE_BYTES = 128 };

/* What a report is told of a file, as long as all these are there. `found`: NULL where nothing was judged; `alone`: room
   for why it has no companion, NULL where no report says that. */
ap_report_file cli_report_of(
    const char *name, const cli_verdict *verdict, const cli_findings *found, char *alone);

/* Tells of the companion that the verdict holds: what is wrong with it alone, unless that was told, or is told as of a file
   that was met; and what the file and it have together. Its findings are for this once. Of a part of a run (`part`: of the
   file; NULL otherwise), the two are told one after the other. False when nothing more is to be told. */
bool cli_beside_tell(
    cli_teller *teller, cli_verdict *verdict, cli_findings *found, const ap_report_part *part);

/* Whether the file, which was judged, has been told of as a companion. What it is known by goes into `part`, where that is
   not NULL. */
bool cli_beside_told(cli_teller *teller, const char *name, const cli_verdict *verdict, ap_report_part *part);

#endif
