#include "cli/check/companion_folders.h"

static bool begin_tree(void *context, const char *path, cli_archive *archive)
{
    cli_companion_folders *folders = context;
    cli_folder **tree = archive != NULL ? &folders->archive_tree : &folders->tree;
    cli_folder_release(*tree);
    *tree = folders->listed_tree = path == NULL ? NULL : cli_tree_make(path, archive);
    return path == NULL || *tree != NULL;
}

static bool add_to_tree(void *context, const cli_entry *entry)
{
    const cli_companion_folders *folders = context;
    return cli_tree_add(folders->listed_tree, entry);
}

static void end_tree(void *context)
{
    const cli_companion_folders *folders = context;
    if (folders->listed_tree != NULL)
        cli_tree_sort(folders->listed_tree);
}

void cli_companion_folders_init(cli_companion_folders *folders)
{
    *folders = (cli_companion_folders){
        .calls = { .context = folders, .begin = begin_tree, .add = add_to_tree, .end = end_tree },
    };
}

cli_folder *cli_companion_folders_get(cli_companion_folders *folders, const cli_entry *entry)
{
    cli_folder *tree = entry->archive != NULL ? folders->archive_tree : folders->tree;
    return cli_folders_get_folder(&folders->recent, entry->path, entry->archive, entry->member_at, tree);
}

void cli_companion_folders_leave_archive(cli_companion_folders *folders)
{
    cli_folders_free(&folders->recent);
    cli_folder_release(folders->archive_tree);
    folders->archive_tree = NULL;
}

void cli_companion_folders_free(cli_companion_folders *folders)
{
    cli_companion_folders_leave_archive(folders);
    cli_folder_release(folders->tree);
    folders->tree = NULL;
}
