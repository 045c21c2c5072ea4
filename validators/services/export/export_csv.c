#include "validators/services/export/export_csv.h"

#include "core/finding/value.h"
#include "validators/md5anim/md5anim.h"
#include "validators/md5camera/md5camera.h"
#include "validators/md5mesh/md5mesh.h"
#include "validators/memg/memg.h"
#include "validators/mrtk/mrtk.h"

enum { NUMBER_BYTES = 64 };

static void begin_cell(ap_csv *csv)
{
    if (csv->begun)
        fputc(',', csv->stream);
    csv->begun = true;
}

static void put_value(ap_csv *csv, ap_value value)
{
    char text[NUMBER_BYTES];
    begin_cell(csv);
    (void)ap_value_text(value, text, sizeof text);
    fputs(text, csv->stream);
}

void ap_csv_put_names(ap_csv *csv, const char *names)
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
    put_value(csv, ap_float(value));
}

void ap_csv_put_double(ap_csv *csv, double value)
{
    put_value(csv, ap_double(value));
}

void ap_csv_put_doubles(ap_csv *csv, const double *values, size_t count)
{
    for (size_t i = 0; i < count; i++)
        ap_csv_put_double(csv, values[i]);
}

void ap_csv_put_text(ap_csv *csv, ap_view text)
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

void ap_csv_put_nothing(ap_csv *csv)
{
    begin_cell(csv);
}

void ap_csv_end_row(ap_csv *csv)
{
    fputc('\n', csv->stream);
    csv->begun = false;
}

bool ap_export_csv(const ap_format *format, ap_view input, const ap_lint_options *options, ap_csv *csv)
{
    static const struct {
        const ap_format *format;
        bool (*put)(ap_view input, const ap_lint_options *options, ap_csv *csv);
    } tables[] = {
        { &ap_md5anim_format, ap_md5anim_to_csv },
        { &ap_md5mesh_format, ap_md5mesh_to_csv },
        { &ap_md5camera_format, ap_md5camera_to_csv },
        { &ap_mrtk_format, ap_mrtk_to_csv },
        { &ap_memg_format, ap_memg_to_csv },
    };
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++) {
        if (tables[i].format == format)
            return tables[i].put(input, options, csv) && !csv->arena->failed;
    }
    return false;
}
