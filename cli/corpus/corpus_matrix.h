/* Counts, for each rule, how often the linter detects the rule's defects and raises false alarms. */
#ifndef AP_CORPUS_MATRIX_H
#define AP_CORPUS_MATRIX_H

#include <stdio.h>

#include "corpus/cases/manifest.h"
#include "corpus/defect/compare_findings.h"
#include "corpus/defect/lint_pair.h"

enum { CLI_MATRIX_ROWS = AP_MOST_RULES };

typedef struct cli_matrix_row {
    size_t cases, detected, missed, wrong_rule, wrong_place, too_much; /* numbers of defects that show the
                                                                          rule, by result */
    size_t quiet_cases, false_alarms;                                  /* near misses of the rule: without
                                                                          findings, and with false alarms */
} cli_matrix_row;

/* The detection table. Zero-initialised, it is empty. */
typedef struct cli_matrix {
    cli_matrix_row rows[CLI_MATRIX_ROWS]; /* a row for each rule of all tables */
    cli_matrix_row valid;                 /* files without a defect: only quiet_cases and false_alarms are
                                             used */
} cli_matrix;

/* Compares the findings in a file and its companion with the manifest. Returns false when out of memory in
   the arena. */
bool cli_compare_case_with_findings(const ap_pair_findings *pair, const ap_manifest_case *entry,
    ap_arena *arena, ap_findings_comparison *detection);

/* Adds the result of a case to the table. */
void cli_matrix_add_case(
    cli_matrix *matrix, const ap_manifest_case *entry, const ap_findings_comparison *detection);

void cli_matrix_print(const cli_matrix *matrix, FILE *stream);

#endif
