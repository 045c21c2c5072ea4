/* Keeps rows until they are printed, sorts them, and sums the figures of each format. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cli/stats/stats.h"
#include "validators/companion_name.h"

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
    stats_format_sums *sum = &run->sums[row->format_index];
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

/* Returns the row's value in the column by which rows are sorted; NaN if the row has no such value. */
static double sort_value_of_row(const stats_run *run, const cli_file_figures *row)
{
    const size_t i = stats_find_figure_or_get_count(&run->columns, row->format, run->sort);
    return row->failure.message != NULL || i == cli_figure_table_or_empty(row->format)->count
               ? (double)NAN
               : row->values[i];
}

/* Compares two rows by the column by which rows are sorted: large values first, or small ones first with --reverse; unknown
   values always last. Compares paths as text, in ascending order, or in descending order with --reverse. */
static int compare_rows_by_column(
    const stats_run *run, const cli_file_figures *one, const cli_file_figures *other)
{
    if (run->sort == STATS_FILE_COLUMN)
        return run->reverse ? strcmp(other->path, one->path) : strcmp(one->path, other->path);
    const double a = sort_value_of_row(run, one), b = sort_value_of_row(run, other);
    if (isnan(a) || isnan(b))
        return isnan(a) - isnan(b);
    return run->reverse ? (a > b) - (a < b) : (a < b) - (a > b);
}

typedef struct row_sort_key {
    const stats_run *run;
    cli_file_figures *row;
} row_sort_key;

static int compare_sort_keys(const void *one, const void *other)
{
    const row_sort_key *a = one, *b = other;
    int order = 0;
    if (stats_form_of(a->run)->groups)
        order = (a->row->format_index > b->row->format_index) - (a->row->format_index < b->row->format_index);
    if (order == 0 && stats_form_of(a->run)->groups)
        order = (a->row->failure.message != NULL) - (b->row->failure.message != NULL);
    if (order == 0 && a->run->sort_given)
        order = compare_rows_by_column(a->run, a->row, b->row);
    return order != 0 ? order : (a->row->number > b->row->number) - (a->row->number < b->row->number);
}

static void sort_rows(stats_run *run)
{
    row_sort_key *keys = ap_alloc_array(&run->kept_arena, run->kept_count, sizeof *keys);
    for (size_t i = 0; keys != NULL && i < run->kept_count; i++)
        keys[i] = (row_sort_key){ run, run->kept_rows[i] };
    if (keys != NULL)
        qsort(keys, run->kept_count, sizeof *keys, compare_sort_keys);
    for (size_t i = 0; keys != NULL && i < run->kept_count; i++)
        run->kept_rows[i] = keys[i].row;
}

void stats_print_kept_rows(stats_run *run)
{
    const bool lost = run->kept_arena.failed;
    sort_rows(run);
    for (size_t i = 0; i < run->kept_count; i++)
        stats_form_of(run)->print_row(run, run->kept_rows[i]);
    if (lost || run->kept_arena.failed)
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

void stats_add_row(stats_run *run, const cli_file_figures *row)
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
