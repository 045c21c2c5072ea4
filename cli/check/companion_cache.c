#include "cli/check/companion_cache.h"

#include <stdlib.h>
#include <string.h>

#include "core/files/guard.h"
#include "validators/companion_name.h"

void cli_companion_cache_init(cli_companion_cache *cache)
{
    *cache = (cli_companion_cache){ .kept = NULL };
    cli_mutex_init(&cache->lock, CLI_RANK_COMPANIONS);
}

void cli_companion_cache_free(cli_companion_cache *cache)
{
    while (cache->kept != NULL) {
        cli_found_companion *next = cache->kept->next;
        cli_found_companion_release(cache->kept);
        cache->kept = next;
    }
    cli_mutex_free(&cache->lock);
}

void cli_found_companion_release(cli_found_companion *found_companion)
{
    if (found_companion == NULL || atomic_fetch_sub(&found_companion->holders, 1) > 1)
        return;
    if (found_companion->loaded)
        cli_companion_close(&found_companion->companion);
    cli_mutex_free(&found_companion->lock);
    free(found_companion->path);
    free(found_companion);
}

/* Functions of the list of kept companions. The caller holds the cache's lock. */

static cli_found_companion *make_companion(
    const char *path, const cli_archive *archive, const cli_settings *settings)
{
    cli_found_companion *found_companion = calloc(1, sizeof *found_companion);
    if (found_companion == NULL)
        return NULL;
    atomic_init(&found_companion->holders, 1); /* the reference that the cache's list holds */
    atomic_init(&found_companion->reported, false);
    atomic_init(&found_companion->held_bytes, 0);
    cli_mutex_init(&found_companion->lock, CLI_RANK_COMPANION);
    found_companion->archive = archive;
    found_companion->settings = settings;
    found_companion->path = strdup(path);
    if (found_companion->path != NULL)
        return found_companion;
    cli_found_companion_release(found_companion);
    return NULL;
}

/* Removes and returns the kept companion with this path, archive and settings; returns NULL if no kept
   companion has all three. */
static cli_found_companion *unlink_companion(
    cli_companion_cache *cache, const char *path, const cli_archive *archive, const cli_settings *settings)
{
    for (cli_found_companion **at = &cache->kept; *at != NULL; at = &(*at)->next) {
        cli_found_companion *found_companion = *at;
        if (found_companion->archive != archive || found_companion->settings != settings
            || strcmp(found_companion->path, path) != 0)
            continue;
        *at = found_companion->next;
        return found_companion;
    }
    return NULL;
}

/* Drops the least recently used companions until the cache is within its limits. Keeps the first companion,
   and companions that a thread holds. */
static void drop_over_limits(cli_companion_cache *cache)
{
    size_t count = 0, bytes = 0;
    cli_found_companion **at = &cache->kept;
    while (*at != NULL) {
        cli_found_companion *found_companion = *at;
        count++;
        bytes += atomic_load(&found_companion->held_bytes);
        if (count == 1 || (count <= CLI_COMPANIONS_KEPT && bytes <= CLI_COMPANIONS_KEPT_BYTES)
            || atomic_load(&found_companion->holders) > 1) {
            at = &found_companion->next;
            continue;
        }
        *at = found_companion->next;
        cli_found_companion_release(found_companion);
    }
}

/* Functions that load a companion. The caller holds the companion's lock. */

static void load_companion(cli_found_companion *found_companion, const cli_folder *folder,
    const cli_companion_candidate *candidate, const ap_companion *companion)
{
    cli_companion *loaded = &found_companion->companion;
    ap_status status;
    cli_companion_init(loaded, companion, found_companion->path, &found_companion->settings->reading);
    if (folder->archive != NULL)
        status = cli_archive_load(folder->archive, candidate->member, &loaded->input, NULL);
    else
        status = ap_input_load(&loaded->input, found_companion->path);
    if (folder->archive != NULL)
        cli_archive_identify(folder->archive, candidate->member, &found_companion->about);
    else if (stat(found_companion->path, &found_companion->about) != 0)
        found_companion->about.st_ino = 0;
    cli_companion_parse(loaded, status);
    atomic_store(&found_companion->held_bytes, loaded->arena.held_bytes + loaded->input.view.size);
    found_companion->loaded = true;
}

cli_found_companion *cli_companion_cache_get(cli_companion_cache *cache, const cli_folder *folder,
    const cli_companion_candidate *candidate, const ap_companion *companion, const cli_settings *settings)
{
    cli_lock(&cache->lock);
    cli_found_companion *found_companion =
        unlink_companion(cache, candidate->path, folder->archive, settings);
    if (found_companion == NULL)
        found_companion = make_companion(candidate->path, folder->archive, settings);
    if (found_companion != NULL) {
        atomic_fetch_add(&found_companion->holders, 1);
        found_companion->next = cache->kept;
        cache->kept = found_companion;
        drop_over_limits(cache);
    }
    cli_unlock(&cache->lock);
    if (found_companion == NULL)
        return NULL;
    cli_lock(&found_companion->lock);
    if (!found_companion->loaded)
        load_companion(found_companion, folder, candidate, companion);
    cli_unlock(&found_companion->lock);
    return found_companion;
}

/* Functions that search for a companion */

/* Compares the candidate's path with the stem followed by the extension. Returns a value as strcmp does. */
static int compare_name(
    const cli_companion_candidate *candidate, const char *path, size_t stem, const char *spelled_extension)
{
    const int order = strncmp(candidate->path, path, stem);
    return order != 0 ? order : strcmp(candidate->path + stem, spelled_extension);
}

