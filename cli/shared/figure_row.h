/* The figures of one file as a row, and how numbers of a row are written; for `stats` and `sets`. */
#ifndef AP_FIGURE_ROW_H
#define AP_FIGURE_ROW_H

#include "cli/options/reading_options.h"
#include "core/json/json_put.h"
#include "validators/figure.h"

/* Why a file has no figures. */
typedef struct cli_figure_failure {
    const char *message; /* NULL: the file has figures */
    const char *rule;    /* id of the error; NULL if the file could not be read */
    size_t offset;       /* offset of the error in the file */
    size_t line, column; /* position of the error, counted from 1; 0 in binary formats */
} cli_figure_failure;

typedef struct cli_figure_row {
    const char *path;
    size_t number;           /* order of the rows, from 0 */
    const ap_format *format; /* NULL: unknown */
    size_t format_index;     /* index in ap_formats; their count if the format is unknown */
    cli_figure_failure failure;
    double values
        [AP_MOST_FIGURES]; /* values of the figures, in the order of the format's table; NaN if unknown */
} cli_figure_row;

/* Begins a row without figures. */
void cli_begin_figure_row(cli_figure_row *row, const char *path);

/* Sets the format (NULL: unknown) and the figures of the file row->path, or its first error if it has none. The message of
   the error is in the arena. Out of memory: arena->failed. */
void cli_measure(
    cli_figure_row *row, ap_view input, const ap_format *format, const cli_reading *reading, ap_arena *arena);

/* Returns the figures of a format; an empty table if it has none. */
const ap_figure_table *cli_figures_of(const ap_format *format);

/* Writes a value in the fewest digits that read back to the same number, without an exponent if it is a whole number. */
enum { CLI_NUMBER_BYTES = 40 };
void cli_exact_text(double value, char text[CLI_NUMBER_BYTES]);

/* Writes a value for people, rounded as its unit needs; "-" if it is unknown. */
void cli_rounded_text(const ap_figure *figure, double value, char text[CLI_NUMBER_BYTES]);

/* Write members of a JSON object: "tool", a number or null, and "error". */
void cli_put_tool(ap_json_put *put);
void cli_put_number(ap_json_put *put, const char *key, double value);
void cli_put_failure(ap_json_put *put, const cli_figure_failure *failure);

/* Returns a copy of a text in the arena, or NULL for NULL. */
const char *cli_copy_text(ap_arena *arena, const char *text);

#endif
