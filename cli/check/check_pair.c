#include "cli/check/check_pair.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/check/companion_folders.h"
#include "cli/shared/checked_file.h"
#include "validators/registry.h"

/* Returns the companion of this kind that an option names for all files, or NULL. */
static const cli_companion *companion_named_by_option(const cli_file_check *at, const ap_companion *companion)
{
    const cli_companion *companions = at->checker->options->companions;
    for (size_t i = 0; i < CLI_COMPANIONS && companions != NULL; i++) {
        if (companions[i].path != NULL && companions[i].use.companion == companion)
            return &companions[i];
    }
    return NULL;
}

/* Returns the main companion, which an option or the configuration names or the search found; NULL if the file has none. */
static const cli_companion *main_companion(const cli_file_check *at)
{
    const cli_companion_pairing *pair = &at->pairs[CLI_FOUND_MAIN];
    const cli_companion *given =
        pair->choice.companion == NULL ? NULL : companion_named_by_option(at, pair->choice.companion);
    return given != NULL || pair->found_companion == NULL ? given : &pair->found_companion->companion;
}

/* Returns true if the tree has candidates, and not too many to search. If the tree has too many, records that in `pair`. */
static bool can_search_tree_and_note_if_too_large(cli_companion_pairing *pair, cli_folder *tree)
{
    if (tree == NULL || pair->choice.companion->peek == NULL)
        return false;
    cli_lock(&tree->lock);
    const size_t count = cli_folder_candidates(tree, pair->choice.companion)->count;
    cli_unlock(&tree->lock);
    if (count > CLI_TREE_CANDIDATES)
        pair->choice.tree_answer = AP_TREE_TOO_LARGE;
    return count > 0 && count <= CLI_TREE_CANDIDATES;
}

/* Finds the sidecar of the file by its name. */
static void find_sidecar_by_name(cli_file_check *at)
{
    cli_companion_pairing *pair = &at->pairs[CLI_FOUND_SIDECAR];
    bool search;
    pair->choice.companion = at->format->sidecar;
    pair->candidate = cli_find_companion_by_name(
        at->folder, pair->choice.companion, at->entry->path, &search, &pair->unlisted);
    pair->choice.pairing = AP_PAIR_BY_NAME;
}

/* Finds the main companion in the folder by the file's name. If the folder has no such companion, and other candidates can be
   searched, finds out which identity the companion must have. */
static void find_main_companion_or_wanted_identity(cli_file_check *at)
{
    cli_companion_pairing *pair = &at->pairs[CLI_FOUND_MAIN];
    const ap_companion *companion = pair->choice.companion = at->format->companion;
    bool search = false;
    pair->candidate =
        cli_find_companion_by_name(at->folder, companion, at->entry->path, &search, &pair->unlisted);
    /* a missing folder is not an error: an editor may check a text before its folder is created */
    if (at->entry->kind == CLI_ENTRY_STREAM && (pair->unlisted == ENOENT || pair->unlisted == ENOTDIR))
        pair->unlisted = 0;
    ap_choice_set_name_result(&pair->choice, pair->candidate != NULL, search);
    const bool elsewhere = pair->candidate == NULL && pair->unlisted == 0
                           && can_search_tree_and_note_if_too_large(pair, at->folder->tree);
    if (!search && !elsewhere)
        return;
    ap_arena *arena = &at->checker->found->arena;
    pair->wanted = companion->wants(at->checker->input.view, arena);
    pair->no_memory = arena->failed;
    ap_choice_plan_identity_searches(&pair->choice, pair->wanted, search, elsewhere);
}

void cli_pair_find_candidate(cli_file_check *at)
{
    cli_companion_pairing *pair = &at->pairs[CLI_FOUND_MAIN];
    const ap_companion *companion = at->format == NULL ? NULL : at->format->companion;
    const bool searches = at->checker->options->cache != NULL;
    if (companion == NULL)
        return;
    if (at->format->sidecar != NULL && searches && at->folder != NULL)
        find_sidecar_by_name(at);
    if (companion_named_by_option(at, companion) != NULL) {
        pair->choice.companion = companion;
        pair->choice.pairing = AP_PAIR_BY_OPTION;
    } else if (searches && at->entry->settings->companions[cli_companion_index(companion)] != NULL) {
        pair->choice.companion = companion;
        pair->choice.pairing = AP_PAIR_BY_CONFIG;
    } else if (searches && at->folder != NULL) {
        find_main_companion_or_wanted_identity(at);
    }
}

ap_status cli_pair_check_listing_or_set_error(const cli_file_check *at)
{
    ap_input *input = &at->checker->input;
    const int error = at->pairs[CLI_FOUND_MAIN].unlisted;
    if (error == 0)
        return AP_OK;
    snprintf(input->error, sizeof input->error, "the file's folder cannot be searched for the companion: %s",
        strerror(error));
    return error == ENOMEM ? AP_NO_MEMORY : AP_CANNOT_READ;
}

