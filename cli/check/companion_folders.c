#include "cli/check/companion_folders.h"

#include "cli/shared/progress_line.h"

static bool begin_listing_tree(void *context, const char *path, cli_archive *archive)
{
    cli_companion_folder_listings *folders = context;
    cli_folder **tree = archive != NULL ? &folders->archive_tree : &folders->tree;
    folders->stopped = false;
    folders->begin_ms = folders->most_ms > 0 ? cli_now_ms() : 0;
    cli_folder_release(*tree);
    *tree = folders->listed_tree = path == NULL ? NULL : cli_tree_create(path, archive);
    return path == NULL || *tree != NULL;
}

static bool add_candidate_to_tree(void *context, const cli_entry *entry)
{
    const cli_companion_folder_listings *folders = context;
    return cli_tree_add_candidate(folders->listed_tree, entry);
}

static void sort_listed_tree_or_drop_if_stopped(void *context)
{
    cli_companion_folder_listings *folders = context;
    if (folders->listed_tree != NULL)
        cli_tree_sort_candidates(folders->listed_tree);
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
