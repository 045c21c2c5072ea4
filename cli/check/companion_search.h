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

/* Returns true if the candidate has the identity that the file needs. Reads the candidate into the cache. Sets
   search->unread if it could not be read, and search->no_memory when out of memory. */
bool cli_candidate_has_identity(cli_companion_cache *cache, cli_folder *folder,
    const cli_companion_candidate *candidate, cli_identity_search *search);

/* Returns the only candidate with the identity that a file needs. Returns NULL if no candidate has it, if there
   are several, or if a candidate could not be read. */
const cli_companion_candidate *cli_find_companion_by_identity(
    cli_companion_cache *cache, cli_folder *folder, cli_identity_search *search);

/* Calls `visit` for each candidate that is known to have the identity and has a path that begins with the first `bytes` bytes of
   `path`, in the order of their paths. */
void cli_visit_matches_below(cli_folder *folder, const cli_identity_search *search, const char *path,
    size_t bytes, void (*visit)(void *context, const char *path), void *context);

#endif
