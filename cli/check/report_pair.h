/* What a run reports of companions. */
#ifndef AP_REPORT_PAIR_H
#define AP_REPORT_PAIR_H

#include "cli/check/pairs.h"
#include "cli/reporting/teller.h"

/* Reports a companion with what its list has; the list is empty afterwards. `part` has the entry, the role and the level that
   fails the run. The baseline knows of its findings if they were `found` by files. False when nothing more is to be reported. */
bool cli_companion_report(
    cli_teller *teller, cli_companion *companion, const ap_report_part *part, bool found);

/* Reports the companion that the result holds: what is wrong with it alone, unless that was reported, or is reported as of a file
   of the walk; and what the file and it have together. Of a shard, the two are reported one after the other. False when nothing
   more is to be reported. */
bool cli_beside_report(cli_teller *teller, cli_result *result);

#endif
