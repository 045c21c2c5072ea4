/* animproof stats: its options, the figures of a file as a row, and what is known of all files. A row is printed at once, unless
   the output must be sorted; a table keeps the rows of a folder, to print those of a format together. */
#ifndef AP_STATS_H
#define AP_STATS_H

#include "cli/files/file_run.h"
#include "cli/shared/figure_row.h"
#include "cli/stats/stats_columns.h"
#include "core/files/input.h"
#include "core/json/json_put.h"

typedef struct stats_run stats_run;

/* The known values of one figure of all files of a format. */
typedef struct stats_values {
    double *items;
    size_t count, room;
    double total;
    bool sorted;
} stats_values;

/* All files of a format. */
typedef struct stats_sum {
    size_t files, failed; /* failed: those without figures */
    stats_values values[AP_MOST_FIGURES];
} stats_sum;

typedef struct stats_form {
    void (*begin)(stats_run *run);
    void (*row)(stats_run *run, const cli_figure_row *row);
    void (*end)(stats_run *run);
    bool groups; /* rows of a format are printed together */
} stats_form;

extern const stats_form stats_table_form, stats_json_form, stats_csv_form;

enum { STATS_TABLE, STATS_JSON, STATS_CSV };

struct stats_run {
    cli_file_run files; /* must be the first member */
    int form, sort, histogram;
    bool sort_given, histogram_given, reverse, list;
    cli_string_list wanted; /* --columns */

    stats_columns columns;
    const cli_reading *reading; /* settings of the current file */
    ap_input input;
    ap_arena arena;     /* owns the data of the current file */
    bool skipped;       /* the current file needs no work */
    cli_figure_row row; /* the row of the current file */
    size_t row_count;

    ap_arena kept; /* owns the rows that are not printed yet */
    cli_figure_row **rows;
    size_t rows_count, rows_room;

    ap_arena sums_arena;
    stats_sum sums[AP_MOST_FORMATS + 1]; /* sums of each format, indexed by cli_figure_row.format_index */
    const ap_format *last;               /* table: the format of the line before; NULL: none */
    char *folder;    /* table: folder of the rows that are kept, with its slash; owned; NULL: no row yet */
    bool printed;    /* table: a line was printed */
    ap_json_put put; /* JSON: the document */
};

/* Returns the form of the output: run->form is STATS_TABLE, STATS_JSON or STATS_CSV. */
const stats_form *stats_form_of(const stats_run *run);

/* Measures a file and prints or keeps its row. */
cli_exit stats_measure_file(void *record, const cli_entry *entry);

/* Adds the row of a path that could not be read. */
void stats_add_unread(void *record, const cli_entry *entry);

/* Prints a row, or keeps it, and adds it to the sums. */
void stats_add_row(stats_run *run, const cli_figure_row *row);

/* Sorts and prints the rows that are kept. */
void stats_print_kept(stats_run *run);

/* Sorts the values of a figure, and returns the value at a share from 0 to 1 of the list: 0.5 for the lower median. */
double stats_value_at(stats_values *values, double share);

/* Prints how many files have which values of the column run->histogram. */
void stats_print_histogram(stats_run *run);

/* Prints the figures of all formats, as text or as JSON. */
void stats_list_figures(bool as_json);

#endif
