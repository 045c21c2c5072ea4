/* Runs loaders on changed copies of the valid files of a corpus, which mean the same as the files (--pairs). */
#include "cli/conform/conform.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/conform/run/loader_sandbox.h"
#include "cli/shared/checked_file.h"
#include "cli/shared/input_copy.h"
#include "core/files/guard.h"
#include "core/files/input.h"
#include "corpus/equivalent/equivalent.h"
#include "validators/registry.h"

/* A changed file, and the case that it was made from. */
typedef struct changed_file {
    size_t original; /* index of the case in the corpus */
    const ap_equivalent_kind *kind;
} changed_file;

typedef struct pair_run {
    cli_rating *rating; /* of the corpus */
    cli_rating changed; /* of the changed files; its corpus is their folder */
    changed_file *files;
    size_t file_room, case_room; /* of files and changed.cases */
    ap_input input;
    ap_arena scratch; /* for one file at a time */

    /* the change that is being made */
    const ap_equivalent_kind *kind;
    const ap_format *format;
    ap_view made; /* bytes NULL: the file has no place for the change */
} pair_run;

static void make_change_guarded(void *context)
{
    pair_run *run = context;
    const ap_lint_options options = { .listener = NULL };
    ap_choices choices;
    ap_choices_from_seed(&choices, CLI_PAIR_SEED);
    run->made =
        ap_make_equivalent_file(run->kind, run->format, run->input.view, &options, &choices, &run->scratch);
}

/* Writes bytes to a new file in the folder of the changed files. */
static cli_exit write_file(const pair_run *run, const char *name, ap_view bytes)
{
    char *path = NULL;
    if (asprintf(&path, "%s/%s", run->changed.corpus, name) < 0)
        return cli_fail_no_memory();
    FILE *stream = fopen(path, "wb");
    bool written = stream != NULL && fwrite(bytes.bytes, 1, bytes.size, stream) == bytes.size;
    int error = errno;
    if (stream != NULL && fclose(stream) != 0 && written) {
        written = false;
        error = errno;
    }
    const cli_exit result = written ? CLI_CLEAN : cli_fail_errno(path, error);
    free(path);
    return result;
}

/* Returns "ID__KIND" with the file name extension of the file, in the arena of the changed files; NULL when out of memory. */
static const char *name_of_changed_file(pair_run *run, const char *id, const char *file)
{
    const char *dot = strrchr(file, '.');
    return ap_arena_print(&run->changed.arena, "%s__%s%s", id, run->kind->name, dot == NULL ? "" : dot);
}

/* Copies the companion of a case next to the changed file, under the same stem, and sets entry->companion to its name. */
static cli_exit copy_companion(pair_run *run, ap_manifest_case *entry)
{
    ap_input companion;
    const char *path = cli_corpus_file_path(run->rating, entry->companion, &run->scratch);
    const char *name = name_of_changed_file(run, entry->id, entry->companion);
    if (path == NULL || name == NULL)
        return cli_fail_no_memory();
    ap_input_init(&companion, 0);
    const ap_status status = ap_input_load_known_regular_file(&companion, path);
    const cli_exit result =
        status == AP_OK ? write_file(run, name, companion.view) : cli_report_status(path, status, &companion);
    ap_input_free_memory(&companion);
    entry->companion = name;
    return result;
}

/* Writes the changed file, and adds it to the lists. */
static cli_exit write_and_list_changed_file(pair_run *run, size_t original)
{
    ap_manifest_case entry = run->rating->cases[original];
    const size_t count = run->changed.case_count;
    ap_arena *arena = &run->changed.arena;
    changed_file *files = ap_grow_array(arena, run->files, count, &run->file_room, sizeof *files);
    ap_manifest_case *cases = ap_grow_array(arena, run->changed.cases, count, &run->case_room, sizeof *cases);
    if (files == NULL || cases == NULL)
        return cli_fail_no_memory();
    run->files = files;
    run->changed.cases = cases;
    const char *name = name_of_changed_file(run, entry.id, entry.file);
    if (name == NULL)
        return cli_fail_no_memory();
    entry.file = name;
    cli_exit result = write_file(run, name, run->made);
    if (result == CLI_CLEAN && entry.companion != NULL)
        result = copy_companion(run, &entry);
    files[count] = (changed_file){ original, run->kind };
    cases[count] = entry;
    run->changed.case_count++;
    return result;
}

