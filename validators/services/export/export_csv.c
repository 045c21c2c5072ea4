#include "validators/services/export/export_csv.h"

#include "core/finding/value.h"

enum { NUMBER_BYTES = 64 };

static void begin_cell(ap_csv *csv)
{
    if (csv->row_has_cells)
        fputc(',', csv->stream);
    csv->row_has_cells = true;
}

static void put_value_cell(ap_csv *csv, ap_value value)
{
    char text[NUMBER_BYTES];
    begin_cell(csv);
    (void)ap_value_text(value, text, sizeof text);
    fputs(text, csv->stream);
}

void ap_csv_put_column_names(ap_csv *csv, const char *names)
{
    begin_cell(csv);
    fputs(names, csv->stream);
}

void ap_csv_put_count(ap_csv *csv, size_t value)
{
    begin_cell(csv);
    fprintf(csv->stream, "%zu", value);
}

void ap_csv_put_float(ap_csv *csv, float value)
{
    put_value_cell(csv, ap_float(value));
}

void ap_csv_put_double(ap_csv *csv, double value)
{
    put_value_cell(csv, ap_double(value));
}

void ap_csv_put_doubles(ap_csv *csv, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ap_csv_put_double(csv, values[i]);
}

void ap_csv_put_quoted_text(ap_csv *csv, ap_view text)
{
    begin_cell(csv);
    fputc('"', csv->stream);
    for (size_t i = 0; i < text.size; i++) {
        if (text.bytes[i] == '"')
            fputc('"', csv->stream);
        fputc(text.bytes[i], csv->stream);
    }
    fputc('"', csv->stream);
}

void ap_csv_put_empty_cell(ap_csv *csv)
{
    begin_cell(csv);
}

void ap_csv_end_row(ap_csv *csv)
{
    fputc('\n', csv->stream);
    csv->row_has_cells = false;
}

bool ap_export_csv(const ap_format *format, ap_view input, const ap_lint_options *options, ap_csv *csv)
{
    return format->to_csv != NULL && format->to_csv(input, options, csv) && !csv->arena->failed;
}
