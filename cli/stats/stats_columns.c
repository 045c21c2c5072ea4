#include "cli/stats/stats_columns.h"

#include <string.h>

#include "cli/shared/file_figures.h"

int stats_find_column(const stats_columns *columns, const char *name)
{
    for (size_t i = 0; i < columns->count; i++) {
        if (strcmp(columns->names[i], name) == 0)
            return (int)i;
    }
    return STATS_NO_COLUMN;
}

void stats_columns_init(stats_columns *columns)
{
    *columns = (stats_columns){ .count = 0 };
    columns->count = ap_figure_names(columns->names);
}

size_t stats_find_figure_or_get_count(const stats_columns *columns, const ap_format *format, int column)
{
    const ap_figure_table *figures = cli_figure_table_or_empty(format);
    size_t i = 0;
    while (i < figures->count && strcmp(figures->rows[i].name, columns->names[column]) != 0)
        i++;
    return i;
}

bool stats_column_choice(size_t index, cli_option_choice *choice)
{
    stats_columns columns;
    stats_columns_init(&columns);
    if (index >= columns.count)
        return false;
    *choice = (cli_option_choice){ columns.names[index], (int)index, NULL };
    return true;
}

bool stats_sort_choice(size_t index, cli_option_choice *choice)
{
    if (index > 0)
        return stats_column_choice(index - 1, choice);
    *choice = (cli_option_choice){ "file", STATS_FILE_COLUMN, NULL };
    return true;
}
