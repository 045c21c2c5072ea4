/* Files of the formats as tables of comma-separated values (docs/use/export.md): what somebody plots. */
#ifndef AP_EXPORT_CSV_H
#define AP_EXPORT_CSV_H

#include <stdio.h>

#include "core/base/arena.h"
#include "validators/format.h"

/* A table that goes to a stream: the first line has the names of the columns. A stream that fails keeps that to itself. */
typedef struct ap_csv {
    FILE *stream;
    ap_arena *arena;     /* for the work */
    bool begun;          /* the current row has a cell */
    const char *refused; /* why the file is not written as a table; NULL: it is */
} ap_csv;

/* Writes the table of a file without errors. False when memory has run out (arena->failed), csv->refused
   says why not, the file has an error after all, or its format has no such table. */
bool ap_export_csv(const ap_format *format, ap_view input, const ap_lint_options *options, ap_csv *csv);

/* Each of these puts a cell. Numbers have the fewest digits that read back as the same number; texts are in quotes. */
void ap_csv_put_names(ap_csv *csv, const char *names); /* several cells: with commas between them */
void ap_csv_put_count(ap_csv *csv, size_t value);
void ap_csv_put_float(ap_csv *csv, float value);
void ap_csv_put_double(ap_csv *csv, double value);
void ap_csv_put_doubles(ap_csv *csv, const double *values, size_t count);
void ap_csv_put_text(ap_csv *csv, ap_view text);
void ap_csv_put_nothing(ap_csv *csv);
void ap_csv_end_row(ap_csv *csv);

#endif
