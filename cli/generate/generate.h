/* What `animproof generate` is asked for. */
#ifndef AP_GENERATE_H
#define AP_GENERATE_H

#include "cli/shared/cli.h"
#include "cli/shared/option_values.h"
#include "corpus/kits.h"

typedef struct cli_generation {
    bool help, list_knobs;
    const ap_maker *maker;
    size_t seed;
    size_t first, count; /* numbers of the files: first, first + 1 … */
    bool wild;
    const char *out; /* NULL or "-": standard output */
    size_t max_memory_bytes;
    ap_range ranges[AP_MAKER_KNOBS];
    cli_list knobs; /* NAME=RANGE, as they were given */
} cli_generation;

/* Reads the command line; cli_list_free(&wanted->knobs) is the caller's. CLI_CLEAN, or after a message
   CLI_USAGE or CLI_INTERNAL. */
cli_exit cli_read_generation(cli_generation *wanted, int argc, char **argv);

void cli_put_generate_help(FILE *stream);

/* The knobs of the maker, one a line. */
void cli_put_knobs(FILE *stream, const ap_maker *maker);

#endif
