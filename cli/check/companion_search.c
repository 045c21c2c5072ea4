#include "cli/check/companion_search.h"

#include <string.h>

#include "core/base/same_bytes.h"
#include "core/files/guard.h"
#include "validators/companion_name.h"

/* The candidates of a folder or of a tree, as the context of an ap_candidate_list. */
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

uint64_t cli_hash_identity(ap_view view)
{
    uint64_t value = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < view.size; i++)
        value = (value ^ view.bytes[i]) * UINT64_C(0x100000001b3);
    return value;
}

/* The arguments of read_identity_guarded, which runs inside a guard. */
typedef struct identity_reading {
    const ap_companion *companion;
    const void *model; /* the parsed companion; NULL: the identity is read from the bytes of `input` */
    const ap_input *input;
    ap_arena *arena;
    ap_view identity; /* result: the companion's identity, in the arena; empty if it has none */
} identity_reading;

static void read_identity_guarded(void *context)
{
    identity_reading *a = context;
    ap_arena_reset(a->arena);
    a->identity = a->model != NULL ? a->companion->has(a->model, a->arena)
                                   : a->companion->peek(a->input->view, a->arena);
}

/* Returns the candidate's identity, in the arena. Returns an empty view if the identity is unknown. Sets
   search->unread if the candidate could not be read, and search->no_memory when out of memory. */
