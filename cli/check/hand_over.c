#include "cli/check/hand_over.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TABLE_SHARE = 8 /* of --max-memory, the table of an archive may be one in so many */ };

/* Hands a file over, with its folder. */
static bool hand_over(cli_handing *handing, cli_found *file, size_t member_at)
{
    if (!handing->alone) {
        file->folder = cli_folders_of(&handing->folders, file->path, file->archive, member_at);
        if (file->folder == NULL)
            return cli_jobs_unread(
                handing->jobs, file->path, AP_NO_MEMORY, "no memory to look for its companion");
    }
    return cli_jobs_file(handing->jobs, file);
}

/* A file in the archive; its path has the member's name at `member_at`, and before that the archive's and a mark. */
static bool found_member(cli_handing *handing, const cli_found *file, const char *archive, size_t member_at)
{
    const cli_member *member = file->member;
    const cli_answer excluded = cli_configs_exclude_member(handing->finder->configs, archive, member->name);
    const cli_configured spent = cli_configs_spent(handing->finder->configs);
    if (excluded == CLI_NOT_KNOWN && spent.result != CLI_CLEAN)
        return cli_jobs_stop(handing->jobs, spent.result, spent.wrong);
    if (excluded == CLI_NOT_KNOWN)
        return cli_jobs_unread(
            handing->jobs, file->path, AP_NO_MEMORY, "no memory to find out if it is excluded");
    if (excluded == CLI_YES)
        return cli_jobs_skipped(handing->jobs, file->path, "it is excluded");
    if (member->wrong != NULL)
        return cli_jobs_unread(handing->jobs, file->path, AP_CANNOT_READ, member->wrong);
    if (member->skipped != NULL)
        return cli_jobs_skipped(handing->jobs, file->path, member->skipped);
    cli_found found = *file;
    return hand_over(handing, &found, member_at);
}

/* Forgets the archive that was entered last, once nobody looks at it. */
static bool leave_archive(cli_handing *handing)
{
    if (!cli_jobs_wait(handing->jobs))
        return false;
    cli_folders_free(&handing->folders);
    cli_archive_close(handing->archive);
    handing->archive = NULL;
    return true;
}

/* All that are wanted, in the order of their names. */
static bool find_members(cli_handing *handing, const cli_settings *settings, const char *path)
{
    size_t count, room = 0;
    bool go_on = true;
    char *name = NULL;
    const cli_member *members = cli_archive_members(handing->archive, &count);
    const size_t before = strlen(path) + 1;
    for (size_t i = 0; i < count && go_on; i++) {
        const size_t bytes = before + strlen(members[i].name) + 1;
        char *longer = bytes <= room ? name : realloc(name, 2 * bytes);
        if (longer == NULL) {
            go_on = cli_jobs_unread(handing->jobs, path, AP_NO_MEMORY, "no memory to name what is in it");
            break;
        }
        room = longer == name ? room : 2 * bytes;
        name = longer;
        snprintf(name, room, "%s!%s", path, members[i].name);
        const cli_found file = { .path = name,
            .origin = CLI_MET,
            .settings = settings,
            .archive = handing->archive,
            .member = &members[i] };
        go_on = found_member(handing, &file, path, before);
    }
    free(name);
    return go_on;
}

/* An archive is a folder: what is in it is judged as if it was met in one. */
static bool found_archive(cli_handing *handing, const cli_settings *settings, const char *path)
{
    const cli_reading *reading = &settings->reading;
    const cli_archive_limits limits = { reading->max_input_bytes, reading->max_memory_bytes / TABLE_SHARE };
    char error[AP_INPUT_ERROR_BYTES];
    ap_status status;
    handing->archive = cli_archive_open(path, &limits, &status, error);
    if (handing->archive == NULL)
        return cli_jobs_unread(handing->jobs, path, status, error);
    return find_members(handing, settings, path) && leave_archive(handing);
}

static bool found_file(void *context, const cli_wanted_file *file)
{
    cli_handing *handing = context;
    cli_jobs_at(handing->jobs, handing->finder->at);
    if (cli_names_archive(file->path))
        return file->origin == CLI_NAMED_LATER || found_archive(handing, file->settings, file->path);
    cli_found found = { .path = file->path, .origin = file->origin, .settings = file->settings };
    return hand_over(handing, &found, 0);
}

static bool found_stream(void *context, const cli_wanted_file *file)
{
    cli_handing *handing = context;
    cli_found found = {
        .path = file->path, .origin = file->origin, .settings = file->settings, .is_stream = true
    };
    return handing->finder->stream_name == NULL ? cli_jobs_stream(handing->jobs, file->settings)
                                                : hand_over(handing, &found, 0);
}

static bool found_skipped(void *context, const char *path, const char *why)
{
    const cli_handing *handing = context;
    cli_jobs_at(handing->jobs, handing->finder->at);
    return cli_jobs_skipped(handing->jobs, path, why);
}

static bool found_unread(void *context, const char *path, cli_exit result, const char *why)
{
    const cli_handing *handing = context;
    cli_jobs_at(handing->jobs, handing->finder->at);
    return cli_jobs_unread(handing->jobs, path, result == CLI_INTERNAL ? AP_NO_MEMORY : AP_CANNOT_READ, why);
}

static bool found_stop(void *context, cli_exit result, const char *why)
{
    const cli_handing *handing = context;
    return cli_jobs_stop(handing->jobs, result, why);
}

void cli_hand_over(cli_handing *handing, cli_jobs *jobs)
{
    static const cli_find_calls calls = { found_file, found_stream, found_skipped, found_unread, found_stop };
    handing->jobs = jobs;
    cli_find_files(handing->finder, &calls, handing);
}

void cli_handing_free(cli_handing *handing)
{
    cli_folders_free(&handing->folders);
    cli_archive_close(handing->archive);
    handing->archive = NULL;
}
