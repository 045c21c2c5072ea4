#include "cli/check/paired_text.h"

#include <string.h>

#include "core/files/guard.h"

bool cli_text_pairing_begin(
    cli_text_pairing *paired, const cli_reading_options *reading, cli_companion *named)
{
    paired->named = named;
    cli_companion_cache_init(&paired->cache);
    paired->options = (cli_check_options){ .reading = reading, .companions = named, .cache = &paired->cache };
    return cli_checker_init(&paired->checker, &paired->options);
}

void cli_text_pairing_free_cache_and_checker(cli_text_pairing *paired)
{
    cli_checker_free(&paired->checker);
    cli_companion_cache_free(&paired->cache);
}

void cli_text_pairing_find_companion(cli_text_pairing *paired, const cli_entry *file, const ap_format *format,
    ap_view text, cli_folder *folder)
{
    cli_file_check *at = &paired->at;
    *at = (cli_file_check){ .checker = &paired->checker,
        .entry = file,
        .folder = folder,
        .walked_path = file->path,
        .format = format,
        .lint = file->settings->reading.lint };
    paired->result.file = (ap_report_file){ .companion = NULL };
    ap_arena_reset(&paired->checker.found->arena);
    paired->checker.input.view = text;
    cli_pair_find_candidate(at);
    cli_pair_search_and_load_companions(at);
    cli_pair_describe_search(&at->pairs[CLI_FOUND_MAIN], &paired->result);
    at->lint.companions = NULL;
    for (size_t i = 0; i < CLI_COMPANIONS && paired->named != NULL; i++)
        cli_add_companion_use(&at->lint, &paired->named[i].use);
    cli_add_companion_use(&at->lint, cli_pair_begin_companion_use(at, CLI_FOUND_MAIN));
}

void cli_text_pairing_release_companion(cli_text_pairing *paired)
{
    for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++)
        cli_found_companion_release(paired->at.pairs[i].found_companion);
    memset(&paired->at, 0, sizeof paired->at);
    paired->checker.input.view = (ap_view){ NULL, 0 };
}

ap_status cli_text_pairing_run_guarded_or_fail(
    cli_text_pairing *paired, void (*work)(void *context), void *context)
{
    cli_companion_pairing *pair = &paired->at.pairs[CLI_FOUND_MAIN];
    ap_input *inputs[CLI_COMPANIONS + 1] = { NULL };
    size_t lost;
    for (size_t i = 0; i < CLI_COMPANIONS && paired->named != NULL; i++)
        inputs[i] = &paired->named[i].input;
    inputs[CLI_COMPANIONS] = pair->is_used ? &pair->input : NULL;
    return ap_input_run_guarded_all(inputs, CLI_COMPANIONS + 1, work, context, &lost);
}