/* Makes one change of the loaded file if the kind fits. Kinds that break a rule are left out, and so are kinds that number
   joints anew for a file that is checked with a companion. */
static cli_exit try_change(pair_run *run, size_t original, const ap_equivalent_kind *kind)
{
    const ap_manifest_case *entry = &run->rating->cases[original];
    if (kind->rule != NULL || !ap_is_equivalent_kind_for(kind, run->format)
        || (ap_does_kind_renumber_joints(kind) && entry->companion != NULL))
        return CLI_CLEAN;
    run->kind = kind;
    run->made = (ap_view){ NULL, 0 };
    const ap_status status = ap_input_run_guarded(&run->input, make_change_guarded, run);
    if (status != AP_OK)
        return cli_report_status(entry->file, status, &run->input);
    if (run->scratch.failed)
        return cli_fail_no_memory();
    return run->made.bytes == NULL ? CLI_CLEAN : write_and_list_changed_file(run, original);
}

/* Makes the changed files of a valid file, each with one change. The first kind depends on the index of the file, so that a
   small number of changes for each file covers many kinds. */
static cli_exit make_changed_files_of_case(pair_run *run, size_t original)
{
    size_t count;
    const ap_manifest_case *entry = &run->rating->cases[original];
    const ap_equivalent_kind *kinds = ap_equivalent_kinds(&count);
    const size_t most = run->changed.case_count + run->rating->pairs.wanted;
    const size_t first = original * run->rating->pairs.wanted;
    const char *path = cli_corpus_file_path(run->rating, entry->file, &run->scratch);
    run->format = ap_find_format(entry->format);
    if (path == NULL || run->format == NULL)
        return path == NULL ? cli_fail_no_memory() : CLI_CLEAN;
    const ap_status status = ap_input_load_known_regular_file(&run->input, path);
    cli_exit result = status == AP_OK ? CLI_CLEAN : cli_report_status(path, status, &run->input);
    for (size_t i = 0; i < count && result == CLI_CLEAN && run->changed.case_count < most; i++)
        result = try_change(run, original, &kinds[(first + i) % count]);
    ap_input_release(&run->input);
    ap_arena_reset(&run->scratch);
    return result;
}

static bool is_file_to_change(const cli_rating *rating, size_t index)
{
    bool read = false;
    for (size_t l = 0; l < rating->loader_count; l++)
        read = read || cli_does_loader_read_case(rating, index * rating->loader_count + l);
    return read && rating->cases[index].answer == AP_ANSWER_ACCEPT;
}

/* Gives the changed files the expected values of the unchanged ones, unless the change gives joints other numbers. */
static bool set_expected_values(pair_run *run)
{
    cli_rating *changed = &run->changed;
    if (run->rating->values == NULL)
        return true;
    changed->values = ap_alloc_array(&changed->arena, changed->case_count, sizeof *changed->values);
    for (size_t i = 0; i < changed->case_count && changed->values != NULL; i++)
        changed->values[i] = ap_does_kind_renumber_joints(run->files[i].kind)
                                 ? NULL
                                 : run->rating->values[run->files[i].original];
    return changed->values != NULL;
}

/* Returns what the loader did, in the arena of the rating. */
static const char *copy_result_text(cli_rating *rating, const cli_case_result *result)
{
    return cli_copy_text(&rating->arena, result->status == CLI_WRONG_VALUES
                                             ? "accepted with wrong values"
                                             : cli_case_result_text(rating, result).text);
}

/* Lists a difference if a loader's results for the two files have different statuses. Wrong values of the unchanged file do not
   count if the values of the changed file were not compared. */
