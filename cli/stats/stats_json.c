/* Prints figures as one JSON document: the files, and the sums of each format; and the list of all figures. */
#include <math.h>

#include "cli/stats/stats.h"
#include "validators/registry.h"

static bool is_figure_in_json(const stats_run *run, const ap_figure *figure)
{
    return !run->columns.chosen || run->columns.shown[stats_find_column(&run->columns, figure->name)];
}

static void begin_json_report(stats_run *run)
{
    cli_begin_json_document(&run->put, stdout);
    ap_json_put_begin_array(&run->put, "files");
}

static void put_row(stats_run *run, const cli_file_figures *row)
{
    ap_json_put *put = &run->put;
    const ap_figure_table *figures = cli_figure_table_or_empty(row->format);
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "file", row->path);
    ap_json_put_text(put, "format", row->format == NULL ? NULL : row->format->name);
    if (row->failure.message != NULL) {
        cli_put_error_of_missing_figures(put, &row->failure);
    } else {
        ap_json_put_begin_object(put, "figures");
        for (size_t i = 0; i < figures->count; i++) {
            if (is_figure_in_json(run, &figures->rows[i]))
                cli_put_number_or_null(put, figures->rows[i].name, row->values[i]);
        }
        ap_json_put_end_object(put);
    }
    ap_json_put_end_object(put);
}

static void put_sums_of_figure(ap_json_put *put, const ap_figure *figure, stats_values *values)
{
    if (values->count == 0)
        return;
    ap_json_put_begin_object(put, figure->name);
    ap_json_put_size(put, "files", values->count);
    if (figure->has_total)
        cli_put_number_or_null(put, "total", values->total);
    cli_put_number_or_null(put, "least", stats_quantile(values, 0));
    cli_put_number_or_null(put, "median", stats_quantile(values, 0.5));
    cli_put_number_or_null(put, "most", stats_quantile(values, 1));
    ap_json_put_end_object(put);
}

static void put_sums_of_format(stats_run *run, const ap_format *format, stats_format_sums *sum)
{
    ap_json_put *put = &run->put;
    const ap_figure_table *figures = cli_figure_table_or_empty(format);
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "format", format == NULL ? NULL : format->name);
    ap_json_put_size(put, "files", sum->files);
    ap_json_put_size(put, "failed", sum->failed);
    ap_json_put_begin_object(put, "figures");
    for (size_t i = 0; i < figures->count; i++) {
        if (is_figure_in_json(run, &figures->rows[i]))
            put_sums_of_figure(put, &figures->rows[i], &sum->values[i]);
    }
    ap_json_put_end_object(put);
    ap_json_put_end_object(put);
}

static void end_json_report(stats_run *run)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    ap_json_put_end_array(&run->put);
    ap_json_put_begin_array(&run->put, "sums");
    for (size_t i = 0; i <= count; i++) {
        if (run->sums[i].files > 0)
            put_sums_of_format(run, i == count ? NULL : formats[i], &run->sums[i]);
    }
    ap_json_put_end_array(&run->put);
    ap_json_put_size(&run->put, "skipped", run->files.skipped);
    ap_json_put_end_object(&run->put);
    fputc('\n', stdout);
}

const stats_output_form stats_json_form = { begin_json_report, put_row, end_json_report, false };

/* Functions that print the list of all figures */

static void print_figures_as_text(const ap_format *format, const ap_figure_table *figures)
{
    printf("%s\n", format->name);
    for (size_t i = 0; i < figures->count; i++)
        printf("  %-14s %-9s %s\n", figures->rows[i].name, figures->rows[i].unit, figures->rows[i].text);
}

static void put_figure(ap_json_put *put, const ap_format *format, const ap_figure *figure)
{
    ap_json_put_begin_object(put, NULL);
    ap_json_put_text(put, "format", format->name);
    ap_json_put_text(put, "name", figure->name);
    ap_json_put_text(put, "unit", figure->unit);
    ap_json_put_text(put, "text", figure->text);
    ap_json_put_boolean(put, "total", figure->has_total);
    ap_json_put_boolean(put, "detail", figure->is_detail);
    ap_json_put_end_object(put);
}

void stats_list_figures(bool as_json)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    ap_json_put put;
    if (as_json) {
        cli_begin_json_document(&put, stdout);
        ap_json_put_begin_array(&put, "list");
    }
    for (size_t f = 0; f < count; f++) {
        const ap_figure_table *figures = cli_figure_table_or_empty(formats[f]);
        if (!as_json)
            print_figures_as_text(formats[f], figures);
        for (size_t i = 0; as_json && i < figures->count; i++)
            put_figure(&put, formats[f], &figures->rows[i]);
    }
    if (as_json) {
        ap_json_put_end_array(&put);
        ap_json_put_end_object(&put);
        fputc('\n', stdout);
    }
}
