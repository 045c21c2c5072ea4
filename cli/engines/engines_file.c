/* Finds how readers load one file: lints the file with its companion, and looks up what readers do with its
   findings. */

#include "cli/engines/engines.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "core/files/guard.h"
#include "validators/lint_bytes.h"
#include "validators/readers/file_answers.h"

/* Copies the bytes of the current file. The copy can be read outside the guard of the file. */
static void copy_file(void *context)
{
    engines_run *run = context;
    run->copy = cli_copy_bytes(&run->files.arena, run->files.input.view);
}

static void find_reader_answers(void *context)
{
    engines_run *run = context;
    engines_file_answers *row = &run->row;
    if (row->format != NULL)
        ap_find_file_answers(row->format, run->copy, &run->text.at.lint, &run->files.arena, row->answers);
}

/* Finds the companion of the file, and then the answers of all readers. Returns false when out of memory. */
static bool find_answers_with_companion(engines_run *run, const cli_entry *entry)
{
    const bool named = entry->kind != CLI_ENTRY_STREAM || run->files.finder.stream_name != NULL;
    cli_folder *folder = named ? cli_companion_folders_get(&run->folders, entry) : NULL;
    if (named && folder == NULL)
        return false;
    cli_text_pairing_find_companion(&run->text, entry, run->row.format, run->copy, folder);
    if (cli_text_pairing_run_guarded_or_fail(&run->text, find_reader_answers, run) != AP_OK) {
        /* the companion became unreadable: the file is linted without it */
        run->text.at.lint.companions = NULL;
        find_reader_answers(run);
    }
    cli_text_pairing_release_companion(&run->text);
    return !run->files.arena.failed;
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

/* Returns true if a reader that --require names is known not to load the file, or to load it wrongly. */
static bool does_row_fail(const engines_run *run, const engines_file_answers *row)
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
    return result == CLI_CLEAN && does_row_fail(run, row) ? CLI_FINDINGS : result;
}

cli_exit engines_visit_file(void *record, const cli_entry *entry)
{
    engines_run *run = record;
    run->row = (engines_file_answers){ .path = entry->path };
    cli_exit result = cli_file_run_load_and_work(&run->files, entry, copy_file);
    if (result == CLI_CLEAN && run->files.is_skipped)
        return result;
    run->row.error = run->files.error;
    if (result == CLI_CLEAN) {
        run->row.format = ap_choose_format(run->copy, entry->path, run->files.reading->input_format);
        if (!find_answers_with_companion(run, entry)) {
            result = cli_report_no_memory(entry->path);
            run->row.error = cli_memory_ran_out;
        }
    }
    return print_and_count_row(run, result);
}

bool engines_has_row_readers_of_table(const engines_run *run, const engines_file_answers *row)
{
    bool same = run->headed;
    for (size_t i = 0; i < AP_READERS; i++)
        same &= run->shown[i] == (row->answers[i].kind != AP_ANSWER_NONE);
    return same;
}

void engines_print_unreadable_path(void *record, const cli_entry *entry)
{
    engines_run *run = record;
    run->row = (engines_file_answers){ .path = entry->path, .error = entry->reason };
    engines_form_of(run)->print_row(run, &run->row);
}
