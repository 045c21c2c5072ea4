#include "cli/check/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/check/check_pair.h"
#include "cli/check/folder_set.h"
#include "cli/shared/checked_file.h"
#include "core/base/same_bytes.h"
#include "core/files/guard.h"
#include "core/finding/excerpt.h"
#include "validators/lint_bytes.h"
#include "validators/readers/file_answers.h"
#include "validators/registry.h"
#include "validators/services/fixing/replacements.h"

cli_findings *cli_findings_create(const cli_reading_options *options)
{
    cli_findings *made = calloc(1, sizeof *made);
    if (made == NULL)
        return NULL;
    ap_arena_init(&made->arena, options->max_memory_bytes);
    ap_findings_init(
        &made->list, &made->arena, &options->rule_settings, options->max_findings, options->max_per_rule);
    for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++)
        ap_findings_init(&made->together[i], &made->arena, &options->rule_settings, options->max_findings,
            options->max_per_rule);
    return made;
}

void cli_findings_free(cli_findings *found)
{
    if (found != NULL)
        ap_arena_free(&found->arena);
    free(found);
}

bool cli_checker_init(cli_checker *checker, const cli_check_options *options)
{
    *checker = (cli_checker){ .options = options, .found = cli_findings_create(options->reading) };
    cli_prefetch_init(&checker->prefetch);
    checker->prefetch.helper_threads = options->helper_threads;
    ap_fixing_init(&checker->fixing, options->reading->max_memory_bytes);
    ap_arena_init(&checker->readers, options->reading->max_memory_bytes);
    ap_input_init(&checker->input, options->reading->max_input_bytes);
    return checker->found != NULL;
}

void cli_checker_free(cli_checker *checker)
{
    cli_findings_free(checker->found);
    cli_prefetch_free(&checker->prefetch);
    ap_input_free_memory(&checker->input);
    ap_fixing_free(&checker->fixing);
    ap_arena_free(&checker->readers);
}

/* Sets the rule settings and the limits of the checker to those of the next file. */
static void apply_settings_of_next_file(cli_checker *checker, const cli_reading_options *reading)
{
    cli_findings *found = checker->found;
    checker->input.stream_limit_bytes = reading->max_input_bytes;
    found->arena.limit_bytes = reading->max_memory_bytes;
    ap_fixing_set_memory_limit(&checker->fixing, reading->max_memory_bytes);
    checker->readers.limit_bytes = reading->max_memory_bytes;
    checker->fixing.rule_settings = &reading->rule_settings;
    found->list.rule_settings = &reading->rule_settings;
    found->list.max_findings = reading->max_findings;
    found->list.max_per_rule = reading->max_per_rule;
}

/* Finds the format of the file. Sets the result to skipped if a directory walk found the file and its format is
   unknown, and to repeated if the user named a file that an earlier walk found. */
static void find_format_or_skip_walked_file(cli_file_check *at)
{
    const cli_path_origin origin = at->entry->origin;
    const char *path = at->entry->path;
    const ap_view view = at->checker->input.view;
    const ap_format *input_format = at->entry->settings->reading.input_format;
    if (origin == CLI_WALKED)
        at->format = cli_recognize_walked_file(input_format, path, view);
    else if (input_format != NULL)
        at->format = input_format;
    else
        at->format = ap_recognize_named(path, view);
    if (origin == CLI_NAMED_LATER && cli_recognize_walked_file(input_format, at->walked_path, view) != NULL)
        at->result->kind = CLI_RESULT_REPEATED;
    if (origin == CLI_WALKED && at->format == NULL) {
        at->result->kind = CLI_RESULT_SKIPPED;
        at->result->reason = ap_why_unrecognized(path, view);
    }
}

/* Recognises the format of the file and looks for its companion. Runs under the file's guard. */
static void find_format_and_candidate_guarded(void *context)
{
    cli_file_check *at = context;
    find_format_or_skip_walked_file(at);
    if (at->result->kind == CLI_RESULT_FILE)
        cli_pair_find_candidate(at);
}

/* Finds how known readers load the file. If memory runs out, marks the findings of the file as incomplete, too: the report of
   a file has one such mark, for findings and answers together. */
