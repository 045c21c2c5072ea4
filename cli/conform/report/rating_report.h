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

/* The report files of a run. */
typedef struct cli_rating_files {
    const cli_rating_report *reports[CLI_RATING_REPORTS];
    const char *paths[CLI_RATING_REPORTS];
    size_t count;
    ap_output outputs[CLI_RATING_REPORTS];
    size_t open_count; /* number of opened outputs */
} cli_rating_files;

/* Opens all report files before the loaders run, so that a file that cannot be written is reported early.
   Refuses a file that would replace an input or another report. Returns CLI_CLEAN, or after a message
   CLI_USAGE, CLI_UNREADABLE or CLI_INTERNAL. */
cli_exit cli_open_rating_files(cli_rating_files *files, const cli_rating *rating);

/* Writes the reports if `rated` is true, and closes all opened files; if false, the reports of an earlier run
   stay unchanged. Returns CLI_CLEAN, or another exit code after a message, as cli_open_rating_files. */
cli_exit cli_close_rating_files(cli_rating_files *files, const cli_rating *rating, bool rated);

/* Writes the table, the failures, and the changes since the earlier report. `shown` limits the number of
   rules and of failures; 0 for all. */
void cli_put_rating_table(FILE *stream, const cli_rating *rating, size_t shown);

#endif
