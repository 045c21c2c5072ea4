/* A baseline lists known findings; a run with a baseline fails only on new findings.

   The file is text: a title, then one finding per line: file, rule, path and value found, separated by tabs. Tabs,
   control characters, backslashes and bytes that are not UTF-8 are written as \xNN. Lines are sorted, so that a version
   control system shows useful differences. Offsets and line numbers are not stored, so that a change elsewhere in a
   file does not make its findings new. */
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

typedef struct cli_baseline_line {
    char *file, *rule, *path, *found; /* the fields of a line; one allocation, at `file` */
    bool matched;
    bool checked; /* the file was checked in this run */
    /* in the first of several equal lines: number of these lines that were tried, and are now matched */
    size_t passed_equal;
} cli_baseline_line;

typedef struct cli_baseline_key {
    uint64_t hash;        /* of the line without the indices of its path */
    size_t item;          /* index of the line */
    size_t literal_bytes; /* of a path with a star in an index: number of bytes that are not stars */
    size_t
        looked_at; /* in the first of several equal hashes of `loose`: number of these keys compared so far */
} cli_baseline_key;

/* Keys, sorted by hash, then by literal_bytes from the most, then by item. */
typedef struct cli_baseline_keys {
    cli_baseline_key *keys; /* owned */
    size_t count;
} cli_baseline_keys;

/* The most bytes of different paths with stars in lines that differ only in indices. Each of these paths is compared with each
   finding of the lines' rule and value, so that a limit is needed; 4 KiB are about 100 paths. */
enum { CLI_BASELINE_STAR_BYTES = 4096 };

/* The known findings that were read from a baseline file. */
typedef struct cli_baseline {
    cli_baseline_line *items; /* sorted by file, rule, path and value */
    size_t count, room;
    cli_baseline_keys loose; /* lines without a name or a star in their paths */
    /* lines with a star in an index of their paths; of several equal lines only the first */
    cli_baseline_keys starred;
    bool has_names; /* true if a path has a name or a star in an index */
} cli_baseline;

/* Reads a baseline. Returns CLI_CLEAN, or after a message CLI_USAGE (not a baseline), CLI_UNREADABLE or
   CLI_INTERNAL. Free the baseline in any case. */
cli_exit cli_baseline_read(cli_baseline *baseline, const char *path);

/* Removes the findings that the baseline lists from `findings`, and their excerpts (NULL: none). Matches
   rule, path and value first; then paths that differ only in indices. A path of a line may have the name of a joint, as in
   "hierarchy[7 hips].parent_index" or "hierarchy[hips].parent_index", or a star, as in "hierarchy[*].parent_index": the line
   lists only findings that the path matches, and is matched before lines without a name. Each line matches one finding; the order
   of lines and findings does not change how many are matched, unless paths with stars match findings in common. Returns the list
   of removed findings: first those that a path matches, then the others. */
ap_finding *cli_baseline_extract_known(
    cli_baseline *baseline, const char *file, ap_findings *findings, ap_excerpt *excerpts);

/* Calls `report` for each line that no finding matched, of files that were checked. Returns the number of these lines. */
size_t cli_baseline_report_fixed(const cli_baseline *baseline,
    void (*report)(void *context, const ap_report_absent_finding *absent), void *context);

/* Adds the findings of a file to a new baseline. Returns false when out of memory. */
bool cli_baseline_add_findings(cli_baseline *baseline, const char *file, const ap_finding *first);

/* Writes a baseline, sorted, and moves it to `path` when complete. If over->known, the existing file is
   replaced only if it has not changed since the stamp. Returns CLI_CLEAN, or after a message CLI_UNREADABLE
   or CLI_INTERNAL. */
cli_exit cli_baseline_write(cli_baseline *baseline, const char *path, const ap_file_stamp *over);

void cli_baseline_free(cli_baseline *baseline);

/* Shared by baseline.c and baseline_file.c */

/* Returns the line of a finding, split into fields that *known points to. The caller frees the line.
   Returns NULL when out of memory. */
char *cli_baseline_format_line(cli_baseline_line *known, const char *file, const ap_finding *finding);

/* Returns the text with the escapes of a field of a baseline. The caller frees it. Returns NULL when out of memory. */
char *cli_escape_baseline_field(const char *text);

/* Compares lines by file, rule, path and value, as qsort needs it. */
int cli_baseline_compare_lines(const void *a, const void *b);

/* Creates the keys of the sorted lines. Returns false when out of memory. */
bool cli_baseline_create_keys(cli_baseline *baseline);

/* Returns a line with a path that exceeds CLI_BASELINE_STAR_BYTES together with the paths of other lines; NULL if all paths are
   within the limit. */
const cli_baseline_line *cli_baseline_find_line_over_star_limit(const cli_baseline *baseline);

#endif
