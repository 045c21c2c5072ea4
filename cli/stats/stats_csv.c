/* Prints figures as a table of comma-separated values, one line for each file, with the columns of all formats. */
#include <math.h>
#include <string.h>

#include "cli/stats/stats.h"
#include "validators/services/export/export_csv.h"

static bool is_column_shown(const stats_columns *columns, size_t column)
{
    return !columns->chosen || columns->shown[column];
}

static void begin_csv_report(stats_run *run)
{
    ap_csv csv = { .stream = stdout };
    ap_csv_put_column_names(&csv, "file,format");
    for (size_t i = 0; i < run->columns.count; i++) {
        if (is_column_shown(&run->columns, i))
            ap_csv_put_column_names(&csv, run->columns.names[i]);
    }
    ap_csv_put_column_names(&csv, "error");
    ap_csv_end_row(&csv);
}

static void put_quoted_csv_text(ap_csv *csv, const char *text)
{
    ap_csv_put_quoted_text(csv, (ap_view){ (const uint8_t *)text, strlen(text) });
}

static void put_csv_row(stats_run *run, const cli_file_figures *row)
{
    ap_csv csv = { .stream = stdout };
    const ap_figure *figure;
    char text[CLI_NUMBER_BYTES];
    put_quoted_csv_text(&csv, row->path);
    ap_csv_put_column_names(&csv, row->format == NULL ? "" : row->format->name);
    for (size_t i = 0; i < run->columns.count; i++) {
        const double value = cli_figure_value(row, run->columns.names[i], &figure);
        if (!is_column_shown(&run->columns, i))
            continue;
        text[0] = '\0';
        if (isfinite(value))
            cli_write_exact_number(value, text);
        ap_csv_put_column_names(&csv, text);
    }
    if (row->failure.message == NULL)
        ap_csv_put_empty_cell(&csv);
    else
        put_quoted_csv_text(&csv, row->failure.message);
    ap_csv_end_row(&csv);
}

const stats_output_form stats_csv_form = { .begin = begin_csv_report, .print_row = put_csv_row };
