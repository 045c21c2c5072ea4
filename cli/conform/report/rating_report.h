/* Reports of how loaders did: the table on standard output, and files in formats. */
#ifndef AP_RATING_REPORT_H
#define AP_RATING_REPORT_H

#include "cli/conform/rate/rating.h"
#include "core/report/output.h"

enum { CLI_RATING_REPORTS = 16 };

/* A format of reports. */
typedef struct cli_rating_report {
    const char *name;
    void (*put)(ap_output *output, const cli_rating *rating);
} cli_rating_report;

extern const cli_rating_report cli_rating_json, cli_rating_html, cli_rating_junit, cli_rating_markdown,
    cli_rating_known;

/* The report files of a run. */
typedef struct cli_rating_files {
    const cli_rating_report *reports[CLI_RATING_REPORTS];
    const char *paths[CLI_RATING_REPORTS];
    size_t count;
    ap_output outputs[CLI_RATING_REPORTS];
    size_t open_count; /* of the outputs */
} cli_rating_files;

/* Opens all files, unless one would replace what the run reads, or another: a report that cannot be written is known
   before the loaders run, which may take long. CLI_CLEAN, or after a message CLI_USAGE, CLI_UNREADABLE, CLI_INTERNAL. */
cli_exit cli_open_rating_files(cli_rating_files *files, const cli_rating *rating);

/* Writes the reports if the run is rated, and closes all files that were opened; otherwise the reports of an earlier run
   stay as they are. As cli_open_rating_files. */
cli_exit cli_close_rating_files(cli_rating_files *files, const cli_rating *rating, bool rated);

/* Writes the table, what fails, and what changed since the report of before. shown: how many rules and failures are
   listed; 0: all. */
void cli_put_rating_table(FILE *stream, const cli_rating *rating, size_t shown);

#endif