static void find_how_readers_load_file(cli_file_check *at)
{
    ap_arena *scratch = &at->checker->readers, *kept = &at->checker->found->arena;
    ap_answer *answers = ap_alloc_array(kept, AP_READERS, sizeof *answers);
    if (answers == NULL)
        return;
    ap_arena_reset(scratch);
    ap_find_file_answers(at->format, at->checker->input.view, &at->lint, scratch, answers);
    kept->failed |= scratch->failed;
    at->answers = (ap_report_answers){ answers, AP_READERS };
}

/* Lints the file, and collects fixes, excerpts and answers of readers. Runs under the guards of the file and its companions. */
static void lint_file_guarded(void *context)
{
    cli_file_check *at = context;
    cli_checker *checker = at->checker;
    ap_findings *findings = &checker->found->list;
    const ap_view view = checker->input.view;
    const ap_format *format = at->format;
    if (at->as_companion != NULL && ap_same_bytes(view, at->as_companion_input.view))
        at->lint.clean_model = at->as_companion->companion.use.model;
    ap_lint_as(format, view, &at->lint, findings, &at->about);
    at->lint.clean_model = NULL; /* fixes and answers of readers lint bytes that differ from the model's */
    if (checker->options->replacements
        /* a fix is written only to a file on disk, not to a stream or an archive */
        && at->entry->kind == CLI_ENTRY_FILE) {
        checker->fixing.options = &at->lint;
        ap_add_replacements_to_findings(&checker->fixing, format, view, findings);
    }
    if (checker->options->excerpts)
        at->excerpts =
            ap_make_excerpts(findings, view, format != NULL && format->text, &checker->found->arena);
    if (checker->options->answers && format != NULL)
        find_how_readers_load_file(at);
}

/* Clears the findings of an earlier lint, passes the companions that can be read to the next lint, and begins prefetching. */
static void prepare_lint(cli_file_check *at)
{
    cli_checker *checker = at->checker;
    cli_companion *companions = checker->options->companions;
    ap_arena_reset(&checker->found->arena);
    ap_findings_clear(&checker->found->list);
    at->about = (ap_lint_result){ .version = NULL };
    at->excerpts = NULL;
    at->answers = (ap_report_answers){ .items = NULL };
    at->lint.companions = NULL;
    at->lint.clean_model = NULL;
    for (size_t i = 0; i < CLI_COMPANIONS && companions != NULL; i++)
        cli_add_companion_use(&at->lint, &companions[i].use);
    for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++)
        cli_add_companion_use(&at->lint, cli_pair_begin_companion_use(at, i));
    at->lint.prefetch = cli_prefetch_begin_input(&checker->prefetch, &checker->input);
}

static void release_file_as_companion(cli_file_check *at)
{
    cli_found_companion_release(at->as_companion);
    at->as_companion = NULL;
}

/* Checks the file, and checks it again without the companion if a companion became unreadable meanwhile. */
static ap_status lint_with_readable_companions(cli_file_check *at)
{
    enum { FOUND = CLI_COMPANIONS, AS_COMPANION = FOUND + CLI_FOUND_COMPANIONS, FILE_ITSELF, INPUTS };
    cli_checker *checker = at->checker;
    cli_companion *companions = checker->options->companions;
    ap_input *inputs[INPUTS] = { NULL };
    for (size_t i = 0; i < CLI_COMPANIONS && companions != NULL; i++)
        inputs[i] = &companions[i].input;
    inputs[FILE_ITSELF] = &checker->input;
    for (;;) {
        size_t lost;
        prepare_lint(at);
        for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++)
            inputs[FOUND + i] = at->pairs[i].is_used ? &at->pairs[i].input : NULL;
        inputs[AS_COMPANION] = at->as_companion == NULL ? NULL : &at->as_companion_input;
        const ap_status status = ap_input_run_guarded_all(inputs, INPUTS, lint_file_guarded, at, &lost);
        cli_prefetch_end_input(&checker->prefetch);
        if (status == AP_OK || lost == FILE_ITSELF)
            return status;
        if (lost == AS_COMPANION)
            release_file_as_companion(at);
        else if (lost >= FOUND)
            cli_pair_set_companion_unreadable(at, lost - FOUND, status);
        else
            cli_companion_set_unreadable(&companions[lost], status);
    }
}

