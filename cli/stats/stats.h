/* Declares animproof stats: its options, the row of figures of the current file, and the sums over all files. A row
   is printed at once, unless the output must be sorted; the table form keeps the rows of a folder, to print the rows
   of one format together. */
#ifndef AP_STATS_H
#define AP_STATS_H

#include "cli/files/file_run.h"
#include "cli/shared/file_figures.h"
#include "cli/shared/input_copy.h"
#include "core/json/json_put.h"

typedef struct stats_run stats_run;

enum { STATS_NO_COLUMN = -1, STATS_FILE_COLUMN = -2 /* STATS_FILE_COLUMN: --sort sorts by the path */ };

/* The columns: one for each name of a figure, even if several formats have that figure. */
typedef struct stats_columns {
    size_t count;
    const char *names[AP_MOST_FIGURE_NAMES];
    bool chosen; /* --columns is given: only the columns marked in `shown` are printed */
    bool shown[AP_MOST_FIGURE_NAMES];
} stats_columns;

/* The known values of one figure in all files of a format. */
typedef struct stats_values {
    double *items;
    size_t count, room;
    double total;
    bool sorted;
} stats_values;

/* The sums over all files of one format. */
typedef struct stats_format_sums {
    size_t files, failed; /* number of files; number of files without figures because of an error */
    stats_values values[AP_MOST_FIGURES];
} stats_format_sums;

typedef struct stats_output_form {
    void (*begin)(stats_run *run); /* NULL: nothing is printed before the rows */
    void (*print_row)(stats_run *run, const cli_file_figures *row);
    void (*end)(stats_run *run); /* NULL: nothing is printed after the rows */
    bool groups;                 /* the form prints the rows of a format together */
} stats_output_form;

extern const stats_output_form stats_table_form, stats_json_form, stats_csv_form;

enum { STATS_TABLE, STATS_JSON, STATS_CSV };

struct stats_run {
    cli_file_run files; /* options, configuration and exit code; must be the first member */
    int form, sort, histogram;
    bool sort_given, histogram_given, reverse, list;
    cli_string_list wanted; /* --columns */

    stats_columns columns;
    cli_file_figures row; /* the row of the current file */
    size_t row_count;

    ap_arena kept_arena; /* memory for kept_rows, which have not been printed */
    cli_file_figures **kept_rows;
    size_t kept_count, kept_room;

    ap_arena sums_arena;
    /* sums over the files of each format; the index is cli_format_index(format) */
    stats_format_sums sums[AP_MOST_FORMATS + 1];
    /* table form: format of the last row with figures that was printed; NULL: no such row of the folder yet */
    const ap_format *last_format;
    /* table form: folder of the rows that are kept, with its slash; owned; NULL: no row was kept yet */
    char *folder;
    bool folder_heading_due; /* table form: a blank line and `folder` are to be printed before the next row */
    bool printed;            /* table form: a line was printed */
    ap_json_put put;         /* JSON form: the document that is being written */
};

/* Returns the functions that print the form run->form: STATS_TABLE, STATS_JSON or STATS_CSV. */
const stats_output_form *stats_form_of(const stats_run *run);

/* Returns the index of the column with this name, or STATS_NO_COLUMN. */
int stats_find_column(const stats_columns *columns, const char *name);

/* Measures a file, and prints its row or keeps the row for later. Implements cli_file_run.file. */
cli_exit stats_measure_file(void *record, const cli_entry *entry);

/* Adds the row of a path that could not be read. */
void stats_add_unreadable_path(void *record, const cli_entry *entry);

/* Sorts and prints the rows that are kept. */
void stats_print_kept_rows(stats_run *run);

/* Sorts the values of a figure, and returns the value at a position in the sorted list: `share` is 0 for the first,
   0.5 for the lower median, 1 for the last. There must be a value. */
double stats_quantile(stats_values *values, double share);

/* Prints, for intervals of the values in column run->histogram, how many files have a value there. */
void stats_print_histogram(stats_run *run);

/* Prints the list of the figures of all formats, with names, units and meanings, as text or as JSON. */
void stats_list_figures(bool as_json);

#endif
