/* Counts, for each rule, how often the linter detects the rule's defects and raises false alarms. */
#ifndef AP_CORPUS_MATRIX_H
#define AP_CORPUS_MATRIX_H

#include <stdio.h>

#include "corpus/cases/manifest.h"
#include "corpus/defect/compare_findings.h"
#include "corpus/defect/lint_pair.h"

enum { CLI_MATRIX_ROWS = AP_MOST_RULES };

/* The numbers that are counted for a rule. */
typedef enum cli_matrix_column {
    CLI_CASES,        /* cases with a defect that breaks the rule: the sum of the next five columns */
    CLI_DETECTED,     /* lint reports exactly the expected findings */
    CLI_MISSED,       /* an expected finding is missing, and lint reports no other */
    CLI_WRONG_RULE,   /* an expected finding is missing, and lint reports another */
    CLI_WRONG_PLACE,  /* lint reports an expected finding at another place */
    CLI_TOO_MUCH,     /* lint reports the expected findings and others */
    CLI_NEAR_MISSES,  /* near misses of the rule, and files without a defect */
    CLI_FALSE_ALARMS, /* near misses and files without a defect for which the findings are not as expected */
    CLI_MATRIX_COLUMNS,
} cli_matrix_column;

/* The numbers of detected defects and false alarms. Initialise with zeros. */
typedef struct cli_detection_matrix {
    /* a row for each rule of all tables, and one for files without a defect, which only has CLI_NEAR_MISSES and
       CLI_FALSE_ALARMS */
    size_t rows[CLI_MATRIX_ROWS + 1][CLI_MATRIX_COLUMNS];
} cli_detection_matrix;

/* Compares the findings in a case's file and its companion with those that the manifest expects, and sets *detection.
   Returns false when out of memory in the arena. */
bool cli_compare_case_with_findings(const ap_pair_findings *pair, const ap_manifest_case *entry,
    ap_arena *arena, ap_findings_comparison *detection);

/* Adds the comparison of a case to the row of its rule. */
void cli_detection_matrix_add_case(
    cli_detection_matrix *matrix, const ap_manifest_case *entry, const ap_findings_comparison *detection);

void cli_detection_matrix_print(const cli_detection_matrix *matrix, FILE *stream);

#endif
