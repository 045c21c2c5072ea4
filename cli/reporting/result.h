/* The result of one entry of a run, as input of the reporter. cli_result_init_from_entry initialises it, or it is
   read from the report of a shard. The holder owns the result; the reporter copies nothing. */
#ifndef AP_RESULT_H
#define AP_RESULT_H

#include "cli/files/entry.h"
#include "core/report/report.h"

typedef enum cli_result_kind {
    CLI_RESULT_FILE, /* checked, or unreadable with the reason in file.error */
    CLI_RESULT_SKIPPED,
    CLI_RESULT_STOP,
    /* the file was reported before: its directory was walked, and then the user named it */
    CLI_RESULT_REPEATED
} cli_result_kind;

enum { CLI_PAIRING_BYTES = 256 /* the longest reason takes about 190 */ };

/* Index of the companions that are found for a file: the one of its format, and the sidecar. */
enum { CLI_FOUND_MAIN, CLI_FOUND_SIDECAR, CLI_FOUND_COMPANIONS };

/* A companion found on disk that has something left to report. */
typedef struct cli_result_companion {
    struct cli_found_companion *companion; /* held by a reference; NULL: nothing to report of it */
    /* a directory walk also visits the companion as a file: the companion's own findings are reported at that visit */
    bool is_file;
    /* findings about both file and companion, reported for the companion; NULL: none */
    ap_findings *together;
    /* not CLI_CLEAN: the companion became unreadable during the check, for the reason in `text` */
    cli_exit lost;
    char text[AP_INPUT_ERROR_BYTES];
} cli_result_companion;

typedef struct cli_result {
    cli_result_kind kind;
    const char *reason; /* reason of a skipped entry or a stop; not owned */
    /* the file as reports show it; file.name is also set for a skipped entry; cli_reporter_add_result_and_go_on sets
       file.shard_entry */
    ap_report_file file;
    /* what a shard's report adds to the file, such as the number of the entry and the exit code of its error */
    ap_report_shard_entry part;
    ap_findings *findings; /* the baseline removes known findings from this list; NULL: none */
    ap_excerpt *excerpts;  /* an excerpt for each finding; NULL if no report shows excerpts */

    /* Set by lint, for report_pair.c */
    char *companion_path; /* text of file.companion, freed by the owner; NULL: none */
    char *sidecar_path;   /* text of part.sidecar, freed by the owner; NULL: none */
    cli_result_companion found[CLI_FOUND_COMPANIONS];

    char text[AP_INPUT_ERROR_BYTES]; /* buffer for file.error, or for the reason to skip an entry */
    char pairing[CLI_PAIRING_BYTES]; /* buffer for file.companion_reason and file.no_companion */
} cli_result;

/* Initialises the result of an entry. The result is final unless the entry has bytes that can be loaded. */
void cli_result_init_from_entry(cli_result *result, const cli_entry *entry);

/* Sets the result to unreadable, with the exit code and a copy of the reason. */
void cli_result_copy_error(cli_result *result, cli_exit code, const char *why);

/* Sets the findings and the excerpts of a checked file. Excerpts may be NULL. */
void cli_result_set_findings(cli_result *result, ap_findings *findings, ap_excerpt *excerpts);

#endif
