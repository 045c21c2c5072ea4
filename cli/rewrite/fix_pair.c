/* Finds the companion of a file that is fixed, as lint does. */
#include "cli/rewrite/fix.h"

#include <string.h>

#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "core/files/guard.h"
#include "validators/registry.h"

/* Returns CLI_CLEAN if the companion was read or none is given. Otherwise prints why not. */
static cli_exit report_companion_if_unreadable(const cli_companion *companion)
{
    return companion->path == NULL || companion->status == AP_OK
               ? CLI_CLEAN
               : cli_fail(cli_exit_of_status(companion->status), companion->path, "%s", companion->error);
}

cli_exit fix_begin_companions(fix_run *run)
{
    cli_exit result = CLI_CLEAN;
    const cli_reading_options *reading = &run->files.asked.reading;
    fix_pair *pair = &run->pair;
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_open(&pair->named[i], ap_companion_at(i), reading->companion_paths[i], reading);
    cli_companion_folders_init(&pair->folders);
    run->files.tree = &pair->folders.calls;
    if (!cli_text_pairing_begin(&pair->text, reading, pair->named))
        return cli_report_no_memory("companions");
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        result = cli_worse_exit_by_rank(result, report_companion_if_unreadable(&pair->named[i]));
    return result;
}

void fix_end_companions(fix_run *run)
{
    fix_pair *pair = &run->pair;
    cli_text_pairing_free_cache_and_checker(&pair->text);
    cli_companion_folders_free(&pair->folders);
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_close(&pair->named[i]);
}

/* Returns true if the format has fixes that need a companion. */
static bool has_fix_with_companion(const ap_format *format)
{
    for (size_t i = 0; format != NULL && format->fixers != NULL && i < format->fixers->count; i++) {
        if (format->fixers->rows[i].paired)
            return true;
    }
    return false;
}

/* Returns CLI_CLEAN if the companion was read or none was found. Otherwise returns another code, the first time with a
   message. */
static cli_exit report_found_once_if_unreadable(cli_found_companion *found)
{
    if (found == NULL || found->companion.status == AP_OK)
        return CLI_CLEAN;
    return atomic_exchange(&found->reported, true) ? cli_exit_of_status(found->companion.status)
                                                   : report_companion_if_unreadable(&found->companion);
}

cli_exit fix_find_companions(fix_run *run, const cli_entry *file)
{
    fix_pair *pair = &run->pair;
    const bool paired = has_fix_with_companion(run->format);
    const bool named = file->kind != CLI_ENTRY_STREAM || run->files.finder.stream_name != NULL;
    cli_folder *folder = paired && named ? cli_companion_folders_get(&pair->folders, file) : NULL;
    cli_text_pairing_find_companion(&pair->text, file, paired ? run->format : NULL, run->original, folder);
    return report_found_once_if_unreadable(pair->text.at.pairs[CLI_FOUND_MAIN].found_companion);
}

void fix_release_companions(fix_run *run)
{
    cli_text_pairing_release_companion(&run->pair.text);
}
