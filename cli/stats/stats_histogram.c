/* Prints a histogram: the number of files of each format with a figure in each of up to 11 intervals of equal length. */
#include <math.h>

#include "cli/stats/stats.h"
#include "validators/registry.h"

enum {
    LEAST_SHARE = 10,    /* an interval is at least 1 / LEAST_SHARE of the range of the values */
    MOST_INTERVALS = 20, /* room for the intervals, with some to spare for rounding errors */
    MOST_MARKS = 40      /* length of the longest bar */
};

/* Returns the least number that is at least `least` and is 1, 2 or 5 times a power of ten. */
static double round_up_to_1_2_5(double least)
{
    const double power = pow(10, floor(log10(least)));
    const double factor = least / power;
    return power * (factor <= 1 ? 1 : factor <= 2 ? 2 : factor <= 5 ? 5 : 10);
}

typedef struct histogram_intervals {
    double start, step;
    size_t counts[MOST_INTERVALS], most;
} histogram_intervals;

static void count_values_in_intervals(const stats_values *values, histogram_intervals *all)
{
    for (size_t i = 0; i < values->count; i++) {
        const double at = floor((values->items[i] - all->start) / all->step);
        const size_t index = at < 0 ? 0 : at >= MOST_INTERVALS ? MOST_INTERVALS - 1 : (size_t)at;
        all->counts[index]++;
        all->most = all->counts[index] > all->most ? all->counts[index] : all->most;
    }
}

static void put_histogram_lines(const ap_figure *figure, const histogram_intervals *all, double end)
{
    char from[CLI_NUMBER_BYTES], to[CLI_NUMBER_BYTES];
    for (size_t i = 0; i < MOST_INTERVALS && all->start + (double)i * all->step <= end; i++) {
        const size_t marks = (all->counts[i] * MOST_MARKS + all->most - 1) / all->most;
        cli_write_rounded_figure(figure, all->start + (double)i * all->step, from);
        cli_write_rounded_figure(figure, all->start + (double)(i + 1) * all->step, to);
        printf("%10s   %10s %7zu%s", from, to, all->counts[i], marks > 0 ? " " : "");
        for (size_t mark = 0; mark < marks; mark++)
            fputc('#', stdout);
        fputc('\n', stdout);
    }
}

static void print_histogram_of_format(const ap_format *format, const ap_figure *figure, stats_values *values)
{
    const double least = stats_quantile(values, 0), most = stats_quantile(values, 1);
    histogram_intervals all = { .step = least < most ? round_up_to_1_2_5((most - least) / LEAST_SHARE) : 1 };
    const bool whole = figure->unit[0] == '\0' && least == nearbyint(least);
    if (whole && all.step < 1)
        all.step = 1;
    all.start = floor(least / all.step) * all.step;
    count_values_in_intervals(values, &all);
    printf("\n%s of %zu %s file%s%s%s\n%10s   %10s %7s\n", figure->name, values->count, format->name,
        cli_plural_s(values->count), figure->unit[0] == '\0' ? "" : ", in ", figure->unit, "from", "below",
        "files");
    put_histogram_lines(figure, &all, most);
}

void stats_print_histogram(stats_run *run)
{
    size_t count;
    const ap_format *const *formats = ap_formats(&count);
    for (size_t f = 0; f < count; f++) {
        const ap_figure *figure = ap_find_figure(formats[f], run->columns.names[run->histogram]);
        stats_values *values =
            figure == NULL ? NULL : &run->sums[f].values[figure - formats[f]->figures->rows];
        if (figure != NULL && values->count > 0)
            print_histogram_of_format(formats[f], figure, values);
    }
}
