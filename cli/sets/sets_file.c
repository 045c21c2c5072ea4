/* Finds the companion of one file, and measures the file and the companion. */
#include <string.h>

#include "cli/sets/sets.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "core/files/guard.h"
#include "validators/lint_bytes.h"
#include "validators/registry.h"

bool sets_supports_format(const void *record, const ap_format *format)
{
    (void)record;
    return format->companion != NULL || cli_format_as_companion(format) != NULL;
}

/* Stores the figures of a file, or its error, in the file's row. Copies the message of the error. */
static void store_figures(sets_run *run, sets_file *file, const cli_file_figures *row)
{
    const char *path = file->row.path;
    file->row = *row;
    file->row.path = path;
    file->row.failure.message = cli_copy_text(&run->kept, row->failure.message);
    file->measured = true;
}

/* Stores the skeleton of a file. Uses the memory of the skeleton stored last if both are equal. */
static void store_skeleton(sets_run *run, sets_file *file, ap_view skeleton)
{
    enum { MOST_BYTES = 64 << 10 /* some 2,000 joints */ };
    ap_view *last = &run->last_skeleton;
    file->skeleton = (ap_view){ NULL, 0 };
    if (skeleton.size == 0 || skeleton.size > MOST_BYTES)
        return;
    if (last->size != skeleton.size || memcmp(last->bytes, skeleton.bytes, skeleton.size) != 0) {
        uint8_t *bytes = ap_alloc(&run->kept, skeleton.size);
        if (bytes == NULL)
            return;
        memcpy(bytes, skeleton.bytes, skeleton.size);
        *last = (ap_view){ bytes, skeleton.size };
    }
    file->skeleton = *last;
}

static void measure_file_bytes(sets_run *run, sets_file *file, const ap_format *format, ap_view view)
{
    cli_file_figures row = { .path = file->row.path };
    cli_measure_figures(&row, view, format, run->files.reading, &run->files.arena);
    const ap_companion *kind = format == NULL ? NULL : cli_format_as_companion(format);
    if (kind != NULL && kind->peek != NULL && row.failure.message == NULL) {
        const ap_view identity = kind->peek(view, &run->files.arena);
        file->identity = identity.size == 0 ? 0 : cli_hash_identity(identity);
    }
    if (format != NULL && format->set != NULL && row.failure.message == NULL)
        store_skeleton(run, file, format->set->skeleton(view, &run->files.arena));
    if (!run->files.arena.failed)
        store_figures(run, file, &row);
}

/* Replaces the figures of a file by an error. The file may have figures because it was measured as a companion
   before. */
static void replace_figures_by_error(sets_run *run, sets_file *file, const char *message)
{
    const cli_file_figures row = { .path = file->row.path, .failure.message = message };
    file->skeleton = (ap_view){ NULL, 0 };
    file->identity = 0;
    store_figures(run, file, &row);
}

/* Measures the current file. Copies its bytes if the choice of its companion depends on them. */
static void measure_current_input(void *context)
{
    sets_run *run = context;
    const ap_view input = run->files.input.view;
    run->copy = (ap_view){ NULL, 0 };
    run->current = sets_find_or_add_file(run, run->files.entry->path);
    if (run->current == NULL)
        return;
    const ap_format *format =
        ap_choose_format(input, run->current->row.path, run->files.reading->input_format);
    if (!run->current->measured
        || run->current->visited) /* standard input may have the name of a file that the run has measured */
        measure_file_bytes(run, run->current, format, input);
    run->current->visited = true;
    if (format != NULL && format->companion != NULL && format->companion->wants != NULL)
        run->copy = cli_copy_bytes(&run->files.arena, input);
}

/* Stores the error of a companion that could not be read. */
static void store_companion_error(sets_run *run, sets_file *file, ap_status status, const char *text)
{
    file->unreadable_exit = cli_exit_of_status(status);
    file->unreadable_reason = cli_copy_text(&run->kept, text);
    if (!file->measured)
        replace_figures_by_error(run, file, text);
}

typedef struct companion_measurement {
    sets_run *run;
    sets_file *file;
    const ap_format *format;
    ap_view view;
} companion_measurement;

static void measure_companion(void *context)
{
    const companion_measurement *work = context;
    ap_arena_reset(&work->run->files.arena);
    measure_file_bytes(work->run, work->file, work->format, work->view);
}

/* Measures a companion that the search has loaded. */
static void measure_found_companion(sets_run *run, const cli_companion_pairing *pair, sets_file *file)
{
    const ap_format *format = ap_find_format(pair->choice.companion->name);
    companion_measurement work = { run, file, format, pair->found_companion->companion.input.view };
    if (format == NULL)
        return;
    const ap_status status = cli_text_pairing_run_guarded_or_fail(&run->text, measure_companion, &work);
    if (status != AP_OK)
        store_companion_error(run, file, status, pair->input.error);
    else if (run->files.arena.failed)
        store_companion_error(run, file, AP_NO_MEMORY, cli_memory_ran_out);
}

