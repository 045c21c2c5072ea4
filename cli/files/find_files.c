#include "cli/files/find_files.h"

#include <string.h>
#include <sys/stat.h>

#include "cli/shared/open_text.h"

const cli_option cli_stream_rows[] = {
    { .name = "stdin-filename",
        .value = "FILE",
        CLI_TEXT(cli_finder, stream_name),
        .completes = CLI_COMPLETES_FILES,
        .help = "treat '-' as FILE: its format, configuration and companions, and its name in messages" },
    { .name = NULL },
};

cli_exit cli_check_stream_name(const cli_finder *finder, const char *command, cli_operands words)
{
    const char *name = finder->stream_name;
    bool read = name == NULL;
    for (size_t i = 0; i < words.count && !read; i++)
        read = strcmp(words.items[i], "-") == 0;
    if (!read)
        return cli_usage_error(command, "--stdin-filename needs '-' among the paths");
    if (name != NULL && (name[0] == '\0' || name[strlen(name) - 1] == '/'))
        return cli_usage_error(
            command, "--stdin-filename: '%s' is not the name of a file", cli_shorten(name).text);
    return CLI_CLEAN;
}

cli_exit cli_check_path_list_and_read_shard(cli_finder *finder, const char *command, cli_operands words)
{
    const char *name = finder->list.name, *reason = NULL;
    size_t of_stdin = name != NULL && strcmp(name, "-") == 0;
    for (size_t i = 0; i < words.count; i++)
        of_stdin += strcmp(words.items[i], "-") == 0;
    if (of_stdin > 1)
        return cli_usage_error(command, "standard input can be read only once");
    if (name == NULL && finder->list.null_separated)
        return cli_usage_error(command, "--null needs --files-from");
    if (name == NULL || !cli_is_shard_list_and_read_first_line(name, &finder->shard, &reason)) {
        if (reason != NULL)
            cli_error_about(name, "%s", reason);
        return reason == NULL ? CLI_CLEAN : cli_exit_of_read_error(reason);
    }
    if (words.count > 0)
        return cli_usage_error(
            command, "'%s' is the list of a shard: no other path can be given with it", name);
    return CLI_CLEAN;
}

cli_settings_result cli_find_settings_of_path(
    const cli_finder *finder, const char *path, cli_settings_query_origin kind)
{
    const size_t names = finder->walks ? 1 : cli_count_names_after(path, 0);
    return cli_configs_settings_and_skip_reason(finder->configs, &(cli_settings_query){ path, kind, names });
}

/* Functions that visit entries. They return false to end the search. */

/* Visits the entry; if it is an archive that may be opened, visits the files in the archive instead. */
static bool visit_entry_or_archive_members(cli_finder *finder, cli_entry entry)
{
    entry.number = finder->number;
    if (entry.kind == CLI_ENTRY_FILE && finder->calls->leave != NULL && cli_is_archive_name(entry.path))
        return entry.origin == CLI_NAMED_LATER || cli_visit_archive_members(finder, &entry, NULL);
    return finder->calls->visit(finder->calls->context, &entry);
}

static bool visit_stop_and_end_search(cli_finder *finder, const cli_settings_result *here)
{
    (void)visit_entry_or_archive_members(finder,
        (cli_entry){ .kind = CLI_ENTRY_STOP, .path = "", .result = here->result, .reason = here->wrong });
    return false;
}

static bool visit_as_skipped(cli_finder *finder, const char *path, const char *why)
{
    return visit_entry_or_archive_members(
        finder, (cli_entry){ .kind = CLI_ENTRY_SKIPPED, .path = path, .reason = why });
}

static bool visit_as_unreadable(cli_finder *finder, const char *path, const char *why)
{
    return visit_entry_or_archive_members(finder, (cli_entry){ .kind = CLI_ENTRY_UNREADABLE,
                                                      .path = path,
                                                      .result = cli_exit_of_read_error(why),
                                                      .reason = why });
}

static bool visit_file(cli_finder *finder, cli_entry entry)
{
    finder->has_walked |= entry.origin == CLI_WALKED;
    /* a walk came to this file before: it checked the file, or skipped it because a pattern excludes it */
    if (entry.origin == CLI_NAMED_LATER) {
        const cli_settings_result there = cli_find_settings_of_path(finder, entry.path, CLI_ASKED_FILE);
        if (there.result != CLI_CLEAN)
            return visit_stop_and_end_search(finder, &there);
        if (there.skip_reason == NULL && there.included)
            return true;
        entry.origin = there.skip_reason == NULL ? CLI_NAMED_LATER : CLI_NAMED;
    }
    const cli_settings_result here = cli_find_settings_of_path(
        finder, entry.path, entry.origin == CLI_WALKED ? CLI_ASKED_FILE : CLI_ASKED_NAMED);
    if (here.result != CLI_CLEAN)
        return visit_stop_and_end_search(finder, &here);
    if (here.skip_reason != NULL)
        return visit_as_skipped(finder, entry.path, here.skip_reason);
    entry.origin = here.included ? CLI_INCLUDED : entry.origin;
    entry.settings = here.settings;
    return visit_entry_or_archive_members(finder, entry);
}

static bool visit_walked_entry(void *context, const cli_entry *entry)
{
    return entry->kind == CLI_ENTRY_FILE ? visit_file(context, *entry)
                                         : visit_entry_or_archive_members(context, *entry);
}

