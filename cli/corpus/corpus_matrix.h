/* Counts, for each rule, how often the linter detects the rule's defects and raises false alarms. */
#ifndef AP_CORPUS_MATRIX_H
#define AP_CORPUS_MATRIX_H

#include <stdio.h>

#include "corpus/cases/manifest.h"
#include "corpus/defect/compare_findings.h"
#include "corpus/defect/lint_pair.h"

enum { CLI_MATRIX_ROWS = AP_MOST_RULES };

typedef struct cli_detection_matrix_row {
    /* numbers of cases with a defect that breaks the rule, in all and by the result of linting */
    size_t cases, detected, missed, wrong_rule, wrong_place, too_much;
    /* quiet_cases: number of cases that are near misses of the rule, in which lint must report nothing else than the
       manifest says; false_alarms: number of those in which it does */
    size_t quiet_cases, false_alarms;
} cli_detection_matrix_row;

/* The numbers of detected defects and false alarms for each rule. Initialise with zeros. */
typedef struct cli_detection_matrix {
    cli_detection_matrix_row rows[CLI_MATRIX_ROWS]; /* a row for each rule of all tables */
    /* files without a defect: only quiet_cases and false_alarms are used */
    cli_detection_matrix_row valid;
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
