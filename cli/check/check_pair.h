/* The companion that a file finds by itself, while the file is checked. */
#ifndef AP_CHECK_PAIR_H
#define AP_CHECK_PAIR_H

#include "cli/check/check.h"

/* Why no companion was found. */
typedef enum cli_alone {
    CLI_NOT_ALONE, /* one was found, or none was looked for */
    CLI_NONE_THERE,
    CLI_NONE_FITS,
    CLI_SEVERAL_FIT,
    CLI_NOTHING_WANTED /* what the file wants cannot be known */
} cli_alone;

/* The companion of a file. */
typedef struct cli_pair {
    const ap_companion
        *companion; /* of the file's format, if one was given or is looked for; otherwise NULL */
    cli_alone alone;
    size_t fitting;                 /* how many fit, if several do */
    const cli_candidate *candidate; /* for it */
    ap_view wanted;                 /* otherwise: what that must have */
    int unlisted;                   /* errno of listing the folder; 0: none */
    bool no_memory;                 /* to find it */
    cli_found_companion *beside;    /* found and held */
    ap_input input;                 /* a copy of its input, for the guard */
    ap_companion_use use;
    ap_status lost; /* not AP_OK: it was lost while the file was checked */
} cli_pair;

/* A file that is being checked. */
typedef struct cli_checking {
    cli_checker *checker;
    const cli_entry *entry;
    cli_folder *folder;      /* where its companion is looked for; NULL: none is */
    const char *walked_path; /* its path without links */
    cli_result *result;
    const ap_format *format; /* NULL: of none */
    ap_lint_options lint;    /* with the companions, as long as they live */
    ap_lint_result about;
    ap_excerpt *excerpts;
    cli_pair pair;
} cli_checking;

/* Inside the guard of the file, once its format is known: finds which companion may be its, or what that must have. */
void cli_pair_seek(cli_checking *at);

/* AP_OK; otherwise the folder could not be listed, so it is not known what the file is to be checked by, and the
   input says why. */
ap_status cli_pair_unlisted(const cli_checking *at);

/* Afterwards, outside: loads the companion that was found. */
void cli_pair_find(cli_checking *at);

/* The companion as an option of linting; NULL if there is none to check by. */
ap_companion_use *cli_pair_use(cli_checking *at);

/* It was lost under the file: the file is checked without. */
void cli_pair_lose(cli_checking *at, ap_status status);

/* Says in the result what became of it, and lets it go unless there is something to report of it. */
void cli_pair_end(cli_checking *at);

#endif
