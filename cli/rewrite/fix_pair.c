/* Finds the companion of a file that is fixed, as lint does. */
#include "cli/rewrite/fix.h"

#include <string.h>

#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "core/files/guard.h"
#include "validators/registry.h"

/* Returns CLI_CLEAN if the companion was read or none is given. Otherwise prints why not. */
static cli_exit report_unreadable(const cli_companion *companion)
{
    return companion->path == NULL || companion->status == AP_OK
               ? CLI_CLEAN
               : cli_fail(cli_exit_of_status(companion->status), companion->path, "%s", companion->error);
}

cli_exit fix_pair_begin(fix_run *run)
{
    cli_exit result = CLI_CLEAN;
    const cli_reading *reading = &run->files.asked.reading;
    fix_pair *pair = &run->pair;
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_open(&pair->named[i], ap_companion_at(i), reading->companion_paths[i], reading);
    cli_companion_cache_init(&pair->cache);
    cli_companion_folders_init(&pair->folders);
    run->files.tree = &pair->folders.calls;
    pair->options =
        (cli_check_options){ .reading = reading, .companions = pair->named, .cache = &pair->cache };
    if (!cli_checker_init(&pair->checker, &pair->options))
        return cli_report_no_memory("companions");
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        result = cli_worse_exit(result, report_unreadable(&pair->named[i]));
    return result;
}

void fix_pair_end(fix_run *run)
{
    fix_pair *pair = &run->pair;
    cli_checker_free(&pair->checker);
    cli_companion_folders_free(&pair->folders);
    cli_companion_cache_free(&pair->cache);
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        cli_companion_close(&pair->named[i]);
}

/* Returns true if the format has fixes that need a companion. */
static bool has_paired_fix(const ap_format *format)
{
    for (size_t i = 0; format != NULL && format->fixers != NULL && i < format->fixers->count; i++) {
        if (format->fixers->rows[i].paired)
            return true;
    }
    return false;
}

static void add_use(ap_lint_options *lint, ap_companion_use *use)
{
    if (use == NULL || use->model == NULL)
        return;
    use->next = lint->companions;
    lint->companions = use;
}

/* Reports a found companion that cannot be read, once. */
static cli_exit report_found(cli_found_companion *found)
{
    if (found == NULL || found->companion.status == AP_OK)
        return CLI_CLEAN;
    return atomic_exchange(&found->reported, true) ? cli_exit_of_status(found->companion.status)
                                                   : report_unreadable(&found->companion);
}

cli_exit fix_pair_find(fix_run *run, const cli_entry *file)
{
    fix_pair *pair = &run->pair;
    pair->result.file = (ap_report_file){ .companion = NULL };
    pair->at = (cli_file_check){ .checker = &pair->checker,
        .entry = file,
        .walked_path = file->path,
        .format = run->format,
        .lint = run->reading->lint };
    if (!has_paired_fix(run->format))
        return CLI_CLEAN;
    cli_file_check *at = &pair->at;
    if (file->kind != CLI_ENTRY_STREAM || run->files.finder.stream_name != NULL)
        at->folder = cli_companion_folders_get(&pair->folders, file);
    ap_arena_reset(&pair->checker.found->arena);
    pair->checker.input.view = run->before;
    cli_pair_find_candidate(at);
    cli_pair_load(at);
    cli_pair_explain(&at->pairs[CLI_FOUND_MAIN], &pair->result);
    at->lint.companions = NULL;
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        add_use(&at->lint, pair->named[i].path == NULL ? NULL : &pair->named[i].use);
    add_use(&at->lint, cli_pair_companion_use(at, CLI_FOUND_MAIN));
    return report_found(at->pairs[CLI_FOUND_MAIN].found_companion);
}

ap_status fix_pair_guard(fix_run *run, void (*work)(void *context))
{
    fix_pair *pair = &run->pair;
    ap_input *inputs[CLI_COMPANIONS + 1] = { NULL };
    size_t lost;
    for (size_t i = 0; i < CLI_COMPANIONS; i++)
        inputs[i] = pair->named[i].path == NULL ? NULL : &pair->named[i].input;
    inputs[CLI_COMPANIONS] =
        pair->at.pairs[CLI_FOUND_MAIN].is_used ? &pair->at.pairs[CLI_FOUND_MAIN].input : NULL;
    return ap_input_run_guarded_all(inputs, CLI_COMPANIONS + 1, work, run, &lost);
}

void fix_pair_release(fix_run *run)
{
    for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++)
        cli_found_companion_release(run->pair.at.pairs[i].found_companion);
    memset(&run->pair.at, 0, sizeof run->pair.at);
    run->pair.checker.input.view = (ap_view){ NULL, 0 };
}
