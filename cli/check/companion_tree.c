#include "cli/check/companion_tree.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/extension.h"
#include "core/files/guard.h"
#include "validators/companion_name.h"
#include "validators/registry.h"

/* Functions that make a tree */

cli_folder *cli_tree_create(const char *path, cli_archive *archive)
{
    char *inside = NULL;
    const size_t bytes = strlen(path);
    const bool ended = bytes > 0 && path[bytes - 1] == '/';
    if (asprintf(&inside, "%s%s", path, archive != NULL ? "!" : ended ? "" : "/") < 0)
        return NULL;
    cli_folder *tree = cli_folder_create_record(inside, archive, archive == NULL ? 0 : strlen(inside));
    free(inside);
    if (tree != NULL)
        tree->listed = true;
    return tree;
}

bool cli_tree_add_candidate(cli_folder *tree, const cli_entry *entry)
{
    const ap_companion *companion;
    const size_t length = strlen(entry->path);
    for (size_t kind = 0; kind < CLI_COMPANIONS && (companion = ap_companion_at(kind)) != NULL; kind++) {
        cli_candidate_list *candidates = &tree->candidates[kind];
        if (companion->peek == NULL || candidates->count > CLI_TREE_CANDIDATES
            || !cli_ends_in(entry->path, length, companion->extension))
            continue;
        if (!cli_folder_add_candidate(tree, kind, entry->path, entry->member))
            return false;
        candidates->items[candidates->count - 1].settings = entry->settings;
    }
    return true;
}

static int compare_candidate_paths(const void *one, const void *other)
{
    const cli_companion_candidate *a = one, *b = other;
    return strcmp(a->path, b->path);
}

void cli_tree_sort_candidates(cli_folder *tree)
{
    for (size_t kind = 0; kind < CLI_COMPANIONS; kind++) {
        const cli_candidate_list *candidates = &tree->candidates[kind];
        if (candidates->count > 1)
            qsort(candidates->items, candidates->count, sizeof *candidates->items, compare_candidate_paths);
    }
}

/* Functions that search a tree. The caller holds the tree's lock. */

/* Returns the length of the folder's part of the path, with its last slash, or of the archive's path with its `!`. */
static size_t folder_path_length(const cli_folder *tree, const char *path)
{
    const size_t bytes = ap_folder_bytes(path);
    return bytes < tree->inside ? tree->inside : bytes;
}

/* `bytes` is the length of a folder's part of the path. Returns that length for the folder above; 0 if the folder above
   is outside the tree. */
static size_t parent_path_length(const cli_folder *tree, const char *path, size_t bytes)
{
    const size_t least = strlen(tree->path);
    return strncmp(path, tree->path, least) == 0 ? ap_parent_folder_bytes(path, bytes, least) : 0;
}

/* Returns the index of the first candidate with a path that begins with the first `bytes` bytes of `path`; without such
   a candidate, the index where it would be inserted. */
