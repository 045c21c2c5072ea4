/* Measures the figures of a file, and writes them as text or JSON, for `stats` and `sets`. */
#ifndef AP_FILE_FIGURES_H
#define AP_FILE_FIGURES_H

#include "cli/options/reading_options.h"
#include "core/json/json_put.h"
#include "validators/figure.h"

/* Why the figures of a file are missing. */
typedef struct cli_figure_failure {
    const char *message; /* error message; NULL: the file has figures */
    const char *rule;    /* id of the rule of the error; NULL if the error is not a finding */
    size_t offset;       /* offset of the error in the file */
    size_t line, column; /* position of the error, counted from 1; 0 in binary formats */
} cli_figure_failure;

/* The figures of a file. Initialise with zeros and the path. */
typedef struct cli_file_figures {
    const char *path;
    size_t number;           /* number of the row in the order of the files, from 0 */
    const ap_format *format; /* NULL: unknown */
    cli_figure_failure failure;
    /* values of the figures, in the order of the format's table of figures; NaN: unknown */
    double values[AP_MOST_FIGURES];
} cli_file_figures;

/* Sets the format (NULL: unknown) and the figures of the file row->path; if the file cannot be measured, its first error
   instead of figures. The error message is in the arena. When out of memory, arena->failed is set. */
void cli_measure_figures(cli_file_figures *row, ap_view input, const ap_format *format,
    const cli_reading_options *reading, ap_arena *arena);

/* Returns the table of a format's figures; an empty table if the format is unknown (NULL). */
const ap_figure_table *cli_figure_table_or_empty(const ap_format *format);

/* Returns a figure of the file by its name, and sets *figure to its row. Returns NaN if the value is unknown, if the file has an
   error instead of figures, or if its format lacks the figure; then *figure is NULL. */
double cli_figure_value(const cli_file_figures *row, const char *name, const ap_figure **figure);

/* Returns the index of the format in ap_formats; the number of formats if the format is unknown (NULL). */
size_t cli_format_index(const ap_format *format);

/* Writes a number in the fewest digits that read back to it; a whole number below 2^53 has no exponent. */
enum { CLI_NUMBER_BYTES = 40 };
void cli_write_exact_number(double value, char text[CLI_NUMBER_BYTES]);

/* Writes a value for people, rounded as its unit needs; "-" if it is unknown. */
void cli_write_rounded_figure(const ap_figure *figure, double value, char text[CLI_NUMBER_BYTES]);

/* Begins a document that is one object, with the program and its version as its member "tool". */
void cli_begin_json_document(ap_json_put *put, FILE *stream);

/* Write members of a JSON object: cli_put_number_or_null a number or null, cli_put_error_of_missing_figures "error".
   failure->message must not be NULL. */
void cli_put_number_or_null(ap_json_put *put, const char *key, double value);
void cli_put_error_of_missing_figures(ap_json_put *put, const cli_figure_failure *failure);

/* Prints an error after the path of its file: ":13:9: RULE: MESSAGE". */
void cli_print_failure(const cli_figure_failure *failure);

#endif
