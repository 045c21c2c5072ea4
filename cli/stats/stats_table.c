/* Prints figures as tables for people, one table for each format, with the sums over all its files at the end. */
#include <math.h>
#include <string.h>

#include "cli/stats/stats.h"
#include "core/base/terminal_text.h"
#include "validators/companion_name.h"
#include "validators/registry.h"

enum { LEAST_WIDTH = 5, BYTES_WIDTH = 8 };

static bool is_figure_in_table(const stats_run *run, const ap_figure *figure)
{
    const int column = stats_find_column(&run->columns, figure->name);
    if (run->columns.chosen)
        return run->columns.shown[column];
    return !figure->is_detail || (run->sort_given && run->sort == column);
}

static int column_width_of(const ap_figure *figure)
{
    const size_t bytes = strlen(figure->name), least = figure->unit[0] == 'b' ? BYTES_WIDTH : LEAST_WIDTH;
    return (int)(bytes < least ? least : bytes);
}

static void put_cell(const ap_figure *figure, const char *text)
{
    printf("%*s ", column_width_of(figure), text);
}

static void put_table_head(const stats_run *run, const ap_format *format)
{
    const ap_figure_table *figures = cli_figure_table_or_empty(format);
    for (size_t i = 0; i < figures->count; i++) {
        if (is_figure_in_table(run, &figures->rows[i]))
            put_cell(&figures->rows[i], figures->rows[i].name);
    }
    printf(" %s\n", format->name);
}

/* Prints the path of a row. Without --sort the folder is left out, because a line above the rows names it. */
static void put_path_or_name(const stats_run *run, const char *path)
{
    ap_put_file_name(stdout, run->sort_given ? path : path + ap_folder_bytes(path));
}

static void put_path_and_failure(const stats_run *run, const cli_file_figures *row)
{
    put_path_or_name(run, row->path);
    cli_print_failure(&row->failure);
    fputc('\n', stdout);
}

static void put_row_and_due_headings(stats_run *run, const cli_file_figures *row)
{
    const ap_figure_table *figures = cli_figure_table_or_empty(row->format);
    char text[CLI_NUMBER_BYTES];
    if (run->folder_heading_due) {
        fputs(run->printed ? "\n" : "", stdout);
        ap_put_file_name(stdout, run->folder);
        fputs(run->folder[0] == '\0' ? "" : "\n", stdout);
    }
    run->folder_heading_due = false;
    run->printed = true;
    if (row->failure.message != NULL) {
        put_path_and_failure(run, row);
        return;
    }
    if (run->last_format != row->format)
        put_table_head(run, row->format);
    run->last_format = row->format;
    for (size_t i = 0; i < figures->count; i++) {
        if (!is_figure_in_table(run, &figures->rows[i]))
            continue;
        cli_write_rounded_figure(&figures->rows[i], row->values[i], text);
        put_cell(&figures->rows[i], text);
    }
    fputc(' ', stdout);
    put_path_or_name(run, row->path);
    fputc('\n', stdout);
}

/* A line with a sum or a quantile of each column, at the end of a table. */
typedef struct sum_line {
    const char *name;
    /* `share` for stats_quantile, which gives the printed values; negative: the line has the totals */
    double share;
} sum_line;

static void put_sum_line(
    const stats_run *run, const ap_format *format, stats_format_sums *sum, const sum_line *line)
{
    const ap_figure_table *figures = cli_figure_table_or_empty(format);
    char text[CLI_NUMBER_BYTES];
    for (size_t i = 0; i < figures->count; i++) {
        const ap_figure *figure = &figures->rows[i];
        stats_values *values = &sum->values[i];
        if (!is_figure_in_table(run, figure))
            continue;
        text[0] = '\0';
        if (values->count > 0 && line->share >= 0)
            cli_write_rounded_figure(figure, stats_quantile(values, line->share), text);
        else if (values->count > 0 && figure->has_total)
            cli_write_rounded_figure(figure, values->total, text);
        put_cell(figure, text);
    }
    printf(" %s\n", line->name);
}

static void put_sums_of_format(const stats_run *run, const ap_format *format, stats_format_sums *sum)
{
    static const sum_line lines[] = { { "total", -1 }, { "least", 0 }, { "median", 0.5 }, { "most", 1 } };
    printf("\n%zu %s file%s", sum->files, format == NULL ? "other" : format->name, cli_plural_s(sum->files));
    if (sum->failed > 0)
        printf(", %zu without figures", sum->failed);
    fputc('\n', stdout);
    if (sum->files - sum->failed < 2)
        return;
    put_table_head(run, format);
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        put_sum_line(run, format, sum, &lines[i]);
}

static void end_table_report(stats_run *run)
{
    size_t count, files = 0;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t i = 0; i <= count; i++)
        files += run->sums[i].files;
    for (size_t i = 0; files > 1 && i <= count; i++) {
        if (run->sums[i].files > 0)
            put_sums_of_format(run, i == count ? NULL : formats[i], &run->sums[i]);
    }
    if (run->histogram_given)
        stats_print_histogram(run);
}

const stats_output_form stats_table_form = {
    .print_row = put_row_and_due_headings, .end = end_table_report, .groups = true
};
