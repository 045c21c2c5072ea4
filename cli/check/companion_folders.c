#include "cli/check/companion_folders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shared/extension.h"
#include "cli/shared/progress_line.h"
#include "validators/registry.h"

/* Creates an empty tree, with one reference. `path` is the named folder or, if `archive` is not NULL, the path of the
   archive, which must stay open as long as the tree is used. Returns NULL when out of memory. */
static cli_folder *create_tree(const char *path, cli_archive *archive)
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

/* Adds the file to the listed tree if it has the extension of a companion that files of other folders may use. Returns false
   when out of memory. */
static bool add_candidate_to_tree(void *context, const cli_entry *entry)
{
    const cli_companion_folder_listings *folders = context;
    cli_folder *tree = folders->listed_tree;
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

static bool begin_listing_tree(void *context, const char *path, cli_archive *archive)
{
    cli_companion_folder_listings *folders = context;
    cli_folder **tree = archive != NULL ? &folders->archive_tree : &folders->tree;
    folders->stopped = false;
    folders->begin_ms = folders->most_ms > 0 ? cli_now_ms() : 0;
    cli_folder_release(*tree);
    *tree = folders->listed_tree = path == NULL ? NULL : create_tree(path, archive);
    return path == NULL || *tree != NULL;
}

static void sort_listed_tree_or_drop_if_stopped(void *context)
{
    cli_companion_folder_listings *folders = context;
    for (size_t kind = 0; kind < CLI_COMPANIONS && folders->listed_tree != NULL; kind++)
        cli_sort_candidates(&folders->listed_tree->candidates[kind]);
    if (!folders->stopped)
        return;
    cli_folder_release(folders->tree);
    folders->tree = folders->listed_tree = NULL;
}

/* Returns true, and sets `stopped`, if listing the directory has taken longer than most_ms. */
static bool has_listing_run_out_of_time(void *context)
{
    cli_companion_folder_listings *folders = context;
    folders->stopped = folders->most_ms > 0 && cli_now_ms() - folders->begin_ms > folders->most_ms;
    return folders->stopped;
}

void cli_companion_folders_init(cli_companion_folder_listings *folders)
{
    *folders = (cli_companion_folder_listings){
        .calls = { folders, begin_listing_tree, add_candidate_to_tree, sort_listed_tree_or_drop_if_stopped,
            has_listing_run_out_of_time },
    };
}

cli_folder *cli_companion_folders_get(cli_companion_folder_listings *folders, const cli_entry *entry)
{
    cli_folder *tree = entry->archive != NULL ? folders->archive_tree : folders->tree;
    return cli_folders_get_folder_of_file(
        &folders->recent, entry->path, entry->archive, entry->member_name_offset, tree);
}

void cli_companion_folders_release_recent_and_archive(cli_companion_folder_listings *folders)
{
    cli_folders_free(&folders->recent);
    cli_folder_release(folders->archive_tree);
    folders->archive_tree = NULL;
}

void cli_companion_folders_free(cli_companion_folder_listings *folders)
{
    cli_companion_folders_release_recent_and_archive(folders);
    cli_folder_release(folders->tree);
    folders->tree = NULL;
}