static size_t index_of_first_below_folder(
    const cli_candidate_list *candidates, const char *path, size_t bytes)
{
    size_t first = 0, end = candidates->count;
    while (first < end) {
        const size_t middle = first + (end - first) / 2;
        if (strncmp(candidates->items[middle].path, path, bytes) < 0)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

/* The arguments of read_identity_guarded, which runs inside the guard of the candidate. */
typedef struct tree_identity_query {
    const ap_companion *companion;
    const ap_input *input;
    ap_arena arena;
    ap_view owned;
} tree_identity_query;

static void read_identity_guarded(void *context)
{
    tree_identity_query *query = context;
    ap_arena_reset(&query->arena);
    query->owned = query->companion->peek(query->input->view, &query->arena);
}

/* Reads the identity of the candidate. If the candidate cannot be read, it gets no identity; its error is reported when
   the run checks it as a file. */
static void read_candidate_identity(
    cli_folder *tree, cli_companion_candidate *candidate, cli_identity_search *search)
{
    const cli_reading_options *reading = &candidate->settings->reading;
    ap_input input;
    ap_input_init(&input, reading->max_input_bytes);
    tree_identity_query query = { .companion = search->companion, .input = &input };
    ap_arena_init(&query.arena, reading->max_memory_bytes);
    ap_status status = tree->archive == NULL
                           ? ap_input_load_regular(&input, candidate->path)
                           : cli_archive_load_member(tree->archive, candidate->member, &input, NULL);
    if (status == AP_OK)
        status = ap_input_run_guarded(&input, read_identity_guarded, &query);
    const bool has = status == AP_OK && query.owned.size > 0;
    candidate->known = has ? CLI_HAS_IDENTITY : CLI_WITHOUT_IDENTITY;
    candidate->identity = has ? cli_hash_identity(query.owned) : 0;
    search->no_memory = search->no_memory || status == AP_NO_MEMORY || query.arena.failed;
    ap_arena_free(&query.arena);
    ap_input_free(&input);
}

/* Searches the folder that is the first `bytes` bytes of the path, and all folders below it. Returns the only candidate
   with the identity; of several, the only one with a stem that begins the file's stem; otherwise NULL. */
static const cli_companion_candidate *find_identity_below_folder(
    cli_folder *tree, const char *path, size_t bytes, cli_identity_search *search)
{
    const uint64_t wanted = cli_hash_identity(search->wanted);
    const cli_candidate_list *candidates = cli_folder_candidates(tree, search->companion);
    const cli_companion_candidate *only = NULL, *named = NULL;
    size_t named_count = 0;
    search->count = 0;
    for (size_t i = index_of_first_below_folder(candidates, path, bytes);
         i < candidates->count && strncmp(candidates->items[i].path, path, bytes) == 0; i++) {
        cli_companion_candidate *candidate = &candidates->items[i];
        if (candidate->known == CLI_NOT_READ)
            read_candidate_identity(tree, candidate, search);
        if (candidate->known != CLI_HAS_IDENTITY || candidate->identity != wanted)
            continue;
        only = candidate;
        search->count++;
        if (!ap_begins_with_companion_stem(candidate->path, path))
            continue;
        named = candidate;
        named_count++;
    }
    search->by_stem = search->count > 1;
    return search->count == 1 ? only : named_count == 1 ? named : NULL;
}

const cli_companion_candidate *cli_find_companion_in_tree(
    cli_companion_cache *cache, cli_folder *tree, const char *path, cli_identity_search *search)
{
    const cli_companion_candidate *found = NULL;
    size_t bytes = folder_path_length(tree, path);
    search->count = search->searched = search->above = 0;
    search->no_memory = false;
    search->unread = NULL;
    cli_lock(&tree->lock);
    for (size_t above = 1; above <= 2 && search->count == 0; above++) {
        bytes = parent_path_length(tree, path, bytes);
        if (bytes == 0)
            break;
        search->searched = above;
        found = find_identity_below_folder(tree, path, bytes, search);
        search->above = search->count > 0 ? above : 0;
    }
    cli_unlock(&tree->lock);
    if (found == NULL || cli_candidate_has_identity(cache, tree, found, search))
        return found;
    search->count = search->above = 0;
    return NULL;
}

void cli_visit_matches_in_tree(cli_folder *tree, const char *path, const cli_identity_search *search,
    void (*visit)(void *context, const char *path), void *context)
{
    const uint64_t wanted = cli_hash_identity(search->wanted);
    size_t bytes = folder_path_length(tree, path);
    cli_lock(&tree->lock);
    const cli_candidate_list *candidates = cli_folder_candidates(tree, search->companion);
    for (size_t above = 0; above < search->above; above++)
        bytes = parent_path_length(tree, path, bytes);
    for (size_t i = index_of_first_below_folder(candidates, path, bytes);
         i < candidates->count && strncmp(candidates->items[i].path, path, bytes) == 0; i++) {
        const cli_companion_candidate *candidate = &candidates->items[i];
        if (candidate->known == CLI_HAS_IDENTITY && candidate->identity == wanted)
            visit(context, candidate->path);
    }
    cli_unlock(&tree->lock);
}

size_t cli_tree_count_candidates(cli_folder *tree, const ap_companion *companion)
{
    cli_lock(&tree->lock);
    const size_t count = cli_folder_candidates(tree, companion)->count;
    cli_unlock(&tree->lock);
    return count;
}