/* Finds the companion in the file's folder that has the identity which the file needs. If a candidate cannot be read,
   keeps this candidate as the companion, so that its error is reported. */
static void find_companion_or_unreadable_in_folder(cli_file_check *at, cli_identity_search *search)
{
    cli_companion_pairing *pair = &at->pairs[CLI_FOUND_MAIN];
    pair->candidate = cli_find_companion_by_identity(at->checker->options->cache, at->folder, NULL, search);
    pair->found_companion = search->unread;
    pair->no_memory = pair->no_memory || search->no_memory;
    ap_choice_set_folder_result(&pair->choice, &search->choice);
    if (search->unread != NULL)
        pair->choice.pairing = AP_PAIR_UNREAD;
}

/* Finds the companion in another folder of the tree. Ignores a candidate that cannot be read: the run checks the
   candidate as a file and reports its error. */
static void find_companion_in_tree(cli_file_check *at, cli_identity_search *search)
{
    cli_companion_pairing *pair = &at->pairs[CLI_FOUND_MAIN];
    pair->candidate = cli_find_companion_by_identity(
        at->checker->options->cache, at->folder->tree, at->entry->path, search);
    cli_found_companion_release(search->unread);
    pair->no_memory = pair->no_memory || search->no_memory;
    ap_choice_set_tree_result(&pair->choice, &search->choice);
}

void cli_pair_parse_as_companion_and_keep_if_clean(cli_file_check *at)
{
    cli_companion_cache *cache = at->checker->options->cache;
    const bool searches = cache != NULL && at->folder != NULL && at->format != NULL;
    const ap_companion *kind = searches ? cli_format_as_companion(at->format) : NULL;
    if (kind == NULL || companion_named_by_option(at, kind) != NULL)
        return;
    const cli_companion_candidate *candidate = cli_folder_find_candidate_others_may_need(
        at->folder, kind, at->entry->path, cli_entry_was_walked(at->entry));
    if (candidate == NULL)
        return;
    cli_found_companion *found =
        cli_companion_cache_get(cache, at->folder, candidate, kind, at->entry->settings);
    if (found == NULL || !found->is_clean) {
        cli_found_companion_release(found);
        return;
    }
    at->as_companion = found;
    at->as_companion_input = found->companion.input;
}

/* Loads the companion that the configuration names or the search chose, if there is one. */
static void load_found_companion(const cli_file_check *at, cli_companion_pairing *pair)
{
    if (pair->choice.pairing == AP_PAIR_BY_CONFIG) {
        pair->found_companion = cli_companion_cache_get_configured(at->checker->options->cache,
            cli_companion_index(pair->choice.companion), pair->choice.companion, at->entry->settings);
        pair->no_memory = pair->no_memory || pair->found_companion == NULL;
    } else if (pair->candidate != NULL) {
        cli_folder *folder = pair->choice.pairing == AP_PAIR_BY_TREE ? at->folder->tree : at->folder;
        pair->found_companion = cli_companion_cache_get(at->checker->options->cache, folder, pair->candidate,
            pair->choice.companion, at->entry->settings);
        pair->no_memory = pair->no_memory || pair->found_companion == NULL;
    }
    /* a copy, because the guard writes into the input and other threads may use the companion */
    if (pair->found_companion != NULL)
        pair->input = pair->found_companion->companion.input;
}

void cli_pair_search_and_load_companions(cli_file_check *at)
{
    cli_companion_pairing *pair = &at->pairs[CLI_FOUND_MAIN];
    cli_identity_search search = {
        .companion = pair->choice.companion, .settings = at->entry->settings, .wanted = pair->wanted
    };
    if (ap_choice_needs_folder_search(&pair->choice, pair->wanted))
        find_companion_or_unreadable_in_folder(at, &search);
    if (ap_choice_needs_tree_search(&pair->choice))
        find_companion_in_tree(at, &search);
    for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++)
        load_found_companion(at, &at->pairs[i]);
    const cli_companion *companion = main_companion(at);
    pair->choice.has_errors = companion != NULL && companion->use.has_errors;
    pair->choice.configuration = pair->found_companion == NULL ? NULL : pair->found_companion->origin;
}

const char *cli_pair_companion_path(const cli_file_check *at)
{
    const cli_companion *companion = main_companion(at);
    return companion == NULL ? NULL : companion->path;
}

