/* What became of one entry of a run: what reports are given, and what the run takes from it. A result is begun by
   cli_result_begin or read from the report of a shard, and is of whoever holds it: nothing is copied out of it. */
#ifndef AP_RESULT_H
#define AP_RESULT_H

#include "cli/files/entry.h"
#include "core/report/report.h"

typedef enum cli_result_kind {
    CLI_RESULT_FILE, /* checked, or unreadable: file.error says why */
    CLI_RESULT_SKIPPED,
    CLI_RESULT_STOP,
    CLI_RESULT_REPEATED /* named after its directory was walked and the file reported: there is nothing to report */
} cli_result_kind;

typedef struct cli_result {
    cli_result_kind kind;
    const char *reason;  /* of a skipped entry and a stop; a text that stays */
    ap_report_file file; /* its name also of a skipped entry; cli_reporter_result sets its part */
    ap_report_part part; /* which entry it is, the exit code of its error, and the level that fails the run */
    ap_findings *findings; /* that the baseline takes some out of; NULL: none */
    ap_excerpt *excerpts;  /* of these; NULL: none */

    /* Of lint, and what is reported with the file: see report_pair.h */
    char *companion_path; /* that file.companion points to, to be freed; NULL: none */
    struct cli_found_companion
        *found_companion; /* the companion that it has found, held; NULL: there is nothing to report of it */
    bool
        companion_is_file; /* a walk finds the companion, too: what is wrong with it alone is reported then */
    ap_findings *together; /* what both have together and is the companion's; NULL: nothing */
    cli_exit lost; /* not CLI_CLEAN: the companion was lost while the file was checked; `text` says why */

    char text[AP_INPUT_ERROR_BYTES]; /* that file.error and file.alone may point to */
} cli_result;

/* Begins the result of an entry. It is the last word unless the entry has bytes that can be loaded. */
void cli_result_begin(cli_result *result, const cli_entry *entry);

/* The file could not be read, or not to its end, which comes to the exit code. */
void cli_result_fail(cli_result *result, cli_exit code, const char *why);

/* The file was checked, and has these findings and excerpts (NULL: none are wanted). */
void cli_result_has(cli_result *result, ap_findings *findings, ap_excerpt *excerpts);

#endif
