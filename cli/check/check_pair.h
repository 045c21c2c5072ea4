/* Finds, loads and releases the companion of a file while the file is checked. */
#ifndef AP_CHECK_PAIR_H
#define AP_CHECK_PAIR_H

#include "cli/check/check.h"

/* The reason why a file has no companion. */
typedef enum cli_no_companion {
    CLI_COMPANION_FOUND, /* a companion was found, or the file needs no search */
    CLI_NO_CANDIDATE,
    CLI_NO_MATCH,
    CLI_SEVERAL_MATCH,
    CLI_IDENTITY_UNKNOWN /* the identity that the companion must match is unknown */
} cli_no_companion;

/* The companion of a file. */
typedef struct cli_pair {
    /* kind of companion that the file's format has; NULL if no companion is given or searched for */
    const ap_companion *companion;
    cli_no_companion no_companion;
    size_t matches; /* number of candidates that match, if several do */
    const cli_companion_candidate
        *candidate; /* the candidate with the file's name; NULL: no candidate has this name */
    ap_view wanted; /* identity that a companion must match; used if no candidate has the file's name */
    int unlisted;   /* errno of listing the folder; 0: no error */
    bool no_memory; /* out of memory while searching */
    cli_found_companion *found_companion; /* the companion on disk, held by a reference */
    ap_input input;                       /* a copy of the companion's input, for the guard */
    ap_companion_use use;
    ap_status lost; /* not AP_OK if the companion became unreadable during the check */
} cli_pair;

/* A file that is being checked. */
typedef struct cli_checking {
    cli_checker *checker;
    const cli_entry *entry;
    cli_folder *folder;      /* folder to search for the companion; NULL: no search */
    const char *walked_path; /* the file's path with links resolved */
    cli_result *result;
    const ap_format *format; /* NULL: unknown format */
    ap_lint_options lint;    /* options of the check; the companions in them must outlive the check */
    ap_lint_result about;
    ap_excerpt *excerpts;
    cli_pair pair;
} cli_checking;

/* Finds the candidate that may be the file's companion, or the identity that a companion must match. Runs
   inside the guard of the file, after its format is known. */
void cli_pair_find_candidate(cli_checking *at);

/* Returns AP_OK, or an error if the folder could not be listed: then the companion is unknown, and the
   input says why. */
ap_status cli_pair_unlisted(const cli_checking *at);

/* Loads the companion that cli_pair_find_candidate found. Runs outside the guard. */
void cli_pair_load(cli_checking *at);

/* Returns the companion as a lint option; NULL if there is no companion to check against. */
ap_companion_use *cli_pair_lint_option(cli_checking *at);

/* Marks the companion as unreadable, so that the file is checked without it. */
void cli_pair_set_unreadable(cli_checking *at, ap_status status);

/* Stores the companion, or the reason why it is missing, in the result. Releases the companion if nothing
   is left to report of it. */
void cli_pair_end(cli_checking *at);

#endif