static void list_difference_of_results(pair_run *run, size_t index, size_t loader)
{
    cli_pair_list *pairs = &run->rating->pairs;
    const changed_file *file = &run->files[index];
    const cli_case_result *changed = cli_case_result_of(&run->changed, index, loader);
    const cli_case_result *original = cli_case_result_of(run->rating, file->original, loader);
    cli_case_status before = original->status;
    if (before == CLI_WRONG_VALUES && ap_does_kind_renumber_joints(file->kind))
        before = CLI_AGREES;
    if (changed->status == before || changed->status == CLI_NOT_RUN)
        return;
    const cli_case_result *shown = changed->status == CLI_AGREES ? original : changed;
    pairs->differences[pairs->difference_count++] = (cli_pair_difference){ .loader = loader,
        .original = file->original,
        .kind = file->kind->name,
        .original_result = copy_result_text(run->rating, original),
        .changed_result = copy_result_text(run->rating, changed),
        .values = cli_copy_text(
            &run->rating->arena, shown->status == CLI_WRONG_VALUES ? cli_values_message(shown) : NULL) };
}

static cli_exit compare_all_results(pair_run *run)
{
    cli_pair_list *pairs = &run->rating->pairs;
    const cli_rating *changed = &run->changed;
    pairs->differences = ap_alloc_array(
        &run->rating->arena, changed->case_count * changed->loader_count + 1, sizeof *pairs->differences);
    if (pairs->differences == NULL)
        return cli_fail_no_memory();
    for (size_t l = 0; l < changed->loader_count; l++) {
        for (size_t i = 0; i < changed->case_count; i++)
            list_difference_of_results(run, i, l);
    }
    pairs->files = changed->case_count;
    pairs->rated = !run->rating->arena.failed;
    if (!pairs->rated)
        return cli_fail_no_memory();
    return pairs->difference_count > 0 ? CLI_FINDINGS : CLI_CLEAN;
}

static cli_exit make_changed_files_and_run_loaders(pair_run *run, const cli_run_options *running, int signals)
{
    cli_rating *changed = &run->changed;
    cli_exit result = CLI_CLEAN;
    for (size_t i = 0; i < run->rating->case_count && result == CLI_CLEAN; i++) {
        if (is_file_to_change(run->rating, i))
            result = make_changed_files_of_case(run, i);
    }
    if (result != CLI_CLEAN)
        return result;
    changed->results = calloc(changed->case_count * changed->loader_count + 1, sizeof *changed->results);
    if (changed->results == NULL || !set_expected_values(run))
        return cli_fail_no_memory();
    result = cli_run_loaders(changed, running, signals);
    if (changed->interrupted != 0)
        cli_error("interrupted by %s: the changed files of --pairs are not reported",
            cli_signal_name(changed->interrupted).text);
    return result == CLI_CLEAN ? compare_all_results(run) : result;
}

cli_exit cli_rate_pairs(cli_rating *rating, const cli_run_options *running, int signals)
{
    pair_run run = { .rating = rating, .changed = *rating };
    char *folder = cli_make_temp_folder("pairs");
    if (folder == NULL)
        return cli_exit_of_errno(errno);
    run.changed.corpus = folder;
    run.changed.cases = NULL;
    run.changed.case_count = 0;
    run.changed.results = NULL;
    run.changed.values = NULL;
    ap_arena_init(&run.changed.arena, 0);
    ap_arena_init(&run.scratch, 0);
    ap_input_init(&run.input, 0);
    cli_exit result = make_changed_files_and_run_loaders(&run, running, signals);
    result = cli_worse_exit_by_rank(result, cli_remove_temp_folder(folder));
    if (run.changed.temp_files_left)
        result = cli_worse_exit_by_rank(result, CLI_UNREADABLE);
    ap_input_free_memory(&run.input);
    ap_arena_free(&run.scratch);
    ap_arena_free(&run.changed.arena);
    free(run.changed.results);
    return result;
}

void cli_put_pairs(FILE *stream, const cli_rating *rating)
{
    const cli_pair_list *pairs = &rating->pairs;
    fprintf(stream, "\n%zu changed file%s with an equal meaning: %zu difference%s.\n", pairs->files,
        pairs->files == 1 ? "" : "s", pairs->difference_count, pairs->difference_count == 1 ? "" : "s");
    for (size_t i = 0; i < pairs->difference_count; i++) {
        const cli_pair_difference *one = &pairs->differences[i];
        fprintf(stream, "%s: %s, %s: %s; changed file: %s%s%s\n", rating->loaders[one->loader].name,
            rating->cases[one->original].id, one->kind, one->original_result, one->changed_result,
            one->values == NULL ? "" : ": ", one->values == NULL ? "" : one->values);
    }
}
