#include "cli/check/check_pair.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/shared/checked_file.h"
#include "validators/registry.h"

/* The companion of that kind that was named for all files, or NULL. */
static const cli_companion *named(const cli_checking *at, const ap_companion *companion)
{
    const cli_companion *companions = at->checker->options->companions;
    for (size_t i = 0; i < CLI_COMPANIONS && companions != NULL; i++) {
        if (companions[i].path != NULL && companions[i].use.companion == companion)
            return &companions[i];
    }
    return NULL;
}

void cli_pair_seek(cli_checking *at)
{
    cli_pair *pair = &at->pair;
    const ap_companion *companion = at->format == NULL ? NULL : at->format->companion;
    bool search = false;
    if (companion == NULL)
        return;
    if (named(at, companion) != NULL) {
        pair->companion = companion;
        return;
    }
    if (at->checker->options->cache == NULL || at->folder == NULL)
        return;
    pair->companion = companion;
    pair->candidate = cli_find_stem(at->folder, companion, at->entry->path, &search, &pair->unlisted);
    if (at->entry->kind == CLI_ENTRY_STREAM && (pair->unlisted == ENOENT || pair->unlisted == ENOTDIR))
        pair->unlisted = 0; /* an editor has not made the folder yet */
    pair->alone = pair->candidate != NULL ? CLI_NOT_ALONE : CLI_NONE_THERE;
    if (!search)
        return;
    ap_arena *arena = &at->checker->found->arena;
    pair->wanted = companion->wants(at->checker->input.view, arena);
    pair->no_memory = arena->failed;
    pair->alone = pair->wanted.size > 0 ? CLI_NONE_FITS : CLI_NOTHING_WANTED;
}

ap_status cli_pair_unlisted(const cli_checking *at)
{
    ap_input *input = &at->checker->input;
    const int error = at->pair.unlisted;
    if (error == 0)
        return AP_OK;
    snprintf(input->error, sizeof input->error, "its folder cannot be searched for its companion: %s",
        strerror(error));
    return error == ENOMEM ? AP_NO_MEMORY : AP_CANNOT_READ;
}

/* The companion that has what the file wants; or one that could not be asked for that, to be reported. */
static void find_wanted(cli_checking *at)
{
    cli_pair *pair = &at->pair;
    cli_search search = {
        .companion = pair->companion, .settings = at->entry->settings, .wanted = pair->wanted
    };
    pair->candidate = cli_find_wanted(at->checker->options->cache, at->folder, &search);
    pair->beside = search.unread;
    pair->no_memory = pair->no_memory || search.no_memory;
    pair->fitting = search.count;
    pair->alone = pair->candidate != NULL || search.unread != NULL ? CLI_NOT_ALONE
                  : pair->fitting > 0                              ? CLI_SEVERAL_FIT
                                                                   : CLI_NONE_FITS;
}

void cli_pair_find(cli_checking *at)
{
    cli_pair *pair = &at->pair;
    if (pair->wanted.size > 0)
        find_wanted(at);
    if (pair->candidate != NULL) {
        pair->beside = cli_companion_cache_get(
            at->checker->options->cache, at->folder, pair->candidate, pair->companion, at->entry->settings);
        pair->no_memory = pair->no_memory || pair->beside == NULL;
    }
    if (pair->beside != NULL)
        pair->input = pair->beside->companion.input; /* a guard writes into its input */
}

ap_companion_use *cli_pair_use(cli_checking *at)
{
    cli_pair *pair = &at->pair;
    const ap_findings *list = &at->checker->found->list;
    ap_findings *together = &at->checker->found->together;
    if (pair->beside == NULL || pair->lost != AP_OK || pair->beside->companion.use.model == NULL)
        return NULL;
    together->arena = list->arena;
    together->rule_settings = list->rule_settings;
    together->max_findings = list->max_findings;
    together->max_per_rule = list->max_per_rule;
    ap_findings_restart(together);
    pair->use = (ap_companion_use){
        .companion = pair->companion, .model = pair->beside->companion.use.model, .findings = together
    };
    return &pair->use;
}

void cli_pair_lose(cli_checking *at, ap_status status)
{
    at->pair.lost = status;
    ap_findings_restart(&at->checker->found->together);
}

/* Says in the result why the file has no companion. */
static void explain(const cli_pair *pair, cli_result *result)
{
    const ap_companion *companion = pair->companion;
    char *text = result->text;
    const size_t room = sizeof result->text;
    if (companion == NULL || pair->alone == CLI_NOT_ALONE)
        return;
    if (pair->alone == CLI_NONE_THERE)
        snprintf(text, room, "no %s is in its folder%s", companion->extension,
            companion->wants == NULL ? " with its name" : "");
    else if (pair->alone == CLI_NONE_FITS)
        snprintf(text, room, "no %s of its folder has its name or its %s", companion->extension,
            companion->shared);
    else if (pair->alone == CLI_SEVERAL_FIT)
        snprintf(text, room, "%zu %s of its folder have its %s, and none its name", pair->fitting,
            companion->extension, companion->shared);
    else
        snprintf(text, room, "no %s of its folder has its name, and its %s are not known",
            companion->extension, companion->shared);
    result->file.alone = text;
}

/* Keeps the companion in the result if there is something to report of it. */
static void keep(const cli_checking *at)
{
    const cli_pair *pair = &at->pair;
    cli_findings *found = at->checker->found;
    cli_result *result = at->result;
    if (pair->lost != AP_OK)
        memcpy(result->text, pair->input.error, sizeof result->text);
    else if (pair->use.model != NULL && !ap_findings_is_empty(&found->together))
        result->together = &found->together;
    result->lost = cli_exit_of(pair->lost);
    result->beside_is_file = cli_entry_was_found(at->entry) && ap_name_decides(pair->beside->path);
    if (pair->lost != AP_OK || result->together != NULL || !atomic_load(&pair->beside->told))
        result->beside = pair->beside;
    else
        cli_found_companion_release(pair->beside);
}

void cli_pair_end(cli_checking *at)
{
    cli_pair *pair = &at->pair;
    cli_findings *found = at->checker->found;
    const cli_companion *given = pair->companion == NULL ? NULL : named(at, pair->companion);
    const char *path = given != NULL ? given->path : pair->beside != NULL ? pair->beside->path : NULL;
    at->result->companion_path = path == NULL ? NULL : strdup(path);
    at->result->file.companion = at->result->companion_path;
    if (pair->no_memory || (path != NULL && at->result->companion_path == NULL))
        found->arena.failed = true;
    if (at->checker->options->alone)
        explain(pair, at->result);
    if (pair->beside != NULL)
        keep(at);
}