static bool set_skip_reason_and_go_on(void *context, const char *path, const char **why)
{
    cli_finder *finder = context;
    finder->has_walked = true;
    const cli_settings_result here = cli_find_settings_of_path(finder, path, CLI_ASKED_FOLDER);
    *why = here.skip_reason;
    return here.result == CLI_CLEAN || visit_stop_and_end_search(finder, &here);
}

/* Reports ignore patterns that cannot be read. The search continues without them. */
static void report_unread_patterns(void *context, const char *path, const char *why)
{
    (void)visit_as_unreadable(context, path, why);
}

void cli_enable_ignore_file_reports(cli_finder *finder)
{
    cli_configs_drop_ignores_and_set_unread_callback(finder->configs, report_unread_patterns, finder);
}

static bool visit_standard_input(cli_finder *finder)
{
    const char *name = finder->stream_name;
    const cli_settings_result here = name == NULL ? cli_configs_settings_of_run(finder->configs)
                                                  : cli_find_settings_of_path(finder, name, CLI_ASKED_NAMED);
    if (here.result != CLI_CLEAN)
        return visit_stop_and_end_search(finder, &here);
    if (here.skip_reason != NULL)
        return visit_as_skipped(finder, name, here.skip_reason);
    return visit_entry_or_archive_members(finder, (cli_entry){ .kind = CLI_ENTRY_STREAM,
                                                      .path = name == NULL ? "-" : name,
                                                      .origin = CLI_NAMED,
                                                      .settings = here.settings });
}

static bool walk_path(cli_finder *finder, const char *path,
    bool (*walk)(const char *path, const cli_walk_callbacks *visitor, cli_walked_paths *state))
{
    const cli_walk_callbacks visitor = { finder, visit_walked_entry, set_skip_reason_and_go_on, NULL };
    finder->walks = walk == cli_walk;
    return walk(path, &visitor, &finder->walk_state);
}

/* If the named path is a directory, lists its companions before the directory is walked. Otherwise tells the callbacks
   that the next file is in no named directory. */
static bool list_companions_of_path(cli_finder *finder, const char *path)
{
    struct stat about;
    const cli_companion_listing_callbacks *tree = finder->calls->tree;
    if (tree == NULL)
        return true;
    const bool is_directory = stat(path, &about) == 0 && S_ISDIR(about.st_mode);
    const bool listed =
        is_directory ? cli_list_tree_companions(finder, path) : tree->begin(tree->context, NULL, NULL);
    return listed
           || visit_entry_or_archive_members(finder, (cli_entry){ .kind = CLI_ENTRY_UNREADABLE,
                                                         .path = path,
                                                         .result = CLI_INTERNAL,
                                                         .reason = "no memory to list the companions" });
}

static bool find_files_of_path(void *context, const char *path)
{
    return list_companions_of_path(context, path) && walk_path(context, path, cli_walk);
}

static bool find_files_of_arguments(cli_finder *finder)
{
    bool go_on = true;
    for (size_t i = 0; i < finder->path_count && go_on; i++) {
        const char *path = finder->paths[i];
        if (strcmp(path, "-") == 0)
            go_on = list_companions_of_path(finder, path) && visit_standard_input(finder);
        else
            go_on = find_files_of_path(finder, path);
    }
    for (const char *path = NULL; go_on && (path = cli_listed_files_next(&finder->named, path)) != NULL;)
        go_on = find_files_of_path(finder, path);
    return go_on;
}

/* Visits an entry that the list of a shard has, as if this search had found it. */
static bool visit_listed_entry(void *context, const cli_entry *listed)
{
    cli_finder *finder = context;
    cli_entry entry = *listed;
    if (entry.kind == CLI_ENTRY_TREE || entry.kind == CLI_ENTRY_COMPANION)
        return cli_handle_listed_companion_line(finder, &entry);
    cli_end_listed_companions(finder);
    finder->number = entry.number;
    if (entry.kind == CLI_ENTRY_FILE) {
        const cli_settings_result here = cli_configs_settings_of_file(finder->configs, entry.path);
        if (here.result != CLI_CLEAN)
            return visit_stop_and_end_search(finder, &here);
        entry.settings = here.settings;
    }
    return visit_entry_or_archive_members(finder, entry);
}

static bool find_files_of_list(cli_finder *finder)
{
    const cli_path_list *list = &finder->list;
    const char *reason = NULL;
    bool go_on = true;
    if (list->name == NULL)
        return true;
    if (finder->shard.count > 0)
        go_on = finder->shard_complete =
            cli_shard_read_entries(list->name, &finder->shard, visit_listed_entry, finder, &reason);
    else
        go_on = cli_read_path_list(list, find_files_of_path, finder, &reason);
    return reason == NULL ? go_on : visit_as_unreadable(finder, list->name, reason);
}

void cli_find_files(cli_finder *finder, const cli_find_callbacks *calls)
{
    const char *name = NULL;
    finder->calls = calls;
    cli_enable_ignore_file_reports(finder);
    bool go_on = find_files_of_arguments(finder) && find_files_of_list(finder);
    if (go_on && calls->tree != NULL && cli_listed_files_next(&finder->listed_files, NULL) != NULL)
        (void)calls->tree->begin(calls->tree->context, NULL, NULL);
    while (go_on && (name = cli_listed_files_next(&finder->listed_files, name)) != NULL)
        go_on = walk_path(finder, name, cli_visit_file_as_walked);
    cli_walked_paths_free(&finder->walk_state);
}
