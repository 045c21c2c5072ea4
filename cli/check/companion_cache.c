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

void cli_found_companion_release(cli_found_companion *beside)
{
    if (beside == NULL || atomic_fetch_sub(&beside->holders, 1) > 1)
        return;
    if (beside->loaded)
        cli_companion_close(&beside->companion);
    cli_mutex_free(&beside->lock);
    free(beside->path);
    free(beside);
}

/* Companions that are kept. The lock is held. */

static cli_found_companion *make(const char *path, const cli_archive *archive, const cli_settings *settings)
{
    cli_found_companion *beside = calloc(1, sizeof *beside);
    if (beside == NULL)
        return NULL;
    atomic_init(&beside->holders, 1); /* as one that is kept */
    atomic_init(&beside->told, false);
    atomic_init(&beside->held_bytes, 0);
    cli_mutex_init(&beside->lock, CLI_RANK_COMPANION);
    beside->archive = archive;
    beside->settings = settings;
    beside->path = strdup(path);
    if (beside->path != NULL)
        return beside;
    cli_found_companion_release(beside);
    return NULL;
}

/* The one that is kept for these, taken out of the others; NULL: none. */
static cli_found_companion *take_out(
    cli_companion_cache *cache, const char *path, const cli_archive *archive, const cli_settings *settings)
{
    for (cli_found_companion **at = &cache->kept; *at != NULL; at = &(*at)->next) {
        cli_found_companion *beside = *at;
        if (beside->archive != archive || beside->settings != settings || strcmp(beside->path, path) != 0)
            continue;
        *at = beside->next;
        return beside;
    }
    return NULL;
}

/* Of those after the first that fit, keeps what somebody holds. */
static void drop_old(cli_companion_cache *cache)
{
    size_t count = 0, bytes = 0;
    cli_found_companion **at = &cache->kept;
    while (*at != NULL) {
        cli_found_companion *beside = *at;
        count++;
        bytes += atomic_load(&beside->held_bytes);
        if (count == 1 || (count <= CLI_COMPANIONS_KEPT && bytes <= CLI_COMPANIONS_KEPT_BYTES)
            || atomic_load(&beside->holders) > 1) {
            at = &beside->next;
            continue;
        }
        *at = beside->next;
        cli_found_companion_release(beside);
    }
}

/* Loading. Its own lock is held. */

static void load(cli_found_companion *beside, const cli_folder *folder, const cli_candidate *candidate,
    const ap_companion *companion)
{
    cli_companion *loaded = &beside->companion;
    ap_status status;
    cli_companion_init(loaded, companion, beside->path, &beside->settings->reading);
    if (folder->archive != NULL)
        status = cli_archive_load(folder->archive, candidate->member, &loaded->input, NULL);
    else
        status = ap_input_load(&loaded->input, beside->path);
    if (folder->archive != NULL)
        cli_archive_identify(folder->archive, candidate->member, &beside->about);
    else if (stat(beside->path, &beside->about) != 0)
        beside->about.st_ino = 0;
    cli_companion_parse(loaded, status);
    atomic_store(&beside->held_bytes, loaded->arena.held_bytes + loaded->input.view.size);
    beside->loaded = true;
}

cli_found_companion *cli_companion_cache_get(cli_companion_cache *cache, const cli_folder *folder,
    const cli_candidate *candidate, const ap_companion *companion, const cli_settings *settings)
{
    cli_lock(&cache->lock);
    cli_found_companion *beside = take_out(cache, candidate->path, folder->archive, settings);
    if (beside == NULL)
        beside = make(candidate->path, folder->archive, settings);
    if (beside != NULL) {
        atomic_fetch_add(&beside->holders, 1);
        beside->next = cache->kept;
        cache->kept = beside;
        drop_old(cache);
    }
    cli_unlock(&cache->lock);
    if (beside == NULL)
        return NULL;
    cli_lock(&beside->lock);
    if (!beside->loaded)
        load(beside, folder, candidate, companion);
    cli_unlock(&beside->lock);
    return beside;
}

/* Finding */

/* Which of the two comes first: the candidate's path, or the stem with the ending. */
static int compare(const cli_candidate *candidate, const char *path, size_t stem, const char *ending)
{
    const int order = strncmp(candidate->path, path, stem);
    return order != 0 ? order : strcmp(candidate->path + stem, ending);
}

