/* The options of `animproof conform`, and --pairs. */
#ifndef AP_CONFORM_H
#define AP_CONFORM_H

#include "cli/conform/report/rating_report.h"
#include "cli/conform/run/running.h"
#include "cli/options/option_table.h"

/* All values that the options of conform set. */
typedef struct cli_conform_data {
    cli_rating rating; /* state of the run; its arena also owns texts of options */
    cli_run_options running;
    cli_rating_files files;
    cli_string_list loader_formats; /* texts "NAME=FORMAT,FORMAT" as given */
    size_t shown;                   /* most rules, and most failures, that the table lists; 0 for no limit */
} cli_conform_data;

/* Rows for a record of type cli_conform_data. */
extern const cli_option_group cli_conform_groups[];

/* Applies the values of --loader-format to the loaders, checks that the options agree with each other, and sets the corpus from
   the operand in `words`. Returns CLI_CLEAN, or CLI_USAGE after a message. */
cli_exit cli_apply_and_check_conform_options(cli_conform_data *data, cli_operands words);

/* Makes up to rating->pairs.wanted changed files of each valid file, each by another kind of change, runs all loaders on
   them, and lists in rating->pairs the results that differ from those of the unchanged files. The corpus must have been
   run. `signals`: as for cli_run_loaders. Returns CLI_CLEAN; CLI_FINDINGS if a result differs; another exit code after a
   message, also if a signal has interrupted the run: then rating->pairs.rated is false. */
cli_exit cli_rate_pairs(cli_rating *rating, const cli_run_options *running, int signals);

/* Writes the number of changed files, and each difference, to the stream. */
void cli_put_pairs(FILE *stream, const cli_rating *rating);

#endif
