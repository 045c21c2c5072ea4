/* Searches for the companion of a file: by the file's name, and by the identity (such as joint names) that a companion
   and its files have in common. */
#ifndef AP_COMPANION_SEARCH_H
#define AP_COMPANION_SEARCH_H

#include "cli/check/companion_cache.h"
#include "validators/services/companions/companion_candidates.h"

/* Returns the companion in the folder that has the file's name apart from the extension, or NULL. Sets *search to true if there
   is none and cli_find_companion_by_identity should search by identity. *error is the errno of listing the folder, or
   0. */
const cli_companion_candidate *cli_find_companion_by_name(
    cli_folder *folder, const ap_companion *companion, const char *path, bool *search, int *error);

typedef struct cli_identity_search {
    const ap_companion *companion;
    const cli_settings *settings;
    ap_view wanted; /* the identity that the file needs */

    /* Results of the search */
    ap_identity_choice choice;
    /* the first candidate that could not be read and therefore may be the companion, held by a reference; NULL: none */
    cli_found_companion *unread;
    bool no_memory; /* out of memory while reading an identity */
} cli_identity_search;

/* Returns the FNV-1a hash of the bytes. Different identities may have equal hashes: the caller must compare the bytes
   too. */
uint64_t cli_hash_identity(ap_view view);

/* Returns the only candidate in the folder with the identity that a file needs. Returns NULL if no candidate has it, if there
   are several, or if a candidate could not be read. If path_in_tree is not NULL, `folder` is a tree, in which the companion of
   the file with this path is searched: below the parent of the file's folder or, if no candidate there has the identity, below
   the next folder above; never above the folder of the tree. Of several candidates then chooses the only one with a stem that
   begins the file's stem, in letters of either case. Sets the results of the search. */
const cli_companion_candidate *cli_find_companion_by_identity(
    cli_companion_cache *cache, cli_folder *folder, const char *path_in_tree, cli_identity_search *search);

/* Calls `visit` for each candidate that is known to have the identity, in the order of their paths, after
   cli_find_companion_by_identity has found several. `search` must have the result choice.above of that call. */
void cli_visit_ambiguous_matches(cli_folder *folder, const char *path_in_tree,
    const cli_identity_search *search, void (*visit)(void *context, const char *path), void *context);

#endif