static const cli_candidate *find_extension(
    const cli_candidates *candidates, const char *path, size_t stem, const char *ending)
{
    size_t first = 0, end = candidates->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        const int order = compare(&candidates->items[middle], path, stem, ending);
        if (order == 0)
            return &candidates->items[middle];
        if (order < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return NULL;
}

/* With the extension in small letters and capitals. */
static const cli_candidate *find_mixed(
    const cli_candidates *candidates, const char *path, size_t stem, const char *extension)
{
    char ending[AP_EXTENSION_BYTES];
    const size_t letters = strlen(extension);
    const cli_candidate *found = NULL;
    for (unsigned capitals = 1; found == NULL && capitals >> letters == 0; capitals++) {
        ap_extension_in_capitals(extension, ending);
        for (size_t i = 0; i < letters; i++)
            ending[i] = (capitals >> i & 1) != 0 ? ending[i] : extension[i];
        found = find_extension(candidates, path, stem, ending);
    }
    return found;
}

/* With the extension in small letters, or else in capitals, or else in both. */
static const cli_candidate *find_either(
    const cli_candidates *candidates, const char *path, const char *extension)
{
    char capitals[AP_EXTENSION_BYTES];
    const size_t stem = ap_stem_bytes(path);
    const cli_candidate *found = find_extension(candidates, path, stem, extension);
    ap_extension_in_capitals(extension, capitals);
    if (found == NULL)
        found = find_extension(candidates, path, stem, capitals);
    return found != NULL || !candidates->mixed ? found : find_mixed(candidates, path, stem, extension);
}

const cli_candidate *cli_find_stem(
    cli_folder *folder, const ap_companion *companion, const char *path, bool *search, int *error)
{
    const cli_candidate *found = NULL;
    cli_lock(&folder->lock);
    const cli_candidates *candidates = cli_folder_candidates(folder, companion);
    *error = folder->error;
    if (candidates->count > 0 && *error == 0)
        found = find_either(candidates, path, companion->extension);
    if (found != NULL && strcmp(found->path, path) == 0)
        found = NULL; /* a file of the format that is named as its companions are */
    *search = found == NULL && *error == 0 && candidates->count > 0 && companion->wants != NULL;
    cli_unlock(&folder->lock);
    return found;
}

/* FNV-1a. What it says is the same is compared. */
static uint64_t hash(ap_view view)
{
    uint64_t value = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < view.size; i++)
        value = (value ^ view.bytes[i]) * UINT64_C(0x100000001b3);
    return value;
}

/* What a candidate has, while it is asked. */
typedef struct asking {
    const cli_companion *asked;
    ap_arena *arena;
    ap_view owned;
} asking;

static void ask(void *context)
{
    asking *a = context;
    ap_arena_reset(a->arena);
    a->owned = a->asked->use.companion->has(a->asked->use.model, a->arena);
}

/* What the candidate has, in the arena; nothing where that cannot be known, and the search says why. */
static ap_view identity_of(cli_companion_cache *cache, cli_folder *folder, const cli_candidate *candidate,
    cli_search *search, ap_arena *arena)
{
    asking a = { .arena = arena };
    cli_found_companion *beside =
        cli_companion_cache_get(cache, folder, candidate, search->companion, search->settings);
    if (beside != NULL && beside->companion.use.model != NULL) {
        ap_input input = beside->companion.input; /* a guard writes into its input */
        a.asked = &beside->companion;
        if (ap_input_guard(&input, ask, &a) != AP_OK)
            a.owned = (ap_view){ NULL, 0 };
        search->no_memory = search->no_memory || arena->failed;
    } else if (beside != NULL && search->unread == NULL) {
        search->unread = beside;
        return a.owned;
    }
    search->no_memory = search->no_memory || beside == NULL;
    cli_found_companion_release(beside);
    return a.owned;
}

/* The candidates whose identity has this hash, the first of them and how many; reads those that were not read yet. The
   lock is held. */
static const cli_candidate *find_hash(
    cli_companion_cache *cache, cli_folder *folder, cli_search *search, ap_arena *arena)
{
    const cli_candidate *found = NULL;
    const uint64_t wanted = hash(search->wanted);
    cli_candidates *candidates = cli_folder_candidates(folder, search->companion);
    for (size_t i = 0; i < candidates->count; i++) {
        cli_candidate *candidate = &candidates->items[i];
        if (candidate->known == CLI_NOT_READ) {
            const ap_view owned = identity_of(cache, folder, candidate, search, arena);
            if (search->unread != NULL || search->no_memory)
                return NULL;
            candidate->known = owned.size > 0 ? CLI_HAS_IDENTITY : CLI_WITHOUT_IDENTITY;
            candidate->identity = hash(owned);
        }
        if (candidate->known != CLI_HAS_IDENTITY || candidate->identity != wanted)
            continue;
        found = found == NULL ? candidate : found;
        search->count++;
    }
    return found;
}

const cli_candidate *cli_find_wanted(cli_companion_cache *cache, cli_folder *folder, cli_search *search)
{
    ap_arena arena;
    search->count = 0;
    search->unread = NULL;
    search->no_memory = false;
    ap_arena_init(&arena, search->settings->reading.max_memory_bytes);
    cli_lock(&folder->lock);
    const cli_candidate *found = find_hash(cache, folder, search, &arena);
    if (found != NULL && search->count == 1) {
        const ap_view owned = identity_of(cache, folder, found, search, &arena);
        search->count =
            owned.size == search->wanted.size && memcmp(owned.bytes, search->wanted.bytes, owned.size) == 0;
    }
    cli_unlock(&folder->lock);
    ap_arena_free(&arena);
    return search->count == 1 ? found : NULL;
}