static ap_view identity_of_candidate(cli_companion_cache *cache, cli_folder *folder,
    const cli_companion_candidate *candidate, cli_identity_search *search, ap_arena *arena)
{
    identity_reading a = { .companion = search->companion, .arena = arena };
    cli_found_companion *found_companion =
        cli_companion_cache_get(cache, folder, candidate, search->companion, search->settings);
    if (found_companion != NULL && found_companion->companion.use.model != NULL) {
        /* a copy, because the guard writes into the input and other threads may use the companion */
        ap_input input = found_companion->companion.input;
        a.model = found_companion->companion.use.model;
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

/* Returns the identity of a candidate in a tree, in the arena, without parsing the whole candidate. A candidate that cannot be
   read has no identity; its error is reported when the run checks it as a file. */
static ap_view peek_identity_in_tree(const cli_folder *tree, const cli_companion_candidate *candidate,
    cli_identity_search *search, ap_arena *arena)
{
    const cli_reading_options *reading = &candidate->settings->reading;
    ap_input input;
    identity_reading a = { .companion = search->companion, .input = &input, .arena = arena };
    ap_input_init(&input, reading->max_input_bytes);
    arena->limit_bytes = reading->max_memory_bytes;
    ap_status status = tree->archive == NULL ? ap_input_load_known_regular_file(&input, candidate->path)
                                             : cli_archive_load_member(
                                                 tree->archive, candidate->member, UINT64_MAX, &input, NULL);
    if (status == AP_OK)
        status = ap_input_run_guarded(&input, read_identity_guarded, &a);
    search->no_memory = search->no_memory || status == AP_NO_MEMORY || arena->failed;
    ap_input_free_memory(&input);
    return status == AP_OK ? a.identity : (ap_view){ NULL, 0 };
}

/* Compares the hash of the candidate's identity with the wanted one. First reads a candidate that has not been read yet,
   unless `search` is NULL. The caller holds the folder's lock. */
static ap_identity_match read_and_match_candidate(void *context, size_t index)
{
    const folder_candidates *a = context;
    cli_companion_candidate *candidate = &a->list->items[index];
    if (candidate->known == CLI_NOT_READ && a->search != NULL) {
        const bool in_tree = candidate->settings != NULL;
        const ap_view owned =
            in_tree ? peek_identity_in_tree(a->folder, candidate, a->search, a->arena)
                    : identity_of_candidate(a->cache, a->folder, candidate, a->search, a->arena);
        if (!in_tree && (a->search->unread != NULL || a->search->no_memory))
            return AP_IDENTITY_PENDING;
        candidate->known = owned.size > 0 ? CLI_HAS_IDENTITY : CLI_WITHOUT_IDENTITY;
        candidate->identity = cli_hash_identity(owned);
    }
    return candidate->known == CLI_HAS_IDENTITY && candidate->identity == a->wanted ? AP_IDENTITY_EQUAL
                                                                                    : AP_IDENTITY_DIFFERS;
}

static ap_candidate_list list_of_candidates(folder_candidates *candidates)
{
    return (ap_candidate_list){ .context = candidates,
        .count = candidates->list->count,
        .allows_mixed_case = candidates->list->mixed,
        .path = path_of_candidate,
        .match = read_and_match_candidate };
}

const cli_companion_candidate *cli_find_companion_by_name(
    cli_folder *folder, const ap_companion *companion, const char *path, bool *search, int *error)
{
    size_t found = AP_NO_CANDIDATE;
    cli_lock(&folder->lock);
    cli_candidate_list *candidates = cli_folder_candidates(folder, companion);
    folder_candidates context = { .list = candidates };
    const ap_candidate_list list = list_of_candidates(&context);
    *error = folder->error;
    if (*error == 0)
        found = ap_find_companion_by_name(&list, path, companion->extension);
    *search = found == AP_NO_CANDIDATE && *error == 0 && candidates->count > 0 && companion->wants != NULL;
    cli_unlock(&folder->lock);
    return found == AP_NO_CANDIDATE ? NULL : &candidates->items[found];
}

static bool has_wanted_identity(cli_companion_cache *cache, cli_folder *folder,
    const cli_companion_candidate *candidate, cli_identity_search *search, ap_arena *arena)
{
    arena->limit_bytes = search->settings->reading.max_memory_bytes;
    return ap_same_bytes(identity_of_candidate(cache, folder, candidate, search, arena), search->wanted);
}

/* Functions that search a tree */

/* Returns the length of the part of a file's path that names its folder, with the last slash; for the top folder of an
   archive, the length of the archive's path with its `!`. */
static size_t folder_path_length(const cli_folder *tree, const char *path)
{
    const size_t bytes = ap_folder_bytes(path);
    return bytes < tree->inside ? tree->inside : bytes;
}

/* Returns the length of the part of `path` that names the topmost folder to search: that of the tree. Returns the length of
   `path` if the file is not in the tree, so that no folder is searched. */
static size_t tree_root_length(const cli_folder *tree, const char *path)
{
    const size_t least = strlen(tree->path);
    return strncmp(path, tree->path, least) == 0 ? least : strlen(path);
}

const cli_companion_candidate *cli_find_companion_by_identity(
    cli_companion_cache *cache, cli_folder *folder, const char *path_in_tree, cli_identity_search *search)
{
    ap_arena arena;
    ap_identity_choice *choice = &search->choice;
    search->unread = NULL;
    search->no_memory = false;
    ap_arena_init(&arena, search->settings->reading.max_memory_bytes);
    cli_lock(&folder->lock);
    cli_candidate_list *candidates = cli_folder_candidates(folder, search->companion);
    folder_candidates context = { candidates, cli_hash_identity(search->wanted), cache, folder, search,
        &arena };
    const ap_candidate_list list = list_of_candidates(&context);
    *choice = path_in_tree == NULL
                  ? ap_choose_by_identity(&list, "", 0, false)
                  : ap_choose_in_other_folders(&list, path_in_tree, folder_path_length(folder, path_in_tree),
                      tree_root_length(folder, path_in_tree));
    cli_unlock(&folder->lock);
    const cli_companion_candidate *found =
        choice->chosen == AP_NO_CANDIDATE ? NULL : &candidates->items[choice->chosen];
    if (found != NULL && !has_wanted_identity(cache, folder, found, search, &arena)) {
        found = NULL;
        choice->chosen = AP_NO_CANDIDATE;
        choice->count = choice->above = 0;
    }
    ap_arena_free(&arena);
    return found;
}

void cli_visit_ambiguous_matches(cli_folder *folder, const char *path_in_tree,
    const cli_identity_search *search, void (*visit)(void *context, const char *path), void *context)
{
    const char *path = path_in_tree == NULL ? "" : path_in_tree;
    size_t bytes = path_in_tree == NULL ? 0 : folder_path_length(folder, path);
    bool is_inside = path_in_tree != NULL;
    for (size_t above = 0; above < search->choice.above && is_inside; above++)
        is_inside = ap_find_parent_folder(path, &bytes, tree_root_length(folder, path));
    cli_lock(&folder->lock);
    folder_candidates searched = { .list = cli_folder_candidates(folder, search->companion),
        .wanted = cli_hash_identity(search->wanted) };
    const ap_candidate_list list = list_of_candidates(&searched);
    ap_visit_matches(&list, path, bytes, visit, context);
    cli_unlock(&folder->lock);
}
