/* Checks one entry at a time and fills in its result. */
#ifndef AP_CHECK_H
#define AP_CHECK_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "cli/check/companion_search.h"
#include "cli/check/prefetch_pool.h"
#include "cli/files/entry.h"
#include "cli/reporting/result.h"
#include "cli/shared/companion.h"
#include "core/finding/finding.h"
#include "validators/services/fixing/fixing.h"

/* The findings of one file, with their memory. */
typedef struct cli_findings {
    ap_arena arena;
    ap_findings list;
    /* findings of rules that compare the file with each companion found on disk; otherwise empty */
    ap_findings together[CLI_FOUND_COMPANIONS];
    struct cli_findings *next; /* next in the list of records free for reuse */
} cli_findings;

/* Creates an empty record; returns NULL when out of memory. cli_findings_free frees the record and all
   that follow by `next`. */
cli_findings *cli_findings_create(const cli_reading *options);
void cli_findings_free(cli_findings *found);

/* How the files of a run are checked; shared by all threads. */
typedef struct cli_check_options {
    const cli_reading *reading; /* defaults, used until a file has its own settings */
    cli_companion *
        companions; /* array of CLI_COMPANIONS companions that options name, for one thread only; NULL: no option names one */
    cli_companion_cache *cache; /* companions found on disk; NULL if --no-companions */
    size_t helper_threads;      /* threads that prefetch within one large file; requires a single checker */
    bool excerpts;              /* collect the bytes around each finding */
    bool replacements;          /* collect the fix of each finding */
    const cli_settings *
        settings; /* settings of the run, used for files that are read only to compare the skeletons of a folder */
    /* bytes of files that are kept in memory while folders are compared by their skeletons, in all threads; NULL: no
       folder is compared */
    atomic_size_t *kept_bytes;
    bool explain_companion; /* say how a companion was found, or why none was */
} cli_check_options;

/* The working state of one thread. */
typedef struct cli_checker {
    const cli_check_options *options;
    cli_prefetch prefetch; /* reads parts of a large file ahead of the checker */
    ap_fixing fixing;      /* finds the fixes of one file at a time */
    ap_input input;
    cli_findings
        *found; /* findings of the current file; the caller may replace the record; NULL: out of memory */
} cli_checker;

/* Initialises the checker. Returns false when out of memory; call cli_checker_free in any case. The
   options must outlive the checker. */
bool cli_checker_init(cli_checker *checker, const cli_check_options *options);

/* Reads a file, a stream or an archive member, and checks it. The result has been initialised by
   cli_result_begin. A file found by a directory walk is skipped if its format is unknown. checker->found
   holds the findings until the checker is used again. */
void cli_check_file(cli_checker *checker, const cli_entry *entry, cli_folder *folder, cli_result *result);

/* Facts about a file for the comparison of its folder. */
typedef struct cli_set_checking {
    const ap_format *format; /* NULL: unknown, or the file cannot be read */
    bool has_errors;
    bool fits_companion, is_paired; /* the members of ap_set_file with these names */
    bool no_memory;                 /* the bytes could not be loaded; not set by --max-memory */
} cli_set_checking;

/* Checks a file, which is a file or an archive member, without a result for the report. */
void cli_check_for_set(
    cli_checker *checker, const cli_entry *entry, cli_folder *folder, cli_set_checking *about);

/* Frees the memory of the checker. */
void cli_checker_free(cli_checker *checker);

/* Frees the path of the companion, and releases the companions. */
void cli_result_free(cli_result *result);

#endif
