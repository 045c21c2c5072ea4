#include "cli/files/find_files.h"

#include <string.h>

const cli_option cli_stream_rows[] = {
    { .name = "stdin-filename",
        .value = "FILE",
        CLI_TEXT(cli_finder, stream_name),
        .completes = CLI_COMPLETES_FILES,
        .help = "treat '-' as FILE: its format, configuration and companions, and its name in messages" },
    { .name = NULL },
};

cli_exit cli_check_stream(const cli_finder *finder, const char *command, cli_words words)
{
    const char *name = finder->stream_name;
    bool read = name == NULL;
    for (size_t i = 0; i < words.count && !read; i++)
        read = strcmp(words.items[i], "-") == 0;
    if (!read)
        return cli_usage(command, "--stdin-filename names what '-' reads, and no '-' is given");
    if (name != NULL && (name[0] == '\0' || name[strlen(name) - 1] == '/'))
        return cli_usage(command, "--stdin-filename: '%s' is not the name of a file", cli_quote(name).text);
    return CLI_CLEAN;
}

/* What holds for the path, and whether it is wanted. Each folder that is walked was asked for before it was entered; of what
   something else has found, none was. */
static cli_configured ask(const cli_finder *finder, const char *path, cli_asked_kind kind)
{
    const size_t names = finder->walks ? 1 : cli_names_after(path, 0);
    return cli_configs_choose(finder->configs, &(cli_asked_path){ path, kind, names });
}

static bool stop(const cli_finder *finder, const cli_configured *here)
{
    return finder->calls->stop(finder->context, here->result, here->wrong);
}

static bool found_file(void *context, const char *path, cli_origin origin)
{
    cli_finder *finder = context;
    const cli_find_calls *calls = finder->calls;
    finder->entered |= origin == CLI_MET;
    if (origin
        == CLI_NAMED_LATER) { /* it was reported when its directory was walked, unless it was not wanted there */
        const cli_configured there = ask(finder, path, CLI_ASKED_FILE);
        if (there.result != CLI_CLEAN)
            return stop(finder, &there);
        if (there.unwanted == NULL && there.included)
            return true;
        origin = there.unwanted == NULL ? CLI_NAMED_LATER : CLI_NAMED;
    }
    const cli_configured here = ask(finder, path, origin == CLI_MET ? CLI_ASKED_FILE : CLI_ASKED_NAMED);
    if (here.result != CLI_CLEAN)
        return stop(finder, &here);
    if (here.unwanted != NULL)
        return calls->skipped(finder->context, path, here.unwanted);
    const cli_wanted_file file = { path, here.included ? CLI_INCLUDED : origin, here.settings };
    return calls->file(finder->context, &file);
}

static bool found_directory(void *context, const char *path, const char **why)
{
    cli_finder *finder = context;
    finder->entered = true;
    const cli_configured here = ask(finder, path, CLI_ASKED_FOLDER);
    *why = here.unwanted;
    return here.result == CLI_CLEAN || stop(finder, &here);
}

/* That ends no walk: the patterns do not hold, and nothing else is wrong. */
static void found_unread_patterns(void *context, const char *path, const char *why)
{
    const cli_finder *finder = context;
    (void)finder->calls->unread(finder->context, path, CLI_UNREADABLE, why);
}

static bool found_unreadable(void *context, const char *path, const char *reason)
{
    const cli_finder *finder = context;
    return finder->calls->unread(finder->context, path, CLI_UNREADABLE, reason);
}

static bool found_other(void *context, const char *path, const char *why)
{
    const cli_finder *finder = context;
    return finder->calls->skipped(finder->context, path, why);
}

static bool find_stream(const cli_finder *finder)
{
    const cli_find_calls *calls = finder->calls;
    const char *name = finder->stream_name;
    const cli_configured here =
        name == NULL ? cli_configs_of_run(finder->configs) : ask(finder, name, CLI_ASKED_NAMED);
    if (here.result != CLI_CLEAN)
        return stop(finder, &here);
    if (here.unwanted != NULL)
        return calls->skipped(finder->context, name, here.unwanted);
    const cli_wanted_file file = { name == NULL ? "-" : name, CLI_NAMED, here.settings };
    return calls->stream(finder->context, &file);
}

typedef cli_walked walk_function(const char *path, const cli_visitor *visitor, cli_met *met);

static bool find(cli_finder *finder, const char *path, walk_function *walk)
{
    const cli_visitor visitor = { finder, found_file, found_directory, found_unreadable, found_other };
    finder->walks = walk == cli_walk;
    cli_walked walked = walk(path, &visitor, &finder->met);
    if (walked == CLI_WALK_NO_MEMORY)
        return finder->calls->unread(finder->context, path, CLI_INTERNAL, "no memory to list it");
    return walked == CLI_WALKED;
}

static bool find_path(void *context, const char *path)
{
    return find(context, path, cli_walk);
}

static bool find_named(cli_finder *finder)
{
    bool go_on = true;
    for (size_t i = 0; i < finder->path_count && go_on; i++) {
        const char *path = finder->paths[i];
        go_on = strcmp(path, "-") == 0 ? find_stream(finder) : find_path(finder, path);
    }
    for (const char *path = NULL; go_on && (path = cli_met_files_next(&finder->named, path)) != NULL;)
        go_on = find_path(finder, path);
    return go_on;
}

/* An entry of a shard: what the whole run's search has found there. */
static bool find_entry(void *context, const cli_shard_entry *entry)
{
    cli_finder *finder = context;
    const cli_find_calls *calls = finder->calls;
    finder->at = entry->at;
    if (entry->kind == CLI_ENTRY_UNREAD)
        return calls->unread(finder->context, entry->path, entry->result, entry->why);
    if (entry->kind == CLI_ENTRY_SKIPPED) {
        const char *why = cli_shard_text(&finder->texts, entry->why);
        return why != NULL ? calls->skipped(finder->context, entry->path, why)
                           : calls->stop(finder->context, CLI_INTERNAL, "no memory for the shard's list");
    }
    const cli_configured here = cli_configs_of_file(finder->configs, entry->path);
    if (here.result != CLI_CLEAN)
        return stop(finder, &here);
    return calls->file(finder->context, &(cli_wanted_file){ entry->path, entry->origin, here.settings });
}

static bool find_listed(cli_finder *finder)
{
    const cli_path_list *list = &finder->list;
    const char *reason = NULL;
    bool go_on = true;
    if (list->name == NULL)
        return true;
    if (finder->shard.count > 0)
        go_on = finder->shard_whole = cli_shard_each(list->name, &finder->shard, find_entry, finder, &reason);
    else
        go_on = cli_each_path(list, find_path, finder, &reason);
    return reason == NULL ? go_on
                          : finder->calls->unread(finder->context, list->name, CLI_UNREADABLE, reason);
}

void cli_find_files(cli_finder *finder, const cli_find_calls *calls, void *context)
{
    const char *name = NULL;
    finder->calls = calls;
    finder->context = context;
    cli_configs_tell(finder->configs, found_unread_patterns, finder);
    bool go_on = find_named(finder) && find_listed(finder);
    while (go_on && (name = cli_met_files_next(&finder->met_files, name)) != NULL)
        go_on = find(finder, name, cli_walk_file);
    cli_met_free(&finder->met);
}

void cli_finder_free(cli_finder *finder)
{
    cli_shard_texts_free(&finder->texts);
}
