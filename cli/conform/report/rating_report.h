/* Writes the results of a run: a table on standard output, and report files. */
#ifndef AP_RATING_REPORT_H
#define AP_RATING_REPORT_H

#include "cli/conform/rate/rating.h"
#include "core/report/output.h"

enum { CLI_RATING_REPORTS = 16 };

/* A report format. */
typedef struct cli_rating_report {
    const char *name;
    void (*put)(ap_output *output, const cli_rating *rating);
} cli_rating_report;

extern const cli_rating_report cli_rating_json, cli_rating_html, cli_rating_junit, cli_rating_markdown,
    cli_rating_known;

/* The report files that the options name. */
typedef struct cli_rating_files {
    const cli_rating_report *reports[CLI_RATING_REPORTS];
    const char *paths[CLI_RATING_REPORTS];
    size_t count;
    ap_output outputs[CLI_RATING_REPORTS];
    size_t open_count; /* number of outputs that are open */
} cli_rating_files;

/* Opens all report files before the loaders run, so that a file that cannot be written is reported early. Refuses a
   file that would replace a file of the corpus, the list of known failures (unless the file is the new list) or another
   report; the earlier report may be replaced. Returns CLI_CLEAN, or after a message CLI_USAGE, CLI_UNREADABLE or
   CLI_INTERNAL. */
cli_exit cli_open_rating_files(cli_rating_files *files, const cli_rating *rating);

/* Writes the reports if `rated` is true, and closes all opened files. If `rated` is false, the files keep the reports
   of earlier runs; after an interruption, so do the list and the report that the run has read. Returns CLI_CLEAN, or
   another exit code after a message, as cli_open_rating_files. */
cli_exit cli_close_rating_files(cli_rating_files *files, const cli_rating *rating, bool rated);

/* Writes a table of the results, the failures, and the changes since the earlier report. `shown` is the most rules, and
   the most failures, to list; 0 for all. */
void cli_put_rating_table(FILE *stream, const cli_rating *rating, size_t shown);

#endif
