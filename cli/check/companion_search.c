#include "cli/check/companion_search.h"

#include <string.h>
#include <strings.h>

#include "core/base/same_bytes.h"
#include "core/files/guard.h"
#include "validators/companion_name.h"

/* Compares the candidate's path with the first `stem` bytes of `path` followed by the extension. Returns a negative
   number, 0 or a positive number, as strcmp does. */
static int compare_path_with_stem(
    const cli_companion_candidate *candidate, const char *path, size_t stem, const char *spelled_extension)
{
    const int order = strncmp(candidate->path, path, stem);
    return order != 0 ? order : strcmp(candidate->path + stem, spelled_extension);
}

static const cli_companion_candidate *find_stem_with_extension(
    const cli_candidate_list *candidates, const char *path, size_t stem, const char *spelled_extension)
{
    size_t first = 0, end = candidates->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        const int order = compare_path_with_stem(&candidates->items[middle], path, stem, spelled_extension);
        if (order == 0)
            return &candidates->items[middle];
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

/* Finds the candidate with the file's stem and an extension in mixed case, such as "Obj". */
static const cli_companion_candidate *find_mixed_case_extension(
    const cli_candidate_list *candidates, const char *path, size_t stem, const char *extension)
{
    char spelled_extension[AP_EXTENSION_BYTES];
    const size_t letters = strlen(extension);
    const cli_companion_candidate *found = NULL;
    for (unsigned capitals = 1; found == NULL && capitals >> letters == 0; capitals++) {
        ap_make_upper_case_extension(extension, spelled_extension);
        for (size_t i = 0; i < letters; i++)
            spelled_extension[i] = (capitals >> i & 1) != 0 ? spelled_extension[i] : extension[i];
        found = find_stem_with_extension(candidates, path, stem, spelled_extension);
    }
    return found;
}

/* Finds the candidate with the file's stem: with the extension in lower case, else in capitals, else in mixed case. */
static const cli_companion_candidate *find_extension_in_any_case(
    const cli_candidate_list *candidates, const char *path, const char *extension)
{
    char capitals[AP_EXTENSION_BYTES];
    const size_t stem = ap_stem_bytes(path);
    const cli_companion_candidate *found = find_stem_with_extension(candidates, path, stem, extension);
    ap_make_upper_case_extension(extension, capitals);
    if (found == NULL)
        found = find_stem_with_extension(candidates, path, stem, capitals);
    return found != NULL || !candidates->mixed ? found
                                               : find_mixed_case_extension(candidates, path, stem, extension);
}

const cli_companion_candidate *cli_find_companion_by_name(
    cli_folder *folder, const ap_companion *companion, const char *path, bool *search, int *error)
{
    const cli_companion_candidate *found = NULL;
    cli_lock(&folder->lock);
    const cli_candidate_list *candidates = cli_folder_candidates(folder, companion);
    *error = folder->error;
    if (candidates->count > 0 && *error == 0)
        found = find_extension_in_any_case(candidates, path, companion->extension);
    if (found != NULL && strcmp(found->path, path) == 0)
        found = NULL; /* a file is not its own companion, although both may have the same extension */
    *search = found == NULL && *error == 0 && candidates->count > 0 && companion->wants != NULL;
    cli_unlock(&folder->lock);
    return found;
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

/* Returns the first candidate with this hash of the identity, and sets search->count to their number. Reads
   candidates that have not been read yet. The caller holds the folder's lock. */
static const cli_companion_candidate *find_candidate_by_hash(
    cli_companion_cache *cache, cli_folder *folder, cli_identity_search *search, ap_arena *arena)
{
    const cli_companion_candidate *found = NULL;
    const uint64_t wanted = cli_hash_identity(search->wanted);
    cli_candidate_list *candidates = cli_folder_candidates(folder, search->companion);
    for (size_t i = 0; i < candidates->count; i++) {
        cli_companion_candidate *candidate = &candidates->items[i];
        if (candidate->known == CLI_NOT_READ) {
            const ap_view owned = identity_of_candidate(cache, folder, candidate, search, arena);
            if (search->unread != NULL || search->no_memory)
                return NULL;
            candidate->known = owned.size > 0 ? CLI_HAS_IDENTITY : CLI_WITHOUT_IDENTITY;
            candidate->identity = cli_hash_identity(owned);
        }
        if (candidate->known != CLI_HAS_IDENTITY || candidate->identity != wanted)
            continue;
        found = found == NULL ? candidate : found;
        search->count++;
    }
    return found;
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
    search->count = 0;
    search->unread = NULL;
    search->no_memory = false;
    ap_arena_init(&arena, search->settings->reading.max_memory_bytes);
    cli_lock(&folder->lock);
    const cli_companion_candidate *found = find_candidate_by_hash(cache, folder, search, &arena);
    if (found != NULL && search->count == 1)
        search->count = cli_candidate_has_identity(cache, folder, found, search);
    cli_unlock(&folder->lock);
    ap_arena_free(&arena);
    return search->count == 1 ? found : NULL;
}

void cli_visit_matches_in_folder(cli_folder *folder, const cli_identity_search *search,
    void (*visit)(void *context, const char *path), void *context)
{
    const uint64_t wanted = cli_hash_identity(search->wanted);
    cli_lock(&folder->lock);
    const cli_candidate_list *candidates = cli_folder_candidates(folder, search->companion);
    for (size_t i = 0; i < candidates->count; i++) {
        const cli_companion_candidate *candidate = &candidates->items[i];
        if (candidate->known == CLI_HAS_IDENTITY && candidate->identity == wanted)
            visit(context, candidate->path);
    }
    cli_unlock(&folder->lock);
}
