/* Compares the values that loaders compute from valid files with the expected values in the corpus's values.json. */
#ifndef AP_CONFORM_VALUES_H
#define AP_CONFORM_VALUES_H

#include "cli/options/cli.h"
#include "corpus/cases/values_file.h"

/* Result of comparing the values that a loader printed for a file with the expected values. */
typedef enum cli_values_rating {
    CLI_VALUES_NOT_COMPARED, /* the corpus has no values for the file, or the loader did not accept the file */
    CLI_VALUES_FINE,
    CLI_VALUES_MISSING,      /* an expected value was not printed */
    CLI_VALUES_OFF,          /* a printed value differs from the expected value by more than the tolerance */
    CLI_VALUES_NOT_A_NUMBER, /* a printed value is NaN, infinity, null or a text instead of a number */
    CLI_VALUES_MALFORMED,    /* a line of the output is not JSON, or the output exceeds the limit */
    CLI_VALUES_RATINGS,
} cli_values_rating;

/* The result of the comparison for one file. The texts are in the arena passed to cli_compare_values. */
typedef struct cli_values_result {
    cli_values_rating rating;
    size_t expected; /* number of values that the corpus has for the file */
    size_t wrong;    /* number of faults: values that are missing or wrong, and lines that are not JSON */
    /* subject of the first wrong value: "joint 3 (\"hips\")"; NULL if no single value is wrong */
    const char *subject;
    /* time of the first wrong value in seconds; if it is the value of a vertex, the number of its timestep */
    double at;
    double wanted; /* expected number */
    /* the number printed for the first wrong value; NaN if none was printed or it is not a number */
    double found;
    const char *message; /* a sentence about the first fault; NULL if all values are right */
} cli_values_result;

/* Returns the id of the rating: "not-a-number". */
const char *cli_values_rating_id(cli_values_rating rating);

/* Returns the times at which the corpus has values, in seconds (for vertices: timesteps), separated by commas, in the
   arena; "" if `values` is NULL. Returns NULL when out of memory. */
const char *cli_list_expected_times(const ap_case_values *values, ap_arena *arena);

/* Compares the output of a loader with the expected values, and sets *result. `cut`: true if the output exceeded the
   limit. Texts are allocated in the arena. Returns false when out of memory. */
bool cli_compare_values(
    const ap_case_values *values, ap_view printed, bool cut, ap_arena *arena, cli_values_result *result);

#endif
