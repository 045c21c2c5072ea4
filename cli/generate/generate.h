/* What `animproof generate` is asked for. */
#ifndef AP_GENERATE_H
#define AP_GENERATE_H

#include "cli/options/option_table.h"
#include "corpus/corpus_formats.h"

typedef struct cli_generation {
    bool list_knobs;
    const ap_format *format;
    const ap_generator *generator; /* of the format */
    size_t seed;
    bool seeded;         /* `seed` was given */
    size_t first, count; /* numbers of the files: first, first + 1 … */
    bool wild;
    const char *out; /* NULL or "-": standard output */
    size_t max_memory_bytes;
    ap_range ranges[AP_GENERATOR_KNOBS];
    cli_list knobs; /* NAME=RANGE, as they were given */
} cli_generation;

/* The options, for a group whose record is a cli_generation. */
extern const cli_option cli_generation_rows[];

/* Whether what was given goes together, with the words of the command line; finds the maker and sets its
   ranges. CLI_CLEAN, or CLI_USAGE after a message. */
cli_exit cli_check_generation(cli_generation *wanted, cli_words words);

/* The knobs of the maker, one a line. */
void cli_put_knobs(FILE *stream, const ap_generator *generator);

#endif
