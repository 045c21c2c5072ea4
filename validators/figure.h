/* Figures of a file: numbers such as joints, frames and seconds. A format describes each of its figures once, as a row, and
   computes all of them while it reads a file once. Tables, JSON, CSV and docs/use/stats.md follow from the rows. */
#ifndef AP_FIGURE_H
#define AP_FIGURE_H

#include "validators/format.h"

/* Limits of the number of formats, of the figures of one format, and of the different names of figures in all formats;
   tests/unit/formats/figure_rows.c checks that they suffice. */
enum { AP_MOST_FORMATS = 8, AP_MOST_FIGURES = 16, AP_MOST_FIGURE_NAMES = 64 };

typedef struct ap_figure {
    const char *name; /* "joints": lower-case letters and hyphens; has one meaning and unit in all formats */
    const char *unit; /* "s", "bytes", "frames/s"; "" for a number of things */
    const char *text; /* "time from the first frame to the last" */
    bool has_total;   /* tables of several files show the sum of the figure */
    bool is_detail;   /* tables leave the figure out unless the user selects it by name */
} ap_figure;

typedef struct ap_figure_table {
    const ap_figure *rows;
    size_t count;
    /* Reads a file once, in time linear in its size. Returns the figure of each row, in the arena: NaN or an infinity if it is
       unknown. Returns NULL if the file has an error that makes its figures unknown, or when out of memory (arena->failed). */
    const double *(*measure)(ap_view input, const ap_lint_options *options, ap_arena *arena);
} ap_figure_table;

/* Returns the row of the format's figure with this name, or NULL. */
const ap_figure *ap_find_figure(const ap_format *format, const char *name);

/* Lists each name of a figure once, in the order of the formats and their figures. Returns the number of names. */
size_t ap_figure_names(const char *names[AP_MOST_FIGURE_NAMES]);

/* The row of the figure "bytes", the first row in the table of each format: the size of the file. */
#define AP_FIGURE_BYTES                                                                                      \
    {                                                                                                        \
        .name = "bytes", .unit = "bytes", .text = "size of the file", .has_total = true                      \
    }

#endif
