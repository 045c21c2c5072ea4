/* The command line of animproof conform. */
#ifndef AP_CONFORM_H
#define AP_CONFORM_H

#include "cli/conform/report/rating_report.h"
#include "cli/conform/run/running.h"
#include "cli/options/option_table.h"

/* The record of the options. */
typedef struct cli_conform_data {
    cli_rating rating; /* its arena is for texts of the options, too */
    cli_running running;
    cli_rating_files files;
    cli_list loader_formats; /* NAME=FORMAT,FORMAT as it was given */
    size_t shown;            /* rules and disagreements in the terminal's lists; 0: all */
} cli_conform_data;

/* The options, whose record is a cli_conform_data. */
extern const cli_option_group cli_conform_groups[];

/* Whether what was given goes together, with the words of the command line. CLI_CLEAN, or CLI_USAGE after a
   message. */
cli_exit cli_check_conform_options(cli_conform_data *data, cli_words words);

#endif
