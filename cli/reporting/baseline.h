/* Known findings: a run that has a baseline fails for new ones only.

   The file is text, a finding a line: file, rule, path and value found, with a tab between them. Tabs, control
   characters, backslashes and bytes that are not UTF-8 are \xNN. Lines are sorted, so that a version control
   system shows what changed; no offset and no line number is kept, so that changes elsewhere in a file do not
   make its findings new. */
#ifndef AP_BASELINE_H
#define AP_BASELINE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cli/options/cli.h"
#include "core/files/file_stamp.h"
#include "core/finding/excerpt.h"
#include "core/finding/finding.h"
#include "core/report/report.h"

typedef struct cli_known {
    char *file, *rule, *path, *found; /* as a line has them; one allocation, at `file` */
    bool matched;
    bool judged; /* its file was */
} cli_known;

/* A line by one of its keys. Of those with the same key the first holds how many were looked at. */
typedef struct cli_known_key {
    uint64_t hash;
    size_t item, looked_at;
} cli_known_key;

typedef struct cli_baseline {
    cli_known *items; /* sorted by file, then rule, path and value */
    size_t count, room;
    cli_known_key *exact, *loose; /* `count` each, sorted; the second without the indices of paths */
} cli_baseline;

/* Reads a baseline. CLI_CLEAN; after a message CLI_USAGE (it is not one), CLI_UNREADABLE or CLI_INTERNAL. The
   baseline is to be freed in any case. */
cli_exit cli_baseline_read(cli_baseline *baseline, const char *path);

/* Takes the findings of a file that the baseline knows out of the list, and their excerpts (NULL: there are
   none). First those with the same rule, path and value; then those whose path differs in indices alone, each
   line of the baseline for one finding. The result is the list of those taken, in their order. */
ap_finding *cli_baseline_take(
    cli_baseline *baseline, const char *file, ap_findings *findings, ap_excerpt *excerpts);

/* How many lines have no finding any more, of files that were judged. `tell` is called for each. */
size_t cli_baseline_fixed(
    const cli_baseline *baseline, void (*tell)(void *context, const ap_report_absent *absent), void *context);

/* Adds the findings of a file to a baseline that is being made. False when memory has run out. */
bool cli_baseline_add(cli_baseline *baseline, const char *file, const ap_finding *first);

/* Writes a baseline, sorted, in the place of `path` when it is whole. If `over` is known, that file was read and is
   only replaced if it is as it was. CLI_CLEAN, or after a message CLI_UNREADABLE or CLI_INTERNAL. */
cli_exit cli_baseline_write(cli_baseline *baseline, const char *path, const ap_file_stamp *over);

void cli_baseline_free(cli_baseline *baseline);

/* What the two files of a baseline share */

/* The line of a finding, cut up: *known points into the result, which is to be freed. NULL when memory has run
   out. */
char *cli_baseline_line(cli_known *known, const char *file, const ap_finding *finding);

/* A file's name as lines have it, to be freed; NULL when memory has run out. */
char *cli_baseline_name(const char *file);

/* Makes the keys of the lines, which are sorted. False when memory has run out. */
bool cli_baseline_index(cli_baseline *baseline);

#endif
