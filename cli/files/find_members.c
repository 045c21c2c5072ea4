/* Visits the files in an archive, as if a directory walk had found them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/files/find_files.h"
#include "cli/shared/checked_file.h"

enum { TABLE_SHARE = 8 /* the table of an archive may use --max-memory / TABLE_SHARE */ };

static bool visit_entry(const cli_finder *finder, const cli_entry *entry)
{
    return finder->calls->visit(finder->calls->context, entry);
}

/* Visits an entry that is not read: as skipped if `result` is CLI_CLEAN, otherwise as unreadable. `why` is the
   reason. Returns false to end the search, as all functions here do. */
static bool visit_skipped_or_unreadable(
    const cli_finder *finder, const cli_entry *entry, cli_exit result, const char *why)
{
    cli_entry failed = *entry;
    failed.kind = result == CLI_CLEAN ? CLI_ENTRY_SKIPPED : CLI_ENTRY_UNREADABLE;
    failed.result = result;
    failed.reason = why;
    return visit_entry(finder, &failed);
}

static bool visit_member(const cli_finder *finder, const cli_entry *entry, const char *archive)
{
    const cli_member *member = entry->member;
    const cli_match_answer excluded = cli_configs_is_member_excluded(finder->configs, archive, member->name);
    const cli_settings_result spent = cli_configs_match_error_or_clean(finder->configs);
    if (excluded == CLI_NOT_KNOWN && spent.result != CLI_CLEAN) {
        const cli_entry stop = { .kind = CLI_ENTRY_STOP,
            .number = entry->number,
            .path = "",
            .result = spent.result,
            .reason = spent.wrong };
        (void)visit_entry(finder, &stop);
        return false;
    }
    if (excluded == CLI_NOT_KNOWN)
        return visit_skipped_or_unreadable(
            finder, entry, CLI_INTERNAL, "no memory to match the patterns of --exclude");
    if (excluded == CLI_YES)
        return visit_skipped_or_unreadable(finder, entry, CLI_CLEAN, "it is excluded");
    if (member->wrong != NULL)
        return visit_skipped_or_unreadable(finder, entry, CLI_UNREADABLE, member->wrong);
    return member->skipped != NULL ? visit_skipped_or_unreadable(finder, entry, CLI_CLEAN, member->skipped)
                                   : visit_entry(finder, entry);
}

/* Visits the members. The path of a member is the archive's path, '!', and the member's name. */
static bool visit_all_members(cli_finder *finder, const cli_entry *archive)
{
    size_t count;
    bool go_on = true;
    const cli_member *members = cli_archive_members(finder->archive, &count);
    cli_entry entry = *archive;
    entry.kind = CLI_ENTRY_MEMBER;
    entry.origin = CLI_WALKED;
    entry.archive = finder->archive;
    entry.member_name_offset = strlen(archive->path) + 1;
    for (size_t i = 0; i < count && go_on; i++) {
        char *path;
        if (asprintf(&path, "%s!%s", archive->path, members[i].name) < 0)
            return visit_skipped_or_unreadable(
                finder, archive, CLI_INTERNAL, "no memory for the names of the files in the archive");
        entry.path = path;
        entry.member = &members[i];
        go_on = visit_member(finder, &entry, archive->path);
        free(path);
    }
    return go_on;
}

bool cli_visit_archive_members(cli_finder *finder, const cli_entry *archive, const ap_view *bytes)
{
    const cli_reading_options *reading = &archive->settings->reading;
    const cli_archive_limits limits = { reading->max_input_bytes, reading->max_memory_bytes / TABLE_SHARE };
    char error[AP_INPUT_ERROR_BYTES];
    ap_status status;
    finder->archive = cli_archive_open(archive->path, bytes, &limits, &status, error);
    if (finder->archive == NULL)
        return visit_skipped_or_unreadable(finder, archive, cli_exit_of_status(status), error);
    if (!cli_list_archive_companions(finder, archive)
        && !visit_skipped_or_unreadable(finder, archive, CLI_INTERNAL, "no memory to list the companions"))
        return false;
    if (!visit_all_members(finder, archive) || !finder->calls->leave(finder->calls->context))
        return false;
    cli_archive_close(finder->archive);
    finder->archive = NULL;
    return true;
}
