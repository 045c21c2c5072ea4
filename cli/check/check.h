/* Checking one file after the other: an entry in, its result out. */
#ifndef AP_CHECK_H
#define AP_CHECK_H

#include <stdbool.h>
#include <stddef.h>

#include "cli/check/companion_cache.h"
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
    ap_findings together;      /* of the companion that the file has found; empty but for rules over both */
    struct cli_findings *next; /* of those that wait to be used again */
} cli_findings;

/* Empty findings; NULL when out of memory. Freed with all that follow them. */
cli_findings *cli_findings_make(const cli_reading *options);
void cli_findings_free(cli_findings *found);

/* How the files of a run are checked; all threads share it. */
typedef struct cli_check_options {
    const cli_reading *reading; /* what holds until a file has settings of its own */
    cli_companion *
        companions; /* CLI_COMPANIONS that were named; NULL: none; checking by them is for one thread alone */
    cli_companion_cache *cache; /* NULL: no file has a companion that was not named */
    size_t hands;               /* threads that read ahead in one large file; for one checker alone */
    bool excerpts;              /* the bytes around findings are wanted */
    bool replacements;          /* what mends findings is wanted */
    bool alone;                 /* why a file has no companion is wanted */
} cli_check_options;

/* What checking takes; each thread has its own. */
typedef struct cli_checker {
    const cli_check_options *options;
    cli_prefetch prefetch; /* for large files */
    ap_fixing fixing;      /* for replacements: of each file, by itself */
    ap_input input;
    cli_findings
        *found; /* where findings go; the caller may take them away and set others; NULL: no memory */
} cli_checker;

/* The options must outlive the checker. False when out of memory; the checker is to be freed in any case. */
bool cli_checker_init(cli_checker *checker, const cli_check_options *options);

/* Reads a file, a stream or a member, and checks it; the result was begun. A file that was only found in a directory is skipped
   if it is of no format. The findings are in checker->found until that is used again. */
void cli_check(cli_checker *checker, const cli_entry *entry, cli_folder *folder, cli_result *result);

/* Gives back what the checker took. */
void cli_checker_free(cli_checker *checker);

#endif
