#include "cli/check/companion_search.h"

#include "core/base/same_bytes.h"
#include "core/files/guard.h"

/* The candidates of a folder, as the context of an ap_candidate_list. */
typedef struct folder_candidates {
    cli_candidate_list *list;
    uint64_t wanted; /* hash of the identity that the file needs */

    /* for reading candidates. If `search` is NULL, no candidate is read, and one that was not read before does not match */
    cli_companion_cache *cache;
    cli_folder *folder;
    cli_identity_search *search;
    ap_arena *arena;
} folder_candidates;

static const char *path_of_candidate(const void *context, size_t index)
{
    const folder_candidates *candidates = context;
    return candidates->list->items[index].path;
}

const cli_companion_candidate *cli_find_companion_by_name(
    cli_folder *folder, const ap_companion *companion, const char *path, bool *search, int *error)
{
    size_t found = AP_NO_CANDIDATE;
    cli_lock(&folder->lock);
    cli_candidate_list *candidates = cli_folder_candidates(folder, companion);
    folder_candidates context = { .list = candidates };
    const ap_candidate_list list = { .context = &context,
        .count = candidates->count,
        .allows_mixed_case = candidates->mixed,
        .path = path_of_candidate };
    *error = folder->error;
    if (*error == 0)
        found = ap_find_companion_by_name(&list, path, companion->extension);
    *search = found == AP_NO_CANDIDATE && *error == 0 && candidates->count > 0 && companion->wants != NULL;
    cli_unlock(&folder->lock);
    return found == AP_NO_CANDIDATE ? NULL : &candidates->items[found];
}

uint64_t cli_hash_identity(ap_view view)
{
    uint64_t value = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < view.size; i++)
        value = (value ^ view.bytes[i]) * UINT64_C(0x100000001b3);
    return value;
}

/* The arguments of read_identity_guarded, which runs inside a guard. */
typedef struct identity_reading {
    const cli_companion *companion;
    ap_arena *arena;
    ap_view identity; /* result: the companion's identity, in the arena; empty if it has none */
} identity_reading;

static void read_identity_guarded(void *context)
{
    identity_reading *a = context;
    ap_arena_reset(a->arena);
    a->identity = a->companion->use.companion->has(a->companion->use.model, a->arena);
}

/* Returns the candidate's identity, in the arena. Returns an empty view if the identity is unknown. Sets
   search->unread if the candidate could not be read, and search->no_memory when out of memory. */
static ap_view identity_of_candidate(cli_companion_cache *cache, cli_folder *folder,
    const cli_companion_candidate *candidate, cli_identity_search *search, ap_arena *arena)
{
    identity_reading a = { .arena = arena };
    cli_found_companion *found_companion =
        cli_companion_cache_get(cache, folder, candidate, search->companion, search->settings);
    if (found_companion != NULL && found_companion->companion.use.model != NULL) {
        /* a copy, because the guard writes into the input and other threads may use the companion */
        ap_input input = found_companion->companion.input;
        a.companion = &found_companion->companion;
        if (ap_input_run_guarded(&input, read_identity_guarded, &a) != AP_OK)
            a.identity = (ap_view){ NULL, 0 };
        search->no_memory = search->no_memory || arena->failed;
    } else if (found_companion != NULL && search->unread == NULL) {
        search->unread = found_companion;
        return a.identity;
    }
    search->no_memory = search->no_memory || found_companion == NULL;
    cli_found_companion_release(found_companion);
    return a.identity;
}

/* Compares the hash of the candidate's identity with the wanted one. First reads a candidate that has not been read yet,
   unless `search` is NULL. The caller holds the folder's lock. */
static ap_identity_match read_and_match_candidate(void *context, size_t index)
{
    const folder_candidates *a = context;
    cli_companion_candidate *candidate = &a->list->items[index];
    if (candidate->known == CLI_NOT_READ && a->search != NULL) {
        const ap_view owned = identity_of_candidate(a->cache, a->folder, candidate, a->search, a->arena);
        if (a->search->unread != NULL || a->search->no_memory)
            return AP_IDENTITY_PENDING;
        candidate->known = owned.size > 0 ? CLI_HAS_IDENTITY : CLI_WITHOUT_IDENTITY;
        candidate->identity = cli_hash_identity(owned);
    }
    return candidate->known == CLI_HAS_IDENTITY && candidate->identity == a->wanted ? AP_IDENTITY_EQUAL
                                                                                    : AP_IDENTITY_DIFFERS;
}

bool cli_candidate_has_identity(cli_companion_cache *cache, cli_folder *folder,
    const cli_companion_candidate *candidate, cli_identity_search *search)
{
    ap_arena arena;
    ap_arena_init(&arena, search->settings->reading.max_memory_bytes);
    const ap_view owned = identity_of_candidate(cache, folder, candidate, search, &arena);
    const bool fits = ap_same_bytes(owned, search->wanted);
    ap_arena_free(&arena);
    return fits;
}

const cli_companion_candidate *cli_find_companion_by_identity(
    cli_companion_cache *cache, cli_folder *folder, cli_identity_search *search)
{
    ap_arena arena;
    search->unread = NULL;
    search->no_memory = false;
    ap_arena_init(&arena, search->settings->reading.max_memory_bytes);
    cli_lock(&folder->lock);
    cli_candidate_list *candidates = cli_folder_candidates(folder, search->companion);
    folder_candidates context = { candidates, cli_hash_identity(search->wanted), cache, folder, search,
        &arena };
    const ap_candidate_list list = { .context = &context,
        .count = candidates->count,
        .path = path_of_candidate,
        .match = read_and_match_candidate };
    ap_identity_choice *choice = &search->choice;
    *choice = ap_choose_by_identity(&list, "", 0, false);
    const cli_companion_candidate *found =
        choice->chosen == AP_NO_CANDIDATE ? NULL : &candidates->items[choice->chosen];
    if (found != NULL && !cli_candidate_has_identity(cache, folder, found, search)) {
        found = NULL;
        choice->chosen = AP_NO_CANDIDATE;
        choice->count = 0;
    }
    cli_unlock(&folder->lock);
    ap_arena_free(&arena);
    return found;
}

void cli_visit_matches_below(cli_folder *folder, const cli_identity_search *search, const char *path,
    size_t bytes, void (*visit)(void *context, const char *path), void *context)
{
    cli_lock(&folder->lock);
    cli_candidate_list *candidates = cli_folder_candidates(folder, search->companion);
    folder_candidates searched = { .list = candidates, .wanted = cli_hash_identity(search->wanted) };
    const ap_candidate_list list = { .context = &searched,
        .count = candidates->count,
        .path = path_of_candidate,
        .match = read_and_match_candidate };
    ap_visit_matches(&list, path, bytes, visit, context);
    cli_unlock(&folder->lock);
}
