/* Exports files as tables of comma-separated values, for plotting (docs/use/export.md). */
#ifndef AP_EXPORT_CSV_H
#define AP_EXPORT_CSV_H

#include <stdio.h>

#include "core/base/arena.h"
#include "validators/format.h"

/* A table being written to a stream. The first line holds the column names. The caller checks the stream for
   errors. */
typedef struct ap_csv {
    FILE *stream;
    ap_arena *arena;     /* provides temporary memory */
    bool row_has_cells;  /* true if the current row already has a cell, so that the next cell needs a comma */
    const char *refused; /* why the file cannot be written as a table; NULL if it can */
} ap_csv;

/* Writes the table of a file without errors. Returns false when out of memory (arena->failed), if the file
   cannot be written (csv->refused has the reason), if the file has an error, or if its format has no
   table. */
bool ap_export_csv(const ap_format *format, ap_view input, const ap_lint_options *options, ap_csv *csv);

/* ap_csv_end_row ends the current row; each other function adds cells to it. Numbers have the fewest digits that read back as
   the same number; texts are quoted, but column names are not. */
void ap_csv_put_column_names(ap_csv *csv, const char *names); /* several cells, separated by commas */
void ap_csv_put_count(ap_csv *csv, size_t value);
void ap_csv_put_float(ap_csv *csv, float value);
void ap_csv_put_double(ap_csv *csv, double value);
void ap_csv_put_doubles(ap_csv *csv, const double *values, size_t count);
void ap_csv_put_quoted_text(ap_csv *csv, ap_view text);
void ap_csv_put_empty_cell(ap_csv *csv);
void ap_csv_end_row(ap_csv *csv);

#endif
