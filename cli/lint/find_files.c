#include "cli/lint/find_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_SHARE = 8 /* of --max-memory, the table of an archive may be one in so many */ };

/* What holds for the path, and whether it is wanted. Each folder that is walked was asked for before it was entered; of what
   something else has found, none was. */
static cli_configured ask(const cli_finder *finder, const char *path, cli_asked_kind kind)
{
    const size_t names = finder->walks ? 1 : cli_names_after(path, 0);
    return cli_configs_choose(finder->configs, &(cli_asked_path){ path, kind, names });
}

/* A file that is named after its directory was walked was told of then, unless it was not wanted there. */
static cli_origin origin_of_later(const cli_finder *finder, const char *path, bool *told)
{
    const cli_configured there = ask(finder, path, CLI_ASKED_FILE);
    *told = there.result == CLI_CLEAN && there.unwanted == NULL && there.included;
    return there.unwanted == NULL ? CLI_NAMED_LATER : CLI_NAMED;
}

/* Hands a file over, with its folder. */
static bool hand_over(cli_finder *finder, cli_found *file, size_t member_at)
{
    if (!finder->alone) {
        file->folder = cli_folders_of(&finder->folders, file->path, file->archive, member_at);
        if (file->folder == NULL)
            return cli_jobs_unread(
                finder->jobs, file->path, AP_NO_MEMORY, "no memory to look for its companion");
    }
    return cli_jobs_file(finder->jobs, file);
}

/* A file in the archive. */
static bool found_member(cli_finder *finder, const cli_found *file, size_t member_at)
{
    const cli_member *member = file->member;
    if (member->wrong != NULL)
        return cli_jobs_unread(finder->jobs, file->path, AP_CANNOT_READ, member->wrong);
    if (member->skipped != NULL)
        return cli_jobs_skipped(finder->jobs, file->path, member->skipped);
    cli_found found = *file;
    return hand_over(finder, &found, member_at);
}

/* Forgets the archive that was entered last, once nobody looks at it. */
static bool leave_archive(cli_finder *finder)
{
    if (!cli_jobs_wait(finder->jobs))
        return false;
    cli_folders_free(&finder->folders);
    cli_archive_close(finder->archive);
    finder->archive = NULL;
    return true;
}

/* All that are wanted, in the order of their names. */
static bool find_members(cli_finder *finder, const cli_settings *settings, const char *path)
{
    size_t count, room = 0;
    bool go_on = true;
    char *name = NULL;
    const cli_member *members = cli_archive_members(finder->archive, &count);
    const size_t before = strlen(path) + 1;
    for (size_t i = 0; i < count && go_on; i++) {
        const size_t bytes = before + strlen(members[i].name) + 1;
        char *longer = bytes <= room ? name : realloc(name, 2 * bytes);
        if (longer == NULL) {
            go_on = cli_jobs_unread(finder->jobs, path, AP_NO_MEMORY, "no memory to name what is in it");
            break;
        }
        room = longer == name ? room : 2 * bytes;
        name = longer;
        snprintf(name, room, "%s!%s", path, members[i].name);
        const cli_found file = { .path = name,
            .origin = CLI_MET,
            .settings = settings,
            .archive = finder->archive,
            .member = &members[i] };
        go_on = cli_configs_exclude_member(finder->configs, path, members[i].name)
                    ? cli_jobs_skipped(finder->jobs, name, "it is excluded")
                    : found_member(finder, &file, before);
    }
    free(name);
    return go_on;
}

/* An archive is a folder: what is in it is judged as if it was met in one. */
static bool found_archive(cli_finder *finder, const cli_settings *settings, const char *path)
{
    const cli_reading *reading = &settings->reading;
    const cli_archive_limits limits = { reading->max_input_bytes, reading->max_memory_bytes / TABLE_SHARE };
    char error[AP_INPUT_ERROR_BYTES];
    ap_status status;
    finder->archive = cli_archive_open(path, &limits, &status, error);
    if (finder->archive == NULL)
        return cli_jobs_unread(finder->jobs, path, status, error);
    return find_members(finder, settings, path) && leave_archive(finder);
}

