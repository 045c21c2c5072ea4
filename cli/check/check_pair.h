/* Finds, loads and releases the companion of a file while the file is checked. */
#ifndef AP_CHECK_PAIR_H
#define AP_CHECK_PAIR_H

#include "cli/check/check.h"
#include "validators/services/companions/companion_choice.h"

/* The companion of a file, and the state of the search for it. */
typedef struct cli_companion_pairing {
    ap_companion_choice choice;
    const cli_companion_candidate *candidate; /* the chosen candidate; NULL: none was chosen */
    ap_view wanted; /* identity that the companion must have; used if no candidate has the file's name */
    int unlisted;   /* errno of the failure to list the folder; 0: the folder could be listed */
    bool no_memory; /* out of memory while searching */
    cli_found_companion *found_companion; /* the loaded companion, held by a reference; NULL: none */
    ap_input input;                       /* a copy of the companion's input, for the guard */
    ap_companion_use use;
    bool is_used;   /* the check uses the member `use` */
    ap_status lost; /* not AP_OK if the companion became unreadable during the check */
} cli_companion_pairing;

/* A file that is being checked. */
typedef struct cli_file_check {
    cli_checker *checker;
    const cli_entry *entry;
    cli_folder *folder; /* folder to search for the companion; NULL: no search */
    /* the file's path; with links resolved if the user named the file after a walk found it */
    const char *walked_path;
    cli_result *result;
    const ap_format *format; /* NULL: unknown format */
    ap_lint_options lint;    /* options of the check; the companions in them must outlive the check */
    ap_lint_result about;
    ap_excerpt *excerpts;
    ap_report_answers answers; /* in the arena of the findings */
    cli_companion_pairing pairs[CLI_FOUND_COMPANIONS];
    /* this file as the cache has it, parsed as the companion of other files, and a copy of that input for the guard. Held by
       a reference. NULL: no other file needs it, or parsing it added a finding */
    cli_found_companion *as_companion;
    ap_input as_companion_input;
    bool set_no_memory; /* out of memory while the skeletons of the file's folder were compared */
} cli_file_check;

/* Finds the candidate that may be the file's companion and, if no candidate has the file's name, the identity that the
   companion must have; also finds the sidecar. Runs under the file's guard, after its format is known. */
void cli_pair_find_candidate(cli_file_check *at);

/* Returns AP_OK, or an error if the folder could not be listed: then the companion is unknown, and the
   input says why. */
ap_status cli_pair_check_listing_or_set_error(const cli_file_check *at);

/* If other files of the folder may need this file as their companion, parses it into the cache of companions, and sets
   at->as_companion if parsing adds no finding. Costs no extra time, because those files then find it parsed in the cache. */
void cli_pair_parse_as_companion_and_keep_if_clean(cli_file_check *at);

/* Searches for the main companion by the identity that cli_pair_find_candidate found, loads the companions, and records
   in the choice whether the main companion has errors. Must not run under the guard of the file. */
void cli_pair_search_and_load_companions(cli_file_check *at);

/* Prepares at->pairs[index] for the check and returns its companion; NULL if the file has no readable companion of this
   index. Clears the findings that compare the file with the companion. */
ap_companion_use *cli_pair_begin_companion_use(cli_file_check *at, size_t index);

/* Adds a companion to those of the options, unless it is NULL or has no model. */
void cli_add_companion_use(ap_lint_options *lint, ap_companion_use *use);

/* Marks the companion at->pairs[index] as unreadable, so that the file is checked without it. */
void cli_pair_set_companion_unreadable(cli_file_check *at, size_t index, ap_status status);

/* Stores in the result the paths of the companions, and those companions that have findings or errors to report; releases
   the other companions. With explain_companion, also describes the search for the main companion. */
void cli_pair_store_companion_results(cli_file_check *at);

/* Returns the path of the main companion, also of one that cannot be read; NULL if none was found. */
const char *cli_pair_companion_path(const cli_file_check *at);

/* If several candidates have the wanted identity, so that none was chosen, calls `visit` for each of them, in the order of
   their paths. */
void cli_pair_visit_ambiguous_candidates(
    const cli_file_check *at, void (*visit)(void *context, const char *path), void *context);

/* Writes into the result how the companion was found, or why the file has none. */
void cli_pair_describe_search(const cli_companion_pairing *pair, cli_result *result);

#endif
