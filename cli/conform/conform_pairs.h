/* Runs loaders on changed copies of the valid files of a corpus, which mean the same as the files (--pairs). */
#ifndef AP_CONFORM_PAIRS_H
#define AP_CONFORM_PAIRS_H

#include "cli/conform/run/running.h"

/* Makes up to rating->pairs.wanted changed files of each valid file, each by another kind of change, runs all loaders on
   them, and lists in rating->pairs the results that differ from those of the unchanged files. The corpus must have been
   run. `signals`: as for cli_run_loaders. Returns CLI_CLEAN; CLI_FINDINGS if a result differs; another exit code after a
   message, also if a signal has interrupted the run: then rating->pairs.rated is false. */
cli_exit cli_rate_pairs(cli_rating *rating, const cli_run_options *running, int signals);

/* Writes the number of changed files, and each difference, to the stream. */
void cli_put_pairs(FILE *stream, const cli_rating *rating);

#endif
