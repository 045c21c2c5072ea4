/* The columns of `animproof stats`: each name of a figure once, although several formats have it. */
#ifndef AP_STATS_COLUMNS_H
#define AP_STATS_COLUMNS_H

#include "cli/options/option_table.h"
#include "validators/figure.h"

enum { STATS_NO_COLUMN = -1, STATS_FILE_COLUMN = -2 /* the path, as a value of --sort */ };

typedef struct stats_columns {
    size_t count;
    const char *names[AP_MOST_FIGURE_NAMES];
    bool chosen; /* --columns is given: `shown` says which columns are in the output */
    bool shown[AP_MOST_FIGURE_NAMES];
} stats_columns;

/* Fills in the names, in the order of the formats and their figures. */
void stats_columns_init(stats_columns *columns);

/* Returns the index of a column, or STATS_NO_COLUMN. */
int stats_find_column(const stats_columns *columns, const char *name);

/* Returns the index of the column among the figures of a format; their count if the format lacks it. */
size_t stats_figure_of_column(const stats_columns *columns, const ap_format *format, int column);

/* The names of the columns as choices of an option. Returns false after the last column. */
bool stats_column_choice(size_t index, cli_choice *choice);

/* The choices of --sort: STATS_FILE_COLUMN, and the columns. Returns false after the last choice. */
bool stats_sort_choice(size_t index, cli_choice *choice);

#endif
