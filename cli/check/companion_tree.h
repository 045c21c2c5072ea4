/* Lists the candidates for companions below a folder that the user named, or in an archive, and finds among them the
   companion of a file in another folder of that tree. */
#ifndef AP_COMPANION_TREE_H
#define AP_COMPANION_TREE_H

#include "cli/check/companion_search.h"
#include "cli/files/entry.h"

/* Most candidates of one kind of companion in a tree. Bounds memory: a candidate takes about 60 bytes and its path. */
enum { CLI_TREE_CANDIDATES = 1 << 16 };

/* Creates an empty tree, with one reference. `path` is the named folder or, if `archive` is not NULL, the path of the
   archive, which must stay open as long as the tree is used. Returns NULL when out of memory. */
cli_folder *cli_tree_create(const char *path, cli_archive *archive);

/* Adds the file to the tree if it has the extension of a companion that files of other folders may use. Returns false
   when out of memory. No other thread may use the tree yet. */
bool cli_tree_add_candidate(cli_folder *tree, const cli_entry *entry);

/* Sorts the candidates by path. Call it once, after the last cli_tree_add_candidate. */
void cli_tree_sort_candidates(cli_folder *tree);

/* Returns the number of candidates for this companion. If it is above CLI_TREE_CANDIDATES, the tree does not have all
   candidates and must not be searched for this companion. */
size_t cli_tree_count_candidates(cli_folder *tree, const ap_companion *companion);

/* Finds the companion below the parent of the file's folder or, if no candidate there has the identity, below
   the next folder above; never above the folder of the tree. Of several candidates, chooses the only one with a
   stem that begins the file's stem, in letters of either case. Sets search->choice. Returns NULL if no candidate is chosen. */
const cli_companion_candidate *cli_find_companion_in_tree(
    cli_companion_cache *cache, cli_folder *tree, const char *path, cli_identity_search *search);

/* Calls `visit` for each candidate with the identity, in the order of their paths, after cli_find_companion_in_tree has
   found several. `search` must have the result choice.above of that call. */
void cli_visit_ambiguous_matches_in_tree(cli_folder *tree, const char *path,
    const cli_identity_search *search, void (*visit)(void *context, const char *path), void *context);

#endif