static const cli_companion_candidate *find_extension(
    const cli_candidate_list *candidates, const char *path, size_t stem, const char *spelled_extension)
{
    size_t first = 0, end = candidates->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        const int order = compare_name(&candidates->items[middle], path, stem, spelled_extension);
        if (order == 0)
            return &candidates->items[middle];
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

/* Finds the stem with the extension in mixed case, such as "Obj". */
static const cli_companion_candidate *find_mixed(
    const cli_candidate_list *candidates, const char *path, size_t stem, const char *extension)
{
    char spelled_extension[AP_EXTENSION_BYTES];
    const size_t letters = strlen(extension);
    const cli_companion_candidate *found = NULL;
    for (unsigned capitals = 1; found == NULL && capitals >> letters == 0; capitals++) {
        ap_extension_in_capitals(extension, spelled_extension);
        for (size_t i = 0; i < letters; i++)
            spelled_extension[i] = (capitals >> i & 1) != 0 ? spelled_extension[i] : extension[i];
        found = find_extension(candidates, path, stem, spelled_extension);
    }
    return found;
}

/* Finds the stem with the extension in lower case, then in capitals, then in mixed case. */
static const cli_companion_candidate *find_either(
    const cli_candidate_list *candidates, const char *path, const char *extension)
{
    char capitals[AP_EXTENSION_BYTES];
    const size_t stem = ap_stem_bytes(path);
    const cli_companion_candidate *found = find_extension(candidates, path, stem, extension);
    ap_extension_in_capitals(extension, capitals);
    if (found == NULL)
        found = find_extension(candidates, path, stem, capitals);
    return found != NULL || !candidates->mixed ? found : find_mixed(candidates, path, stem, extension);
}

const cli_companion_candidate *cli_find_companion_by_name(
    cli_folder *folder, const ap_companion *companion, const char *path, bool *search, int *error)
{
    const cli_companion_candidate *found = NULL;
    cli_lock(&folder->lock);
    const cli_candidate_list *candidates = cli_folder_candidates(folder, companion);
    *error = folder->error;
    if (candidates->count > 0 && *error == 0)
        found = find_either(candidates, path, companion->extension);
    if (found != NULL && strcmp(found->path, path) == 0)
        found = NULL; /* a file is not its own companion, although both may have the same extension */
    *search = found == NULL && *error == 0 && candidates->count > 0 && companion->wants != NULL;
    cli_unlock(&folder->lock);
    return found;
}

/* Returns the FNV-1a hash. Equal hashes are confirmed by comparing the identities. */
static uint64_t hash_identity(ap_view view)
{
    uint64_t value = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < view.size; i++)
        value = (value ^ view.bytes[i]) * UINT64_C(0x100000001b3);
    return value;
}

/* The arguments of read_identity, which runs inside a guard. */
typedef struct identity_query {
    const cli_companion *companion;
    ap_arena *arena;
    ap_view owned;
} identity_query;

static void read_identity(void *context)
{
    identity_query *a = context;
    ap_arena_reset(a->arena);
    a->owned = a->companion->use.companion->has(a->companion->use.model, a->arena);
}

/* Returns the candidate's identity, in the arena. Returns an empty view if the identity is unknown. Sets
   search->unread if the candidate could not be read, and search->no_memory when out of memory. */
static ap_view identity_of(cli_companion_cache *cache, cli_folder *folder,
    const cli_companion_candidate *candidate, cli_identity_search *search, ap_arena *arena)
{
    identity_query a = { .arena = arena };
    cli_found_companion *found_companion =
        cli_companion_cache_get(cache, folder, candidate, search->companion, search->settings);
    if (found_companion != NULL && found_companion->companion.use.model != NULL) {
        ap_input input =
            found_companion->companion
                .input; /* a copy of the companion's input, because the guard writes into the input */
        a.companion = &found_companion->companion;
        if (ap_input_guard(&input, read_identity, &a) != AP_OK)
            a.owned = (ap_view){ NULL, 0 };
        search->no_memory = search->no_memory || arena->failed;
    } else if (found_companion != NULL && search->unread == NULL) {
        search->unread = found_companion;
        return a.owned;
    }
    search->no_memory = search->no_memory || found_companion == NULL;
    cli_found_companion_release(found_companion);
    return a.owned;
}

/* Returns the first candidate with this hash of the identity, and sets search->count to their number. Reads
   candidates that have not been read yet. The caller holds the folder's lock. */
static const cli_companion_candidate *find_hash(
    cli_companion_cache *cache, cli_folder *folder, cli_identity_search *search, ap_arena *arena)
{
    const cli_companion_candidate *found = NULL;
    const uint64_t wanted = hash_identity(search->wanted);
    cli_candidate_list *candidates = cli_folder_candidates(folder, search->companion);
    for (size_t i = 0; i < candidates->count; i++) {
        cli_companion_candidate *candidate = &candidates->items[i];
        if (candidate->known == CLI_NOT_READ) {
            const ap_view owned = identity_of(cache, folder, candidate, search, arena);
            if (search->unread != NULL || search->no_memory)
                return NULL;
            candidate->known = owned.size > 0 ? CLI_HAS_IDENTITY : CLI_WITHOUT_IDENTITY;
            candidate->identity = hash_identity(owned);
        }
        if (candidate->known != CLI_HAS_IDENTITY || candidate->identity != wanted)
            continue;
        found = found == NULL ? candidate : found;
        search->count++;
    }
    return found;
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
    const cli_companion_candidate *found = find_hash(cache, folder, search, &arena);
    if (found != NULL && search->count == 1) {
        const ap_view owned = identity_of(cache, folder, found, search, &arena);
        search->count =
            owned.size == search->wanted.size && memcmp(owned.bytes, search->wanted.bytes, owned.size) == 0;
    }
    cli_unlock(&folder->lock);
    ap_arena_free(&arena);
    return search->count == 1 ? found : NULL;
}