/* Recognises the format, loads the companion and checks the file. */
static ap_status check_loaded_file(cli_file_check *at)
{
    cli_checker *checker = at->checker;
    ap_arena_reset(&checker->found->arena);
    ap_status status = ap_input_run_guarded(&checker->input, find_format_and_candidate_guarded, at);
    if (status == AP_OK)
        status = cli_pair_check_listing_or_set_error(at);
    if (status != AP_OK || at->result->kind != CLI_RESULT_FILE)
        return status;
    cli_pair_search_and_load_companions(at);
    cli_pair_parse_as_companion_and_keep_if_clean(at);
    status = lint_with_readable_companions(at);
    cli_prefetch_release_pages(&checker->prefetch, &checker->input);
    release_file_as_companion(at);
    if (at->set_no_memory)
        at->checker->found->arena.failed = true;
    return status;
}

/* Fills in the result of the file after the check. */
static void fill_result_of_file(cli_file_check *at)
{
    struct stat about;
    cli_result *result = at->result;
    ap_report_file *file = &result->file;
    result->part.fail_on = at->entry->settings->fail_on;
    file->format = at->format == NULL ? NULL : at->format->name;
    file->version = at->about.version;
    file->variant = at->about.variant;
    file->text = at->format != NULL && at->format->text;
    cli_result_set_findings(result, &at->checker->found->list, at->excerpts);
    if (!at->checker->found->arena.failed)
        file->answers = at->answers;
    if (cli_has_companion_extension(file->name) && stat(file->name, &about) == 0) {
        result->part.device = about.st_dev;
        result->part.inode = about.st_ino;
    }
    cli_pair_store_companion_results(at);
}

void cli_check_file(cli_checker *checker, const cli_entry *entry, cli_folder *folder, cli_result *result)
{
    const bool later = entry->origin == CLI_NAMED_LATER;
    char *real = later ? realpath(entry->path, NULL) : NULL;
    const int error = later && real == NULL ? errno : 0;
    const cli_reading_options *reading = &entry->settings->reading;
    cli_file_check at = { .checker = checker,
        .entry = entry,
        .folder = folder,
        .walked_path = real == NULL ? entry->path : real,
        .result = result,
        .lint = reading->lint };
    if (checker->found == NULL) {
        free(real);
        cli_result_copy_error(result, CLI_INTERNAL, "no memory to check the file");
        return;
    }
    if (error != 0) {
        cli_result_copy_error(result, cli_exit_of_errno(error), strerror(error));
        return;
    }
    apply_settings_of_next_file(checker, reading);
    ap_status status = cli_load_and_compare_folder(&at);
    if (status == AP_OK)
        status = check_loaded_file(&at);
    result->file.size_bytes = status == AP_OK ? checker->input.view.size : 0;
    if (status != AP_OK) {
        for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++)
            cli_found_companion_release(at.pairs[i].found_companion);
        cli_result_copy_error(result, cli_exit_of_status(status), checker->input.error);
    } else if (result->kind == CLI_RESULT_FILE) {
        fill_result_of_file(&at);
    }
    ap_input_release(&checker->input);
    free(real);
}

void cli_check_file_for_folder_comparison(
    cli_checker *checker, const cli_entry *entry, cli_folder *folder, cli_file_errors_and_pairing *about)
{
    cli_result result;
    const cli_reading_options *reading = &entry->settings->reading;
    cli_file_check at = { .checker = checker,
        .entry = entry,
        .folder = folder,
        .walked_path = entry->path,
        .result = &result,
        .lint = reading->lint };
    const cli_companion_pairing *pair = &at.pairs[CLI_FOUND_MAIN];
    cli_result_init_from_entry(&result, entry);
    at.lint.policy = NULL; /* only errors of the format count, not those of rules of the project */
    at.lint.own = NULL;
    apply_settings_of_next_file(checker, reading);
    ap_status status = cli_entry_load(entry, &checker->input);
    if (status == AP_OK)
        status = check_loaded_file(&at);
    *about = (cli_file_errors_and_pairing){ .format = status == AP_OK ? at.format : NULL,
        .has_errors = status != AP_OK || checker->found->list.faults > 0 || checker->found->arena.failed,
        .is_paired = pair->choice.pairing == AP_PAIR_BY_NAME,
        .no_memory = status == AP_NO_MEMORY };
    about->fits_companion = !about->has_errors && pair->found_companion != NULL
                            && pair->found_companion->companion.use.model != NULL
                            && !pair->found_companion->companion.use.has_errors;
    for (size_t i = 0; i < CLI_FOUND_COMPANIONS; i++)
        cli_found_companion_release(at.pairs[i].found_companion);
    ap_input_release(&checker->input);
}