void cli_pair_visit_ambiguous_candidates(
    const cli_file_check *at, void (*visit)(void *context, const char *path), void *context)
{
    const cli_companion_pairing *pair = &at->pairs[CLI_FOUND_MAIN];
    const cli_identity_search search = {
        .companion = pair->choice.companion, .wanted = pair->wanted, .choice.above = pair->choice.above
    };
    if (pair->choice.pairing == AP_PAIR_SEVERAL_MATCH)
        cli_visit_ambiguous_matches(at->folder, NULL, &search, visit, context);
    else if (pair->choice.tree_answer == AP_TREE_SEVERAL)
        cli_visit_ambiguous_matches(at->folder->tree, at->entry->path, &search, visit, context);
}

ap_companion_use *cli_pair_begin_companion_use(cli_file_check *at, size_t index)
{
    cli_companion_pairing *pair = &at->pairs[index];
    const ap_findings *list = &at->checker->found->list;
    ap_findings *together = &at->checker->found->together[index];
    pair->is_used = false;
    if (pair->found_companion == NULL || pair->lost != AP_OK
        || pair->found_companion->companion.use.model == NULL)
        return NULL;
    together->arena = list->arena;
    together->rule_settings = list->rule_settings;
    together->max_findings = list->max_findings;
    together->max_per_rule = list->max_per_rule;
    ap_findings_clear(together);
    pair->use = (ap_companion_use){ .companion = pair->choice.companion,
        .model = pair->found_companion->companion.use.model,
        .has_errors = pair->found_companion->companion.use.has_errors,
        .findings = together };
    pair->is_used = true;
    return &pair->use;
}

void cli_add_companion_use(ap_lint_options *lint, ap_companion_use *use)
{
    if (use == NULL || use->model == NULL)
        return;
    use->next = lint->companions;
    lint->companions = use;
}

void cli_pair_set_companion_unreadable(cli_file_check *at, size_t index, ap_status status)
{
    at->pairs[index].lost = status;
    ap_findings_clear(&at->checker->found->together[index]);
}

void cli_pair_describe_search(const cli_companion_pairing *pair, cli_result *result)
{
    const bool lacks = ap_choice_lacks_companion(&pair->choice);
    ap_describe_companion_choice(&pair->choice, result->pairing, sizeof result->pairing);
    if (lacks)
        result->file.no_companion = result->pairing;
    else if (pair->choice.companion != NULL && pair->choice.pairing != AP_PAIR_UNREAD && !pair->no_memory)
        result->file.companion_reason = result->pairing;
}

/* Keeps a companion in the result if a finding or an error of the companion is not yet reported; otherwise releases the
   companion. */
static void store_or_release_companion(const cli_file_check *at, size_t index)
{
    const cli_companion_pairing *pair = &at->pairs[index];
    ap_findings *together = &at->checker->found->together[index];
    cli_result_companion *result = &at->result->found[index];
    if (pair->found_companion == NULL)
        return;
    if (pair->lost != AP_OK)
        memcpy(result->text, pair->input.error, sizeof result->text);
    else if (pair->use.model != NULL && !ap_findings_report_is_empty(together))
        result->together = together;
    result->lost = cli_exit_of_status(pair->lost);
    /* is_file is false for a companion that the configuration names, because the directory walk may not visit it */
    result->is_file = pair->choice.pairing != AP_PAIR_BY_CONFIG && cli_entry_was_walked(at->entry)
                      && ap_is_extension_of_one_format(pair->found_companion->path);
    if (pair->lost != AP_OK || result->together != NULL || !atomic_load(&pair->found_companion->reported))
        result->companion = pair->found_companion;
    else
        cli_found_companion_release(pair->found_companion);
}

void cli_pair_store_companion_results(cli_file_check *at)
{
    const cli_companion_pairing *pair = &at->pairs[CLI_FOUND_MAIN];
    cli_findings *found = at->checker->found;
    const cli_found_companion *sidecar = at->pairs[CLI_FOUND_SIDECAR].found_companion;
    const char *path = cli_pair_companion_path(at);
    at->result->companion_path = path == NULL ? NULL : strdup(path);
    at->result->file.companion = at->result->companion_path;
    at->result->sidecar_path = sidecar == NULL ? NULL : strdup(sidecar->path);
    at->result->part.sidecar = at->result->sidecar_path;
    if (pair->no_memory || at->pairs[CLI_FOUND_SIDECAR].no_memory
        || (path != NULL && at->result->companion_path == NULL)
        || (sidecar != NULL && at->result->sidecar_path == NULL))
        found->arena.failed = true;
    if (path == NULL && pair->choice.companion != NULL && pair->choice.pairing != AP_PAIR_NOT_SEARCHED)
        at->result->file.lone_words = pair->choice.companion->lone;
    if (at->checker->options->explain_companion)
        cli_pair_describe_search(pair, at->result);
    for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++)
        store_or_release_companion(at, i);
}
