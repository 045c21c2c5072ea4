/* The columns of `animproof stats`: one for each name of a figure, even if several formats have that figure. */
#ifndef AP_STATS_COLUMNS_H
#define AP_STATS_COLUMNS_H

#include "cli/options/option_table.h"
#include "validators/figure.h"

enum { STATS_NO_COLUMN = -1, STATS_FILE_COLUMN = -2 /* STATS_FILE_COLUMN: --sort sorts by the path */ };

typedef struct stats_columns {
    size_t count;
    const char *names[AP_MOST_FIGURE_NAMES];
    bool chosen; /* --columns is given: only the columns marked in `shown` are printed */
    bool shown[AP_MOST_FIGURE_NAMES];
} stats_columns;

/* Sets the names of the columns, in the order of the formats and their figures. */
void stats_columns_init(stats_columns *columns);

/* Returns the index of the column with this name, or STATS_NO_COLUMN. */
int stats_find_column(const stats_columns *columns, const char *name);

/* Returns the index of the column's figure in the table of a format; the number of the format's figures if the format
   lacks it. */
size_t stats_find_figure_or_get_count(const stats_columns *columns, const ap_format *format, int column);

/* Sets *choice to the name of the column with this index. Returns false after the last column. */
bool stats_column_choice(size_t index, cli_option_choice *choice);

/* Sets *choice to the choice of --sort with this index: STATS_FILE_COLUMN, then the columns. Returns false after the
   last choice. */
bool stats_sort_choice(size_t index, cli_option_choice *choice);

#endif