static bool found_file(void *context, const char *path, cli_origin origin)
{
    cli_finder *finder = context;
    bool told = false;
    if (origin == CLI_NAMED_LATER)
        origin = origin_of_later(finder, path, &told);
    if (told)
        return true;
    const cli_configured here = ask(finder, path, origin == CLI_MET ? CLI_ASKED_FILE : CLI_ASKED_NAMED);
    if (here.result != CLI_CLEAN)
        return cli_jobs_stop(finder->jobs, here.result, here.wrong);
    if (here.unwanted != NULL)
        return cli_jobs_skipped(finder->jobs, path, here.unwanted);
    if (cli_names_archive(path))
        return origin == CLI_NAMED_LATER || found_archive(finder, here.settings, path);
    cli_found file = {
        .path = path, .origin = here.included ? CLI_INCLUDED : origin, .settings = here.settings
    };
    return hand_over(finder, &file, 0);
}

static bool found_directory(void *context, const char *path, const char **why)
{
    const cli_finder *finder = context;
    const cli_configured here = ask(finder, path, CLI_ASKED_FOLDER);
    *why = here.unwanted;
    return here.result == CLI_CLEAN || cli_jobs_stop(finder->jobs, here.result, here.wrong);
}

/* That ends no walk: the patterns do not hold, and nothing else is wrong. */
static void found_unread_patterns(void *context, const char *path, const char *why)
{
    const cli_finder *finder = context;
    (void)cli_jobs_unread(finder->jobs, path, AP_CANNOT_READ, why);
}

static bool found_unreadable(void *context, const char *path, const char *reason)
{
    const cli_finder *finder = context;
    return cli_jobs_unread(finder->jobs, path, AP_CANNOT_READ, reason);
}

static bool found_other(void *context, const char *path, const char *why)
{
    const cli_finder *finder = context;
    return cli_jobs_skipped(finder->jobs, path, why);
}

static bool find_stream(const cli_finder *finder)
{
    const cli_configured here = cli_configs_of_run(finder->configs);
    return here.result == CLI_CLEAN ? cli_jobs_stream(finder->jobs, here.settings)
                                    : cli_jobs_stop(finder->jobs, here.result, here.wrong);
}

typedef cli_walked walk_function(const char *path, const cli_visitor *visitor, cli_met *met);

static bool find(cli_finder *finder, const char *path, walk_function *walk)
{
    const cli_visitor visitor = { finder, found_file, found_directory, found_unreadable, found_other };
    finder->walks = walk == cli_walk;
    cli_walked walked = walk(path, &visitor, &finder->met);
    if (walked == CLI_WALK_NO_MEMORY)
        return cli_jobs_unread(finder->jobs, path, AP_NO_MEMORY, "no memory to list it");
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

static bool find_listed(cli_finder *finder)
{
    const cli_path_list *list = &finder->list;
    const char *reason = NULL;
    bool go_on = true;
    if (list->name == NULL)
        return true;
    go_on = cli_each_path(list, find_path, finder, &reason);
    return reason == NULL ? go_on : cli_jobs_unread(finder->jobs, list->name, AP_CANNOT_READ, reason);
}

void cli_find_files(cli_finder *finder, cli_jobs *jobs)
{
    const char *name = NULL;
    finder->jobs = jobs;
    cli_configs_tell(finder->configs, found_unread_patterns, finder);
    bool go_on = find_named(finder) && find_listed(finder);
    while (go_on && (name = cli_met_files_next(&finder->met_files, name)) != NULL)
        go_on = find(finder, name, cli_walk_file);
    cli_met_free(&finder->met);
}

void cli_finder_free(cli_finder *finder)
{
    cli_folders_free(&finder->folders);
    cli_archive_close(finder->archive);
    finder->archive = NULL;
}