/* Adds the companion of the current file, and measures it unless that was done before. */
static void add_companion(sets_run *run, const cli_companion_pairing *pair)
{
    const cli_companion *found = &pair->found_companion->companion;
    sets_file *file = sets_find_or_add_file(run, pair->found_companion->path);
    run->current->companion = file;
    if (file == NULL)
        return;
    file->companion_kind = pair->choice.companion;
    if (found->status != AP_OK)
        store_companion_error(run, file, found->status, found->error);
    else if (found->use.model == NULL)
        store_companion_error(run, file, AP_NO_MEMORY, cli_memory_ran_out);
    else if (!file->measured)
        measure_found_companion(run, pair, file);
}

static void add_companion_candidate(void *context, const char *path)
{
    sets_run *run = context;
    sets_file *file = run->current;
    if (file->candidate_count < SETS_MOST_CANDIDATES)
        file->candidates[file->candidate_count] = cli_copy_text(&run->kept, path);
    file->candidate_count++;
}

/* Stores the reason why the current file has no companion: `reason`, or the error `status`. */
static cli_exit store_reason_without_companion(sets_run *run, const char *reason, ap_status status)
{
    const ap_input *input = &run->text.checker.input;
    run->current->reason = cli_copy_text(&run->kept, status == AP_OK ? reason : input->error);
    return cli_report_status(run->current->row.path, status, input);
}

/* Stores the result of the search for the companion of the current file. */
static cli_exit store_companion_search(sets_run *run)
{
    const cli_file_check *at = &run->text.at;
    const cli_companion_pairing *pair = &at->pairs[CLI_FOUND_MAIN];
    const cli_companion_pairing *sidecar = &at->pairs[CLI_FOUND_SIDECAR];
    const ap_report_file *about = &run->text.result.file;
    sets_file *file = run->current;
    file->companion = NULL;
    file->sidecar = NULL;
    file->candidate_count = 0;
    if (sidecar->found_companion != NULL)
        file->sidecar = cli_copy_text(&run->kept, sidecar->found_companion->path);
    if (pair->no_memory || sidecar->no_memory)
        return cli_report_no_memory(file->row.path);
    file->found_by = (int)pair->choice.pairing;
    file->found_by_stem = pair->choice.tree_answer == AP_TREE_STEM_DECIDES;
    cli_pair_visit_ambiguous_candidates(at, add_companion_candidate, run);
    if (pair->found_companion == NULL)
        return store_reason_without_companion(
            run, about->no_companion, cli_pair_check_listing_or_set_error(at));
    file->reason = cli_copy_text(&run->kept, about->companion_reason);
    add_companion(run, pair);
    return CLI_CLEAN;
}

/* Finds the companion of the current file after the file was measured. */
static cli_exit find_companion(sets_run *run, const cli_entry *entry)
{
    const ap_format *format = run->current->row.format;
    const bool named = entry->kind != CLI_ENTRY_STREAM || run->files.finder.stream_name != NULL;
    cli_folder *folder = named ? cli_companion_folders_get(&run->folders, entry) : NULL;
    if (named && folder == NULL)
        return cli_report_no_memory(entry->path);
    cli_text_pairing_find_companion(&run->text, entry, format, run->copy, folder);
    const cli_exit result = store_companion_search(run);
    cli_text_pairing_release_companion(&run->text);
    return result;
}

/* Stores the error of the current file, which could not be measured. */
static void store_error_of_current_file(sets_run *run, const cli_entry *entry, const char *message)
{
    run->current = sets_find_or_add_file(run, entry->path);
    if (run->current == NULL)
        return;
    run->current->visited = run->current->reported = true;
    replace_figures_by_error(run, run->current, message);
}

cli_exit sets_visit_file(void *record, const cli_entry *entry)
{
    sets_run *run = record;
    run->current = NULL;
    cli_exit result = cli_file_run_load_and_work(&run->files, entry, measure_current_input);
    if (result != CLI_CLEAN)
        store_error_of_current_file(run, entry, run->files.error);
    if (result != CLI_CLEAN || run->files.is_skipped || run->current == NULL)
        return result;
    result = find_companion(run, entry);
    return result == CLI_CLEAN && run->current->row.failure.message != NULL ? CLI_FINDINGS : result;
}

void sets_add_unreadable_path(void *record, const cli_entry *entry)
{
    sets_run *run = record;
    sets_file *file = sets_find_or_add_file(run, entry->path);
    if (file == NULL || file->measured)
        return;
    file->visited = file->reported = true;
    replace_figures_by_error(run, file, entry->reason);
}
