/* Finds how readers load one file: lints the file with its companion, and looks up what readers do with its
   findings. */
#include <string.h>

#include "cli/engines/engines.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "core/files/guard.h"
#include "validators/lint_bytes.h"
#include "validators/readers/file_answers.h"

static const char no_memory[] = "memory ran out (--max-memory)";

/* Copies the bytes of the current file unless the file is skipped. The copy can be read outside the guard of the file. */
static void copy_file_unless_skipped(void *context)
{
    engines_run *run = context;
    const ap_view input = run->input.view;
    ap_arena_reset(&run->arena);
    run->skipped = cli_file_run_decide_to_skip_file(run, input);
    if (run->skipped)
        return;
    uint8_t *bytes = ap_alloc(&run->arena, input.size);
    if (bytes != NULL && input.size > 0)
        memcpy(bytes, input.bytes, input.size);
    run->copy = (ap_view){ bytes, bytes == NULL ? 0 : input.size };
}

static void find_reader_answers(void *context)
{
    engines_run *run = context;
    engines_file_answers *row = &run->row;
    if (row->format != NULL)
        ap_find_file_answers(row->format, run->copy, &run->text.at.lint, &run->arena, row->answers);
}

/* Finds the companion of the file, and then the answers of all readers. */
static ap_status find_answers_with_companion(engines_run *run, const cli_entry *entry)
{
    const bool named = entry->kind != CLI_ENTRY_STREAM || run->files.finder.stream_name != NULL;
    cli_folder *folder = named ? cli_companion_folders_get(&run->folders, entry) : NULL;
    if (named && folder == NULL)
        return AP_NO_MEMORY;
    cli_text_pairing_find_companion(&run->text, entry, run->row.format, run->copy, folder);
    ap_status status = cli_text_pairing_run_guarded_or_fail(&run->text, find_reader_answers, run);
    if (status != AP_OK) { /* the companion became unreadable: the file is linted without it */
        run->text.at.lint.companions = NULL;
        find_reader_answers(run);
        status = AP_OK;
    }
    cli_text_pairing_release_companion(&run->text);
    return status;
}

/* Adds the answers for a file to the sums. */
static void add_answers_to_sums(engines_run *run, const engines_file_answers *row)
{
    bool loads = true;
    run->with_answers++;
    for (size_t i = 0; i < AP_READERS; i++) {
        run->sums[i][row->answers[i].kind]++;
        loads &= row->answers[i].kind <= AP_ANSWER_LOADS;
    }
    run->load_in_all += loads;
}

bool engines_row_fails(const engines_run *run, const engines_file_answers *row)
{
    for (size_t i = 0; i < AP_READERS; i++) {
        const ap_answer_kind kind = row->answers[i].kind;
        if (run->must_load[i] && kind > AP_ANSWER_LOADS && kind != AP_ANSWER_UNKNOWN)
            return true;
    }
    return false;
}

/* Counts and prints the row of the current file. `result` is the exit code of reading the file. Returns the exit code of the
   file: CLI_FINDINGS if its format is unknown or a reader of --require does not load it. */
static cli_exit print_and_count_row(engines_run *run, cli_exit result)
{
    engines_file_answers *row = &run->row;
    if (result == CLI_CLEAN && row->format == NULL) {
        row->error = "the format is not recognized";
        result = CLI_FINDINGS;
    }
    if (row->error == NULL)
        add_answers_to_sums(run, row);
    engines_form_of(run)->print_row(run, row);
    return result == CLI_CLEAN && engines_row_fails(run, row) ? CLI_FINDINGS : result;
}

cli_exit engines_visit_file(void *record, const cli_entry *entry)
{
    engines_run *run = record;
    run->reading = &entry->settings->reading;
    run->input.stream_limit_bytes = run->reading->max_input_bytes;
    run->arena.limit_bytes = run->reading->max_memory_bytes;
    run->row = (engines_file_answers){ .path = entry->path };
    run->skipped = false;
    ap_status status = cli_entry_load(entry, &run->input);
    if (status == AP_OK)
        status = ap_input_run_guarded(&run->input, copy_file_unless_skipped, run);
    cli_exit result = cli_report_status(entry->path, status, &run->input);
    if (result == CLI_CLEAN && cli_file_run_count_and_is_skipped(&run->files, run->skipped)) {
        ap_input_release(&run->input);
        return result;
    }
    if (result == CLI_CLEAN && !run->arena.failed) {
        run->row.format = ap_choose_format(run->copy, entry->path, run->reading->input_format);
        status = find_answers_with_companion(run, entry);
    }
    if (result == CLI_CLEAN && (status != AP_OK || run->arena.failed))
        result = cli_report_no_memory(entry->path);
    if (result != CLI_CLEAN)
        run->row.error = status == AP_OK ? no_memory : run->input.error;
    result = print_and_count_row(run, result);
    ap_input_release(&run->input);
    return result;
}

void engines_print_unreadable_path(void *record, const cli_entry *entry)
{
    engines_run *run = record;
    run->row = (engines_file_answers){ .path = entry->path, .error = entry->reason };
    engines_form_of(run)->print_row(run, &run->row);
}
