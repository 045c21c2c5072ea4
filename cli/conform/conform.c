/* Implements `animproof conform`: runs loaders on the files of a corpus, and reports where a loader accepts a
   file that it must refuse, refuses a file that it must accept, or breaks. */
#include "cli/conform/conform.h"
#include "cli/conform/run/worker.h"
#include "cli/options/commands.h"
#include "cli/shared/threads.h"

#include <stdlib.h>

/* Counts the runs, and prints how many of them an interrupted command has finished. Returns true if there are results to
   report. */
static bool print_interruption_and_check_results(cli_rating *rating)
{
    cli_count_conform_runs(rating);
    if (rating->interrupted != 0)
        cli_error("%s%s", cli_interruption_text(rating).text,
            rating->runs_done == 0 ? ": no report is written" : "");
    return rating->interrupted == 0 || rating->runs_done > 0;
}

/* Runs the loaders and prints the table; with --pairs, also runs the loaders on changed files and prints the differences. Sets
   *rated if there are results, even if the run was interrupted. */
static cli_exit run_loaders_and_print_table(cli_conform_data *data, int signals, bool *rated)
{
    cli_rating *rating = &data->rating;
    const cli_exit result = cli_run_loaders(rating, &data->running, signals);
    if ((result != CLI_CLEAN && rating->interrupted == 0) || !print_interruption_and_check_results(rating))
        return result;
    cli_excuse_known_failures(rating);
    if (!cli_tally_results(rating))
        return cli_fail_no_memory();
    cli_put_rating_table(stdout, rating, data->shown);
    *rated = true;
    cli_exit of_pairs = CLI_CLEAN;
    if (rating->pairs.wanted > 0 && rating->interrupted == 0) {
        of_pairs = cli_rate_pairs(rating, &data->running, signals);
        if (rating->pairs.rated)
            cli_put_pairs(stdout, rating);
    }
    return cli_worse_exit_by_rank(
        of_pairs, cli_worse_exit_by_rank(cli_does_rating_fail(rating) ? CLI_FINDINGS : CLI_CLEAN,
                      rating->temp_files_left ? CLI_UNREADABLE : result));
}

static cli_exit rate_and_report(void *context, int signals)
{
    cli_conform_data *data = context;
    bool rated = false;
    cli_exit result = cli_open_rating_files(&data->files, &data->rating);
    if (result == CLI_CLEAN)
        result = run_loaders_and_print_table(data, signals, &rated);
    return cli_worse_exit_by_rank(result, cli_close_rating_files(&data->files, &data->rating, rated));
}

static cli_exit run_conform(void *record, cli_operands words)
{
    cli_conform_data *data = record;
    cli_rating *rating = &data->rating;
    cli_exit result = cli_apply_and_check_conform_options(data, words);
    if (result == CLI_CLEAN)
        result = cli_load_corpus(rating);
    if (result == CLI_CLEAN && rating->compares_values)
        result = cli_load_expected_values(rating);
    for (size_t i = 0; i < rating->loader_count && result == CLI_CLEAN; i++)
        result = cli_check_loader_exists(&rating->loaders[i]);
    if (result == CLI_CLEAN)
        result = cli_read_known_failures(rating);
    if (result == CLI_CLEAN)
        result = cli_read_earlier_report(rating);
    return result == CLI_CLEAN ? cli_run_in_worker("conform", rate_and_report, data) : result;
}

enum { USUAL_TIMEOUT_MS = 5000, USUAL_MEMORY_MIB = 1024, USUAL_SHOWN = 40 };

static void set_defaults(void *record)
{
    cli_conform_data *data = record;
    data->rating = (cli_rating){ .timeout_ms = USUAL_TIMEOUT_MS, .memory_mib = USUAL_MEMORY_MIB };
    ap_arena_init(&data->rating.arena, 0);
    data->running.jobs =
        cli_processor_count() < CLI_MOST_LOADER_JOBS ? cli_processor_count() : CLI_MOST_LOADER_JOBS;
    data->shown = USUAL_SHOWN;
}

static void release_record(void *record)
{
    cli_conform_data *data = record;
    cli_string_list_free(&data->loader_formats);
    cli_string_list_free(&data->running.sandbox_reads);
    free(data->rating.results);
    ap_arena_free(&data->rating.arena);
}

static const cli_example examples[] = {
    { "animproof conform --loader 'mine=./my-loader {}' corpus",
        "Runs a loader on each file of a corpus. The loader exits with 0 to accept a file, 1 to refuse it." },
    { NULL, NULL },
};

const cli_command cli_conform = {
    .name = "conform",
    .words = "CORPUS",
    .usage = "--loader 'NAME=CMD {}' [OPTION]... CORPUS",
    .summary = "tests loaders with a conformance corpus",
    .about = "Runs loaders on all files of CORPUS, a folder written by animproof corpus build, and reports "
             "which files they accept or refuse wrongly, and where they crash, hang or run out of memory. "
             "A loader exits with 0 to accept a file, and with 1 to refuse it.",
    .examples = examples,
    .exits = "0 every result agrees or is excused, 1 a result fails, or CORPUS is incomplete, 2 wrong usage, "
             "3 the corpus could not be read, a loader could not be started, or the run was interrupted (its "
             "reports have the results so far), 4 internal error or limit.",
    .options = cli_conform_groups,
    .record_bytes = sizeof(cli_conform_data),
    .prepare = set_defaults,
    .run = run_conform,
    .release = release_record,
    .completes = CLI_COMPLETES_FOLDERS,
};
