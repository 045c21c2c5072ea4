/* Lists the files below a named directory, or in an archive, that files in other folders may have as companions. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/find_files.h"
#include "cli/shared/extension.h"
#include "validators/registry.h"

/* State of listing the companions below a directory. */
typedef struct tree_listing {
    cli_finder *finder;
    bool no_memory;
} tree_listing;

/* Returns true if the name has the extension of a companion that is searched for in other folders. */
static bool has_tree_companion_extension(const char *name)
{
    const ap_companion *companion;
    const size_t length = strlen(name);
    for (size_t i = 0; (companion = ap_companion_at(i)) != NULL; i++) {
        if (companion->peek != NULL && cli_ends_in_any_case(name, length, companion->extension))
            return true;
    }
    return false;
}

static bool add_walked_companion(void *context, const cli_entry *walked)
{
    tree_listing *list = context;
    const cli_companion_listing_callbacks *tree = list->finder->calls->tree;
    if (walked->kind != CLI_ENTRY_FILE || !has_tree_companion_extension(walked->path))
        return true;
    const cli_settings_result here = cli_find_settings_of_path(list->finder, walked->path, CLI_ASKED_FILE);
    if (here.result != CLI_CLEAN || here.skip_reason != NULL)
        return here.result == CLI_CLEAN;
    cli_entry entry = *walked;
    entry.settings = here.settings;
    list->no_memory = !tree->add(tree->context, &entry);
    return !list->no_memory;
}

static bool set_skip_reason_and_go_on(void *context, const char *path, const char **why)
{
    tree_listing *list = context;
    const cli_settings_result here = cli_find_settings_of_path(list->finder, path, CLI_ASKED_FOLDER);
    const cli_companion_listing_callbacks *tree = list->finder->calls->tree;
    *why = here.skip_reason;
    return here.result == CLI_CLEAN && (tree->stop == NULL || !tree->stop(tree->context));
}

bool cli_list_tree_companions(cli_finder *finder, const char *path)
{
    tree_listing list = { .finder = finder };
    const cli_walk_callbacks visitor = { &list, add_walked_companion, set_skip_reason_and_go_on,
        has_tree_companion_extension };
    const cli_companion_listing_callbacks *tree = finder->calls->tree;
    cli_walked_paths state = { .directories = { NULL } };
    if (!tree->begin(tree->context, path, NULL))
        return false;
    finder->walks = true;
    cli_configs_drop_ignores_and_set_unread_callback(finder->configs, NULL, NULL);
    (void)cli_walk(path, &visitor, &state);
    cli_enable_ignore_file_reports(finder);
    cli_walked_paths_free(&state);
    tree->end(tree->context);
    return !list.no_memory;
}

/* Adds a file of the archive if it may be a companion and no pattern excludes it. Returns false when out of memory. */
static bool add_archive_member(const cli_finder *finder, const cli_entry *archive, const cli_member *member)
{
    const cli_companion_listing_callbacks *tree = finder->calls->tree;
    char *path = NULL;
    if (member->skipped != NULL || member->wrong != NULL || !has_tree_companion_extension(member->name)
        || cli_configs_is_member_excluded(finder->configs, archive->path, member->name) != CLI_NO)
        return true;
    if (asprintf(&path, "%s!%s", archive->path, member->name) < 0)
        return false;
    cli_entry entry = *archive;
    entry.path = path;
    entry.archive = finder->archive;
    entry.member = member;
    const bool added = tree->add(tree->context, &entry);
    free(path);
    return added;
}

bool cli_list_archive_companions(cli_finder *finder, const cli_entry *archive)
{
    size_t count;
    const cli_companion_listing_callbacks *tree = finder->calls->tree;
    const cli_member *members = cli_archive_members(finder->archive, &count);
    if (tree == NULL)
        return true;
    bool room = tree->begin(tree->context, archive->path, finder->archive);
    for (size_t i = 0; i < count && room; i++)
        room = add_archive_member(finder, archive, &members[i]);
    tree->end(tree->context);
    return room;
}

void cli_end_listed_companions(cli_finder *finder)
{
    if (finder->lists_tree)
        finder->calls->tree->end(finder->calls->tree->context);
    finder->lists_tree = false;
}

bool cli_handle_listed_companion_line(cli_finder *finder, const cli_entry *line)
{
    const cli_companion_listing_callbacks *tree = finder->calls->tree;
    cli_entry entry = *line;
    bool room = true;
    if (tree == NULL)
        return true;
    if (line->kind == CLI_ENTRY_TREE) {
        cli_end_listed_companions(finder);
        finder->lists_tree = line->path[0] != '\0';
        room = tree->begin(tree->context, finder->lists_tree ? line->path : NULL, NULL);
    } else if (finder->lists_tree) {
        const cli_settings_result here = cli_configs_settings_of_file(finder->configs, line->path);
        entry.kind = CLI_ENTRY_FILE;
        entry.settings = here.settings;
        room = here.result != CLI_CLEAN || tree->add(tree->context, &entry);
    }
    return room
           || finder->calls->visit(
               finder->calls->context, &(cli_entry){ .kind = CLI_ENTRY_UNREADABLE,
                                           .path = line->path,
                                           .result = CLI_INTERNAL,
                                           .reason = "no memory to list the companions" });
}
