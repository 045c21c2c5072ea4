/* What loaders compute from valid files, held against the corpus' values.json. */
#ifndef AP_CONFORM_VALUES_H
#define AP_CONFORM_VALUES_H

#include "cli/options/cli.h"
#include "corpus/cases/values_file.h"

typedef enum cli_values_rating {
    CLI_VALUES_NOT_COMPARED, /* nothing is expected of the file, or the loader refused it */
    CLI_VALUES_FINE,
    CLI_VALUES_MISSING,      /* a value was not printed */
    CLI_VALUES_OFF,          /* by more than the tolerance */
    CLI_VALUES_NOT_A_NUMBER, /* NaN, infinity, null, or text where a number belongs */
    CLI_VALUES_MALFORMED,    /* a line that is not JSON, or more than is read */
    CLI_VALUES_VERDICTS,
} cli_values_rating;

/* How the values of one file are; texts live in the arena that was handed over. */
typedef struct cli_values_result {
    cli_values_rating verdict;
    size_t expected;     /* values that the corpus has */
    size_t wrong;        /* of these */
    const char *of;      /* the first that is wrong: "joint 3 (\"hips\")"; NULL: no one value is */
    double at;           /* its time; seconds, of a vertex the timestep */
    double wanted;       /* the number that it must be */
    double found;        /* what was printed; NaN: nothing, or not a number */
    const char *message; /* one sentence; NULL: nothing is wrong */
} cli_values_result;

/* "not-a-number" */
const char *cli_values_rating_id(cli_values_rating verdict);

/* The times that are asked for, with commas between them, in the arena; "" where `values` is NULL. NULL when memory has
   run out. */
const char *cli_values_times(const ap_case_values *values, ap_arena *arena);

/* Compares what a loader printed, `cut` where it was more than was kept. Texts go into the arena. False when memory has
   run out. */
bool cli_compare_values(
    const ap_case_values *values, ap_view printed, bool cut, ap_arena *arena, cli_values_result *result);

#endif
