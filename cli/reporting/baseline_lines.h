/* The lines of a baseline file. */
#ifndef AP_BASELINE_LINES_H
#define AP_BASELINE_LINES_H

#include "cli/reporting/baseline.h"

/* The line of a finding, cut up: *known points into the result, which is to be freed. NULL when memory has run
   out. */
char *cli_baseline_line(cli_known *known, const char *file, const ap_finding *finding);

/* A file's name as lines have it, to be freed; NULL when memory has run out. */
char *cli_baseline_name(const char *file);

/* Makes the keys of the lines, which are sorted. False when memory has run out. */
bool cli_baseline_index(cli_baseline *baseline);

#endif
