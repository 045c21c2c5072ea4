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
    cli_folder *tree = cli_folder_create_unlisted(inside, archive, archive == NULL ? 0 : strlen(inside));
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
            || !cli_ends_in_any_case(entry->path, length, companion->extension))
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

/* Functions that search a tree. Those that only this file calls run under the tree's lock. */

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

/* The arguments of read_identity_guarded, which runs inside the guard of the candidate. */
typedef struct tree_identity_reading {
    const ap_companion *companion;
    const ap_input *input;
    ap_arena arena;
    ap_view owned;
} tree_identity_reading;

static void read_identity_guarded(void *context)
{
    tree_identity_reading *query = context;
    ap_arena_reset(&query->arena);
    query->owned = query->companion->peek(query->input->view, &query->arena);
}

/* Reads and stores the identity of the candidate. A candidate that cannot be read has no identity; its error is reported
   when the run checks it as a file. */
static void read_candidate_identity(
    cli_folder *tree, cli_companion_candidate *candidate, cli_identity_search *search)
{
    const cli_reading_options *reading = &candidate->settings->reading;
    ap_input input;
    ap_input_init(&input, reading->max_input_bytes);
    tree_identity_reading query = { .companion = search->companion, .input = &input };
    ap_arena_init(&query.arena, reading->max_memory_bytes);
    ap_status status = tree->archive == NULL
                           ? ap_input_load_known_regular_file(&input, candidate->path)
                           : cli_archive_load_member(
                                 tree->archive, candidate->member, UINT64_MAX, &input, NULL);
    if (status == AP_OK)
        status = ap_input_run_guarded(&input, read_identity_guarded, &query);
    const bool has = status == AP_OK && query.owned.size > 0;
    candidate->known = has ? CLI_HAS_IDENTITY : CLI_WITHOUT_IDENTITY;
    candidate->identity = has ? cli_hash_identity(query.owned) : 0;
    search->no_memory = search->no_memory || status == AP_NO_MEMORY || query.arena.failed;
    ap_arena_free(&query.arena);
    ap_input_free_memory(&input);
}

/* The context of an ap_candidate_list: the candidates of a tree, and what is needed to read and compare them. */
typedef struct tree_match_context {
    cli_folder *tree;
    cli_candidate_list *list;
    uint64_t wanted; /* hash of the identity that the file needs */
    cli_identity_search *search;
} tree_match_context;

static const char *path_of_candidate(const void *context, size_t index)
{
    const tree_match_context *candidates = context;
    return candidates->list->items[index].path;
}

/* Compares the hash of the candidate's identity with the wanted one. First reads a candidate that has not been read yet. */
static ap_identity_match read_and_match_candidate(void *context, size_t index)
{
    const tree_match_context *a = context;
    cli_companion_candidate *candidate = &a->list->items[index];
    if (candidate->known == CLI_NOT_READ)
        read_candidate_identity(a->tree, candidate, a->search);
    return candidate->known == CLI_HAS_IDENTITY && candidate->identity == a->wanted ? AP_IDENTITY_EQUAL
                                                                                    : AP_IDENTITY_DIFFERS;
}

const cli_companion_candidate *cli_find_companion_in_tree(
    cli_companion_cache *cache, cli_folder *tree, const char *path, cli_identity_search *search)
{
    ap_identity_choice *choice = &search->choice;
    search->no_memory = false;
    search->unread = NULL;
    cli_lock(&tree->lock);
    cli_candidate_list *candidates = cli_folder_candidates(tree, search->companion);
    tree_match_context context = { tree, candidates, cli_hash_identity(search->wanted), search };
    const ap_candidate_list list = { .context = &context,
        .count = candidates->count,
        .path = path_of_candidate,
        .match = read_and_match_candidate };
    *choice =
        ap_choose_in_other_folders(&list, path, folder_path_length(tree, path), tree_root_length(tree, path));
    cli_unlock(&tree->lock);
    const cli_companion_candidate *found =
        choice->chosen == AP_NO_CANDIDATE ? NULL : &candidates->items[choice->chosen];
    if (found == NULL || cli_candidate_has_identity(cache, tree, found, search))
        return found;
    choice->chosen = AP_NO_CANDIDATE;
    choice->count = choice->above = 0;
    return NULL;
}

void cli_visit_ambiguous_matches_in_tree(cli_folder *tree, const char *path,
    const cli_identity_search *search, void (*visit)(void *context, const char *path), void *context)
{
    size_t bytes = folder_path_length(tree, path);
    bool is_inside = true;
    for (size_t above = 0; above < search->choice.above && is_inside; above++)
        is_inside = ap_find_parent_folder(path, &bytes, tree_root_length(tree, path));
    cli_visit_matches_below(tree, search, path, bytes, visit, context);
}

size_t cli_tree_count_candidates(cli_folder *tree, const ap_companion *companion)
{
    cli_lock(&tree->lock);
    const size_t count = cli_folder_candidates(tree, companion)->count;
    cli_unlock(&tree->lock);
    return count;
}
