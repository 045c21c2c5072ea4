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
    /* findings of the rules that compare the file with its companion, one list for each companion found on disk;
       empty if the file has no such companion */
    ap_findings together[CLI_FOUND_COMPANIONS];
} cli_findings;

/* Creates a record without findings; returns NULL when out of memory. */
cli_findings *cli_findings_create(const cli_reading_options *options);
void cli_findings_free(cli_findings *found); /* NULL is allowed */

/* How the files of a run are checked; shared by all threads. */
typedef struct cli_check_options {
    const cli_reading_options *reading; /* default settings, for a file without settings of its own */
    cli_companion *
        companions; /* array of CLI_COMPANIONS companions that options name: the run then has one thread; NULL: no option does */
    cli_companion_cache *cache; /* companions found on disk; NULL if --no-companions */
    /* threads in addition to the checker's own that prefetch parts of one large file; not 0 only if the run has one
       checker */
    size_t helper_threads;
    bool excerpts;     /* collect the bytes around each finding */
    bool replacements; /* collect the fix of each finding */
    bool answers;      /* find how known readers load each file */
    const cli_settings *
        settings; /* settings of the run, used for files that are read only to compare the skeletons of a folder */
    /* bytes of files kept in memory, of all threads together, while the skeletons of a folder's files are compared;
       NULL: no folder is compared */
    atomic_size_t *kept_bytes;
    /* write into each result how the companion was found, or why no companion was found */
    bool explain_companion;
} cli_check_options;

/* The working state of one thread. */
typedef struct cli_checker {
    const cli_check_options *options;
    cli_prefetch prefetch; /* reads parts of a large file ahead of the checker */
    ap_fixing fixing;      /* finds the fixes of one file at a time */
    ap_arena readers;      /* scratch memory for the answers of readers for one file at a time */
    ap_input input;
    /* findings of the current file; the caller may take the record and set another; NULL: out of memory */
    cli_findings *found;
} cli_checker;

/* Initialises the checker. Returns false when out of memory; call cli_checker_free in any case. The
   options must outlive the checker. */
bool cli_checker_init(cli_checker *checker, const cli_check_options *options);

/* Reads a file, a stream or an archive member, checks it, and fills the result, which cli_result_init_from_entry has initialised.
   A file found by a directory walk is skipped if its format is unknown. checker->found holds the findings until the
   checker is used again. */
void cli_check_file(cli_checker *checker, const cli_entry *entry, cli_folder *folder, cli_result *result);

/* Facts about one checked file, for the comparison of its folder's skeletons. */
typedef struct cli_file_errors_and_pairing {
    const ap_format *format; /* NULL: unknown, or the file cannot be read */
    bool has_errors;
    bool fits_companion, is_paired; /* see the members of ap_set_file with these names */
    /* malloc failed while the file was loaded or its folder was listed; false if only --max-memory was reached */
    bool no_memory;
} cli_file_errors_and_pairing;

/* Checks a file on disk or in an archive for the comparison of its folder, and sets *about. Makes no result for the
   report. */
void cli_check_file_for_folder_comparison(
    cli_checker *checker, const cli_entry *entry, cli_folder *folder, cli_file_errors_and_pairing *about);

/* Frees the memory of the checker. */
void cli_checker_free(cli_checker *checker);

#endif
