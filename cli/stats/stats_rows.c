/* Makes the rows of files, keeps rows until they are printed, sorts them, and sums the figures of each format. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/stats/stats.h"
#include "validators/companion_name.h"
#include "validators/lint_bytes.h"

const stats_output_form *stats_form_of(const stats_run *run)
{
    static const stats_output_form *const forms[] = { &stats_table_form, &stats_json_form, &stats_csv_form };
    return forms[run->form];
}

static void add_value_of_figure(stats_run *run, stats_values *values, double value)
{
    if (!isfinite(value))
        return;
    double *items =
        ap_grow_array(&run->sums_arena, values->items, values->count, &values->room, sizeof *items);
    if (items == NULL)
        return;
    values->items = items;
    values->items[values->count++] = value;
    values->total += value;
}

static void add_row_to_sums(stats_run *run, const cli_file_figures *row)
{
    stats_format_sums *sum = &run->sums[cli_format_index(row->format)];
    sum->files++;
    sum->failed += row->failure.message != NULL;
    for (size_t i = 0; i < cli_figure_table_or_empty(row->format)->count && row->failure.message == NULL; i++)
        add_value_of_figure(run, &sum->values[i], row->values[i]);
}

static int compare_doubles(const void *one, const void *other)
{
    const double a = *(const double *)one, b = *(const double *)other;
    return (a > b) - (a < b);
}

double stats_quantile(stats_values *values, double share)
{
    if (!values->sorted)
        qsort(values->items, values->count, sizeof *values->items, compare_doubles);
    values->sorted = true;
    return values->items[(size_t)(share * (double)(values->count - 1))];
}

/* Compares two rows by the column by which rows are sorted: large values first, or small ones first with --reverse; unknown
   values always last. Compares paths as text, in ascending order, or in descending order with --reverse. */
static int compare_rows_by_column(
    const stats_run *run, const cli_file_figures *one, const cli_file_figures *other)
{
    if (run->sort == STATS_FILE_COLUMN)
        return run->reverse ? strcmp(other->path, one->path) : strcmp(one->path, other->path);
    const ap_figure *figure;
    const char *name = run->columns.names[run->sort];
    const double a = cli_figure_value(one, name, &figure), b = cli_figure_value(other, name, &figure);
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return run->reverse ? (a > b) - (a < b) : (a < b) - (a > b);
}

static int compare_rows(const void *one, const void *other, void *context)
{
    const cli_file_figures *a = *(cli_file_figures *const *)one, *b = *(cli_file_figures *const *)other;
    const stats_run *run = context;
    int order = 0;
    if (stats_form_of(run)->groups) {
        const size_t format = cli_format_index(a->format), other_format = cli_format_index(b->format);
        order = (format > other_format) - (format < other_format);
    }
    if (order == 0 && stats_form_of(run)->groups)
        order = (a->failure.message != NULL) - (b->failure.message != NULL);
    if (order == 0 && run->sort_given)
        order = compare_rows_by_column(run, a, b);
    return order != 0 ? order : (a->number > b->number) - (a->number < b->number);
}

void stats_print_kept_rows(stats_run *run)
{
    if (run->kept_count > 1)
        qsort_r(run->kept_rows, run->kept_count, sizeof *run->kept_rows, compare_rows, run);
    for (size_t i = 0; i < run->kept_count; i++)
        stats_form_of(run)->print_row(run, run->kept_rows[i]);
    if (run->kept_arena.failed)
        run->files.result = cli_worse_exit_by_rank(run->files.result, cli_fail_no_memory());
    ap_arena_reset(&run->kept_arena);
    run->kept_rows = NULL;
    run->kept_count = run->kept_room = 0;
}

/* Adds a copy of the row to the rows that are printed later. */
static void copy_row_for_later_print(stats_run *run, const cli_file_figures *row)
{
    cli_file_figures *copy = ap_alloc(&run->kept_arena, sizeof *copy);
    cli_file_figures **rows =
        ap_grow_array(&run->kept_arena, run->kept_rows, run->kept_count, &run->kept_room, sizeof *rows);
    if (copy == NULL || rows == NULL)
        return;
    *copy = *row;
    copy->path = cli_copy_text(&run->kept_arena, row->path);
    copy->failure.message = cli_copy_text(&run->kept_arena, row->failure.message);
    if (run->kept_arena.failed)
        return;
    run->kept_rows = rows;
    run->kept_rows[run->kept_count++] = copy;
}

/* If `path` is in another folder than the rows that are kept, prints these rows. */
static void print_rows_if_folder_changes(stats_run *run, const char *path)
{
    const size_t bytes = ap_folder_bytes(path);
    if (run->folder != NULL && strlen(run->folder) == bytes && memcmp(run->folder, path, bytes) == 0)
        return;
    stats_print_kept_rows(run);
    free(run->folder);
    run->folder = strndup(path, bytes);
    run->last_format = NULL;
    run->folder_heading_due = run->folder != NULL;
    if (run->folder == NULL)
        run->files.result = cli_worse_exit_by_rank(run->files.result, cli_fail_no_memory());
}

/* Prints a row, or keeps it for later, and adds its figures to the sums. */
static void add_row(stats_run *run, const cli_file_figures *row)
{
    cli_file_figures numbered = *row;
    numbered.number = run->row_count++;
    add_row_to_sums(run, row);
    if (!run->sort_given && stats_form_of(run)->groups)
        print_rows_if_folder_changes(run, row->path);
    if (run->sort_given || stats_form_of(run)->groups)
        copy_row_for_later_print(run, &numbered);
    else
        stats_form_of(run)->print_row(run, row);
}

/* Functions that make rows */

static void measure_input(void *context)
{
    stats_run *run = context;
    cli_file_run *files = &run->files;
    const ap_view input = files->input.view;
    const ap_format *format = ap_choose_format(input, run->row.path, files->reading->input_format);
    cli_measure_figures(&run->row, input, format, files->reading, &files->arena);
}

cli_exit stats_measure_file(void *record, const cli_entry *entry)
{
    stats_run *run = record;
    run->row = (cli_file_figures){ .path = entry->path };
    const cli_exit result = cli_file_run_load_and_work(&run->files, entry, measure_input);
    if (result == CLI_CLEAN && run->files.is_skipped)
        return CLI_CLEAN;
    if (result != CLI_CLEAN)
        run->row.failure = (cli_figure_failure){ .message = run->files.error };
    add_row(run, &run->row);
    return result == CLI_CLEAN && run->row.failure.message != NULL ? CLI_FINDINGS : result;
}

void stats_add_unreadable_path(void *record, const cli_entry *entry)
{
    const cli_file_figures row = { .path = entry->path, .failure.message = entry->reason };
    add_row(record, &row);
}
