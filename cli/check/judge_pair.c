#include "cli/check/judge_pair.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "validators/registry.h"

void cli_pair_begin(cli_judge *judge)
{
    judge->companion = NULL;
    judge->candidate = NULL;
    judge->wanted = (ap_view){ NULL, 0 };
    judge->beside = NULL;
    judge->beside_lost = AP_OK;
    judge->alone = CLI_NOT_ALONE;
    judge->fitting = 0;
    judge->unlisted = 0;
    judge->no_memory = false;
}

/* The companion of that kind that was named for all files, or NULL. */
static const cli_companion *named(const cli_judge *judge, const ap_companion *companion)
{
    for (size_t i = 0; i < CLI_COMPANIONS && judge->companions != NULL; i++) {
        if (judge->companions[i].path != NULL && judge->companions[i].use.companion == companion)
            return &judge->companions[i];
    }
    return NULL;
}

void cli_pair_seek(cli_judge *judge)
{
    const ap_format *format = judge->format;
    bool search = false;
    if (format == NULL || format->companion == NULL)
        return;
    judge->companion = format->companion;
    if (named(judge, format->companion) != NULL)
        return;
    if (judge->pairs == NULL || judge->folder == NULL) {
        judge->companion = NULL;
        return;
    }
    judge->candidate =
        cli_find_stem(judge->folder, format->companion, judge->entry->path, &search, &judge->unlisted);
    if (judge->entry->kind == CLI_ENTRY_STREAM && (judge->unlisted == ENOENT || judge->unlisted == ENOTDIR))
        judge->unlisted = 0; /* an editor has not made the folder yet */
    judge->alone = judge->candidate != NULL ? CLI_NOT_ALONE : CLI_NONE_THERE;
    if (!search)
        return;
    judge->wanted = format->companion->wants(judge->input.view, &judge->found->arena);
    judge->no_memory = judge->found->arena.failed;
    judge->alone = judge->wanted.size > 0 ? CLI_NONE_FITS : CLI_NOTHING_WANTED;
}

ap_status cli_pair_unlisted(cli_judge *judge)
{
    if (judge->unlisted == 0)
        return AP_OK;
    snprintf(judge->input.error, sizeof judge->input.error,
        "its folder cannot be searched for its companion: %s", strerror(judge->unlisted));
    return judge->unlisted == ENOMEM ? AP_NO_MEMORY : AP_CANNOT_READ;
}

/* The companion that has what the file wants; or one that could not be asked for that, to be told of. */
static void find_wanted(cli_judge *judge)
{
    cli_search search = {
        .companion = judge->companion, .settings = judge->entry->settings, .wanted = judge->wanted
    };
    judge->candidate = cli_find_wanted(judge->pairs, judge->folder, &search);
    judge->beside = search.unread;
    judge->no_memory = judge->no_memory || search.no_memory;
    judge->fitting = search.count;
    judge->alone = judge->candidate != NULL || search.unread != NULL ? CLI_NOT_ALONE
                   : judge->fitting > 0                              ? CLI_SEVERAL_FIT
                                                                     : CLI_NONE_FITS;
}

void cli_pair_find(cli_judge *judge)
{
    if (judge->wanted.size > 0)
        find_wanted(judge);
    if (judge->candidate != NULL) {
        judge->beside = cli_pairs_get(
            judge->pairs, judge->folder, judge->candidate, judge->companion, judge->entry->settings);
        judge->no_memory = judge->no_memory || judge->beside == NULL;
    }
    if (judge->beside != NULL)
        judge->beside_input = judge->beside->companion.input; /* a guard writes into its input */
}

ap_companion_use *cli_pair_use(cli_judge *judge)
{
    ap_findings *findings = &judge->found->beside;
    if (judge->beside == NULL || judge->beside_lost != AP_OK || judge->beside->companion.use.model == NULL)
        return NULL;
    findings->arena = &judge->found->arena;
    findings->policy = judge->found->list.policy;
    findings->max_findings = judge->found->list.max_findings;
    findings->max_per_rule = judge->found->list.max_per_rule;
    ap_findings_restart(findings);
    judge->beside_use = (ap_companion_use){
        .companion = judge->companion, .model = judge->beside->companion.use.model, .findings = findings
    };
    return &judge->beside_use;
}

void cli_pair_lose(cli_judge *judge, ap_status status)
{
    judge->beside_lost = status;
    ap_findings_restart(&judge->found->beside);
}

/* Whether both together have findings that are the companion's. */
static bool has_findings(const cli_judge *judge)
{
    return judge->beside_use.model != NULL && !ap_findings_is_empty(&judge->found->beside);
}

void cli_pair_end(cli_judge *judge, cli_verdict *verdict)
{
    const cli_companion *given = judge->companion == NULL ? NULL : named(judge, judge->companion);
    const char *path = given != NULL ? given->path : judge->beside != NULL ? judge->beside->path : NULL;
    verdict->companion = judge->companion;
    verdict->alone = judge->alone;
    verdict->fitting = judge->fitting;
    verdict->beside_lost = judge->beside_lost;
    verdict->beside_found = has_findings(judge);
    verdict->companion_path = path == NULL ? NULL : strdup(path);
    if ((path != NULL && verdict->companion_path == NULL) || judge->no_memory)
        judge->found->arena.failed = true;
    if (judge->beside_lost != AP_OK)
        memcpy(verdict->error, judge->beside_input.error, sizeof verdict->error);
    if (judge->beside != NULL
        && (judge->beside_lost != AP_OK || verdict->beside_found || !atomic_load(&judge->beside->told)))
        verdict->beside = judge->beside;
    else
        cli_beside_let_go(judge->beside);
    judge->beside = NULL;
    judge->beside_use.model = NULL;
}
