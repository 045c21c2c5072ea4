/* Implements the command stats: its options and its run. */
#include "cli/stats/stats.h"

#include <stdlib.h>
#include <string.h>

#include "cli/options/commands.h"

/* Functions that name columns */

int stats_find_column(const stats_columns *columns, const char *name)
{
    for (size_t i = 0; i < columns->count; i++) {
        if (strcmp(columns->names[i], name) == 0)
            return (int)i;
    }
    return STATS_NO_COLUMN;
}

/* Sets *choice to the name of the column with this index. Returns false after the last column. */
static bool column_choice(size_t index, cli_option_choice *choice)
{
    const char *names[AP_MOST_FIGURE_NAMES];
    if (index >= ap_figure_names(names))
        return false;
    *choice = (cli_option_choice){ names[index], (int)index, NULL };
    return true;
}

/* Sets *choice to the choice of --sort with this index: STATS_FILE_COLUMN, then the columns. Returns false after the
   last choice. */
static bool sort_choice(size_t index, cli_option_choice *choice)
{
    if (index > 0)
        return column_choice(index - 1, choice);
    *choice = (cli_option_choice){ "file", STATS_FILE_COLUMN, NULL };
    return true;
}

/* Functions that run the command */

/* Marks the columns that --columns names as shown. Returns CLI_USAGE, after a message, if a name is unknown. */
static cli_exit choose_columns(stats_run *run)
{
    run->columns.chosen = run->wanted.count > 0;
    for (size_t i = 0; i < run->wanted.count; i++) {
        const int column = stats_find_column(&run->columns, run->wanted.items[i]);
        if (column == STATS_NO_COLUMN)
            return cli_usage_error("stats",
                "--columns: '%s' is not a figure; `animproof stats --list` lists them",
                cli_shorten(run->wanted.items[i]).text);
        run->columns.shown[column] = true;
    }
    return CLI_CLEAN;
}

static cli_exit check_options_and_choose_columns(stats_run *run, cli_operands words)
{
    if (run->list && words.count > 0)
        return cli_usage_error("stats", "--list takes no file");
    if (run->list && run->form == STATS_CSV)
        return cli_usage_error("stats", "--list prints a table or JSON");
    if (run->histogram_given && run->form != STATS_TABLE)
        return cli_usage_error("stats", "--histogram needs the format table");
    if (run->reverse && !run->sort_given)
        return cli_usage_error("stats", "--reverse needs --sort");
    return choose_columns(run);
}

static void measure_and_print_files(stats_run *run)
{
    const stats_output_form *form = stats_form_of(run);
    ap_arena_init(&run->kept_arena, 0);
    ap_arena_init(&run->sums_arena, 0);
    if (form->begin != NULL)
        form->begin(run);
    cli_file_run_visit_files(&run->files);
    stats_print_kept_rows(run);
    if (form->end != NULL)
        form->end(run);
    if (run->sums_arena.failed)
        run->files.result = cli_worse_exit_by_rank(run->files.result, cli_fail_no_memory());
    ap_arena_free(&run->kept_arena);
    ap_arena_free(&run->sums_arena);
}

static cli_exit run_stats(void *record, cli_operands words)
{
    stats_run *run = record;
    cli_exit result = check_options_and_choose_columns(run, words);
    if (result == CLI_CLEAN && run->list) {
        stats_list_figures(run->form == STATS_JSON);
        return CLI_CLEAN;
    }
    if (result == CLI_CLEAN)
        result = cli_file_run_open(&run->files, "stats", words);
    if (result != CLI_CLEAN)
        return result;
    cli_file_run_enter_sandbox(&run->files);
    measure_and_print_files(run);
    return cli_file_run_finish(&run->files);
}

static void set_defaults(void *record)
{
    stats_run *run = record;
    cli_file_run_init(&run->files, stats_measure_file);
    run->files.verb = "measure";
    run->files.unread = stats_add_unreadable_path;
    run->files.opens_archives = true;
    run->columns.count = ap_figure_names(run->columns.names);
}

static void free_stats(void *record)
{
    stats_run *run = record;
    cli_string_list_free(&run->wanted);
    free(run->folder);
    cli_file_run_release(run);
}

static const cli_option_choice forms[] = { { "table", STATS_TABLE, NULL }, { "json", STATS_JSON, NULL },
    { "csv", STATS_CSV, NULL }, { NULL, 0, NULL } };

static const cli_option rows[] = {
    { .name = "format", .value = "F", CLI_CHOICE(stats_run, form), .choices = forms, .help = "{choices}" },
    { .name = "sort",
        .value = "FIGURE",
        CLI_CHOICE(stats_run, sort),
        CLI_GIVEN(stats_run, sort_given),
        .choice = sort_choice,
        .help = "print the files with the largest values of FIGURE first, or by their paths (file); without "
                "--sort, files are printed "
                "in the order in which they are found" },
    { .name = "reverse",
        CLI_FLAG(stats_run, reverse),
        .help = "with --sort: print the files in the opposite order; those without a value stay last" },
    { .name = "columns",
        .value = "FIGURE,...",
        CLI_LIST(stats_run, wanted),
        .choice = column_choice,
        .help =
            "print only these figures; without --columns, a table leaves out some that JSON and CSV have" },
    { .name = "histogram",
        .value = "FIGURE",
        CLI_CHOICE(stats_run, histogram),
        CLI_GIVEN(stats_run, histogram_given),
        .choice = column_choice,
        .help = "after a table, print how many files have which values of FIGURE" },
    { .name = "list",
        CLI_FLAG(stats_run, list),
        .help = "print the figures of each format, with their units and meanings" },
    { .name = NULL },
};

static const cli_option_group groups[] = {
    { .rows = rows },
    CLI_FILE_RUN_GROUPS(stats_run, files),
    CLI_PATH_LIST_GROUP(stats_run, files),
    { .rows = NULL },
};

static const cli_example examples[] = {
    { "animproof stats assets/",
        "Prints the figures of the files in a folder, its subfolders and archives." },
    { "animproof stats --sort prunable --columns prunable,animated,frames assets/",
        "Lists first the animations from which `format --prune` removes most components." },
    { "animproof stats --format csv assets/ > figures.csv", "Writes a table for a spreadsheet." },
    { NULL, NULL },
};

const cli_command cli_stats = {
    .name = "stats",
    .words = "PATH...",
    .summary = "prints figures of files: joints, frames, seconds, vertices, extents, bytes",
    .about = "Prints figures of animation files ({formats}), such as joints, frames, duration, animated "
             "components, vertices and extents, for each file and in sum for each format. PATH is a file, a "
             "directory or an archive, which are searched with all subdirectories, or '-' for standard "
             "input. A file with an error that makes its figures unknown is listed with its first error.",
    .examples = examples,
    .exits = "0 all figures were printed, 1 a file has an error and no figures, 2 usage, 3 a file could not "
             "be read, or "
             "no file was found, 4 internal error or limit.",
    .options = groups,
    .record_bytes = sizeof(stats_run),
    .prepare = set_defaults,
    .run = run_stats,
    .release = free_stats,
    .completes = CLI_COMPLETES_FILES,
};
