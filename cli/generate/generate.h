/* Options of `animproof generate`. */
#ifndef AP_GENERATE_H
#define AP_GENERATE_H

#include "cli/options/option_table.h"
#include "corpus/corpus_formats.h"

/* The options of generate. */
typedef struct cli_generate_options {
    bool list_knobs;
    const ap_format *format;
    const ap_generator *generator; /* generator of the format that the user named */
    size_t seed;
    bool seed_given;     /* --seed was given */
    size_t first, count; /* number of the first file to write; number of files to write */
    bool wild;
    const char *out; /* path of the output; NULL or "-": standard output */
    size_t max_memory_bytes;
    ap_knob_range ranges[AP_GENERATOR_KNOBS];
    cli_string_list knobs; /* each --knob as given: NAME=RANGE */
} cli_generate_options;

/* Options that write into a cli_generate_options. */
extern const cli_option cli_generation_rows[];

/* Checks that the options and operands agree with each other, finds the generator and sets its ranges. Returns
   CLI_USAGE after printing a message. */
cli_exit cli_check_generate_options(cli_generate_options *wanted, cli_operands words);

/* Prints the knobs of the generator, one per line. */
void cli_print_knobs(FILE *stream, const ap_generator *generator);

#endif
