#include "cli/check/check_pair.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/shared/checked_file.h"
#include "validators/registry.h"

/* Returns the companion of this kind that an option names for all files, or NULL. */
static const cli_companion *named_companion(const cli_checking *at, const ap_companion *companion)
{
    const cli_companion *companions = at->checker->options->companions;
    for (size_t i = 0; i < CLI_COMPANIONS && companions != NULL; i++) {
        if (companions[i].path != NULL && companions[i].use.companion == companion)
            return &companions[i];
    }
    return NULL;
}

void cli_pair_find_candidate(cli_checking *at)
{
    cli_pair *pair = &at->pair;
    const ap_companion *companion = at->format == NULL ? NULL : at->format->companion;
    bool search = false;
    if (companion == NULL)
        return;
    if (named_companion(at, companion) != NULL) {
        pair->companion = companion;
        return;
    }
    if (at->checker->options->cache == NULL || at->folder == NULL)
        return;
    pair->companion = companion;
    pair->candidate =
        cli_find_companion_by_name(at->folder, companion, at->entry->path, &search, &pair->unlisted);
    if (at->entry->kind == CLI_ENTRY_STREAM && (pair->unlisted == ENOENT || pair->unlisted == ENOTDIR))
        pair->unlisted = 0; /* an editor may check a file before it creates the folder */
    pair->no_companion = pair->candidate != NULL ? CLI_COMPANION_FOUND : CLI_NO_CANDIDATE;
    if (!search)
        return;
    ap_arena *arena = &at->checker->found->arena;
    pair->wanted = companion->wants(at->checker->input.view, arena);
    pair->no_memory = arena->failed;
    pair->no_companion = pair->wanted.size > 0 ? CLI_NO_MATCH : CLI_IDENTITY_UNKNOWN;
}

ap_status cli_pair_unlisted(const cli_checking *at)
{
    ap_input *input = &at->checker->input;
    const int error = at->pair.unlisted;
    if (error == 0)
        return AP_OK;
    snprintf(input->error, sizeof input->error, "the file's folder cannot be searched for the companion: %s",
        strerror(error));
    return error == ENOMEM ? AP_NO_MEMORY : AP_CANNOT_READ;
}

/* Finds the companion with the identity that the file needs. A candidate that could not be read is kept as the
   companion, so that its error is reported. */
static void find_wanted(cli_checking *at)
{
    cli_pair *pair = &at->pair;
    cli_identity_search search = {
        .companion = pair->companion, .settings = at->entry->settings, .wanted = pair->wanted
    };
    pair->candidate = cli_find_companion_by_identity(at->checker->options->cache, at->folder, &search);
    pair->found_companion = search.unread;
    pair->no_memory = pair->no_memory || search.no_memory;
    pair->matches = search.count;
    pair->no_companion = pair->candidate != NULL || search.unread != NULL ? CLI_COMPANION_FOUND
                         : pair->matches > 0                              ? CLI_SEVERAL_MATCH
                                                                          : CLI_NO_MATCH;
}

void cli_pair_load(cli_checking *at)
{
    cli_pair *pair = &at->pair;
    if (pair->wanted.size > 0)
        find_wanted(at);
    if (pair->candidate != NULL) {
        pair->found_companion = cli_companion_cache_get(
            at->checker->options->cache, at->folder, pair->candidate, pair->companion, at->entry->settings);
        pair->no_memory = pair->no_memory || pair->found_companion == NULL;
    }
    if (pair->found_companion != NULL)
        pair->input =
            pair->found_companion->companion
                .input; /* a copy of the companion's input, because the guard writes into the input */
}

ap_companion_use *cli_pair_lint_option(cli_checking *at)
{
    cli_pair *pair = &at->pair;
    const ap_findings *list = &at->checker->found->list;
    ap_findings *together = &at->checker->found->together;
    if (pair->found_companion == NULL || pair->lost != AP_OK
        || pair->found_companion->companion.use.model == NULL)
        return NULL;
    together->arena = list->arena;
    together->rule_settings = list->rule_settings;
    together->max_findings = list->max_findings;
    together->max_per_rule = list->max_per_rule;
    ap_findings_restart(together);
    pair->use = (ap_companion_use){ .companion = pair->companion,
        .model = pair->found_companion->companion.use.model,
        .findings = together };
    return &pair->use;
}

void cli_pair_set_unreadable(cli_checking *at, ap_status status)
{
    at->pair.lost = status;
    ap_findings_restart(&at->checker->found->together);
}

/* Explains in the result why the file has no companion. */
static void explain_missing(const cli_pair *pair, cli_result *result)
{
    const ap_companion *companion = pair->companion;
    char *text = result->text;
    const size_t room = sizeof result->text;
    if (companion == NULL || pair->no_companion == CLI_COMPANION_FOUND)
        return;
    if (pair->no_companion == CLI_NO_CANDIDATE)
        snprintf(text, room, "its folder has no %s file%s", companion->extension,
            companion->wants == NULL ? " with the same name" : "");
    else if (pair->no_companion == CLI_NO_MATCH)
        snprintf(text, room, "no %s file in its folder has the same name or the same %s",
            companion->extension, companion->shared);
    else if (pair->no_companion == CLI_SEVERAL_MATCH)
        snprintf(text, room, "%zu %s files in its folder have the same %s, and none has the same name",
            pair->matches, companion->extension, companion->shared);
    else
        snprintf(text, room, "no %s file in its folder has the same name, and the %s of the file are unknown",
            companion->extension, companion->shared);
    result->file.no_companion = text;
}

/* Keeps the companion in the result if any finding or error of it is left to report. */
static void keep_companion(const cli_checking *at)
{
    const cli_pair *pair = &at->pair;
    cli_findings *found = at->checker->found;
    cli_result *result = at->result;
    if (pair->lost != AP_OK)
        memcpy(result->text, pair->input.error, sizeof result->text);
    else if (pair->use.model != NULL && !ap_findings_is_empty(&found->together))
        result->together = &found->together;
    result->lost = cli_exit_of(pair->lost);
    result->companion_is_file =
        cli_entry_was_found(at->entry) && ap_name_decides(pair->found_companion->path);
    if (pair->lost != AP_OK || result->together != NULL || !atomic_load(&pair->found_companion->reported))
        result->found_companion = pair->found_companion;
    else
        cli_found_companion_release(pair->found_companion);
}

void cli_pair_end(cli_checking *at)
{
    cli_pair *pair = &at->pair;
    cli_findings *found = at->checker->found;
    const cli_companion *given = pair->companion == NULL ? NULL : named_companion(at, pair->companion);
    const char *path = given != NULL                   ? given->path
                       : pair->found_companion != NULL ? pair->found_companion->path
                                                       : NULL;
    at->result->companion_path = path == NULL ? NULL : strdup(path);
    at->result->file.companion = at->result->companion_path;
    if (pair->no_memory || (path != NULL && at->result->companion_path == NULL))
        found->arena.failed = true;
    if (at->checker->options->explain_missing)
        explain_missing(pair, at->result);
    if (pair->found_companion != NULL)
        keep_companion(at);
}
